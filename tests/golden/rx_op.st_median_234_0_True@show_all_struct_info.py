# from tvm.script import relax as R

@R.function
def f(p0: R.Tensor((2, 3, 4), dtype="float32")) -> R.Tuple(R.Tensor((1, 3, 4), dtype="float32"), R.Tensor((1, 3, 4), dtype="int64")):
    gv = R.median(p0, axis=[0], keepdims=True)
    return gv