from tvm.script import relax as R


@R.function
def main(x: R.Tensor((2, 3, 4, 5), "float32")):
    a = R.expand_dims(x, axis="a")
    b = R.permute_dims(x, axes=[x])
    c = R.nn.max_pool2d(x, pool_size=["a", 2])
    d = R.add(R.expand_dims(x, axis="b"), c)
    return (a, b, c, d)
