@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor(("n", 8), "float32"),
        w: R.Tensor(("m", 8), "float32"),
        c: R.Tensor((4, 8), "bool"),
        s: R.Tensor((3, "n", 8), "float32"),
        t: R.Tensor((2, "m", 8), "float32"),
    ):
        a = R.add(x, w)
        b = R.squeeze(c, axis=[0])
        d = R.maximum(s, t)
        e = R.where(c, s, t)
        f = R.add(c, x)
        g = R.less(c, x)
        h = R.sort(x, axis=3)
        i = R.cumsum(x, axis=4)
        return (a, b, d, e, f, g, h, i)

    @R.function
    def checked(x: R.Tensor((4, 8), "float32"), y: R.Tensor((1, 8), "float32")):
        a = R.add(x, y)
        b = R.expand_dims(x, axis=[-1, 0])
        d = R.concat((x, x, y), axis=0)
        e = R.permute_dims(x, [-1, 0])
        f = R.sum(x, axis=[0, -1])
        g = R.take(x, R.const(1, "int64"), axis=-1)
        return (a, b, d, e, f, g)

    @R.function
    def open_batches(x: R.Tensor(("n", 2, 3), "float32"), y: R.Tensor(("m", 4, 5), "float32")):
        z = R.matmul(x, y)
        return z
