from tvm.script import relax as R


@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.add(x, R.const([1, 2, 3], "float32"))
    return y
