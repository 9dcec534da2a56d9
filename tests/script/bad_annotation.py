@R.function
def annotated(x: R.Tensor((8,), "float32"), y: R.Tensor(ndim=-2)):
    s: R.Shape = x
    z: R.Tensor((8,), "int32") = R.add(x, x)
    return s
