# from tvm.script import relax as R

@R.function
def f(p0: R.Tensor(dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32"), R.Tensor(dtype="int64")):
    gv = R.median(p0, axis=[0], keepdims=False)
    return gv