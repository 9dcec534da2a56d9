@I.ir_module
class Refused:
    @R.function
    def dtypes(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "int32")):
        z = x + y
        return z

    @R.function
    def floats(x: R.Tensor((2, 2), "int32")):
        z = R.nn.gelu(x)
        return z

    @R.function
    def axis(x: R.Tensor((2, 2), "float32")):
        z = R.nn.softmax(x, axis=5)
        return z

    @R.function
    def reduced(x: R.Tensor((2, 4), "float32"), y: R.Tensor((3, 4), "float32")):
        z = R.matmul(x, y)
        return z

    @R.function
    def channels(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 2, 3, 3), "float32")):
        z = R.nn.conv2d(x, w)
        return z

    @R.function
    def groups(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32")):
        z = R.nn.conv2d(x, w, groups=0)
        return z

    @R.function
    def strides(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32")):
        z = R.nn.conv2d(x, w, strides=[1, 2, 3])
        return z

    @R.function
    def scales(x: R.Tensor((4, 8), "float32"), g: R.Tensor((8,), "float16")):
        z = R.nn.layer_norm(x, g, g, axes=[-1])
        return z

    @R.function
    def sizes(x: R.Tensor((2, 4), "float32")):
        z = R.reshape(x, (3, 3))
        return z

    @R.function
    def repeated(x: R.Tensor((2, 4), "float32")):
        z = R.broadcast_to(x, (3, 4))
        return z

    @R.function
    def indices(x: R.Tensor((2, 4), "float32"), i: R.Tensor((3,), "float32")):
        z = R.take(x, i, axis=0)
        return z

    @R.function
    def condition(x: R.Tensor((2,), "float32")):
        z = R.where(x, x, x)
        return z

    @R.function
    def reduction(x: R.Tensor((4, 8), "float32")):
        z = R.ccl.allreduce(x, "S")
        return z

    @R.function
    def both(x: R.Tensor((2,), "float32", ndim=3)):
        return x

    @R.function
    def symbol(x: R.Tensor((2,), "float32")) -> R.Tensor(("m",), "float32"):
        return x

    @R.function
    def annotation(x: R.Tensor((2,), "float32")):
        y: R.Tensor((3,), "float32") = R.add(x, x)
        return y

    @R.function
    def behind(x: R.Tensor((2,), "float32")):
        with R.dataflow():
            y = R.add(x, x)
            R.output(y)
            z = R.add(y, y)
        return y

    @R.function
    def callee(x: R.Tensor((2,), "int32")) -> R.Tensor((2,), "int32"):
        return x

    @R.function
    def caller(x: R.Tensor((2,), "float32")):
        y = Refused.callee(x)
        return y

    @R.function(pure=3 > 2)
    def literal(x: R.Tensor((2,), "float32")):
        return x

    @R.function
    def attributes(x: R.Tensor((2,), "float32")):
        R.func_attr({"a": 1})
        R.func_attr({"a": 1})
        return x

    @T.prim_func
    def shifted(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = n << True
        A[1] = 3 > "a"
