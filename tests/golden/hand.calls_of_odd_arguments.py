# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
    y: R.Tensor((2,), dtype="float32") = R.unique(x)
    y_1: R.Tensor((2,), dtype="float32") = R.min(x, x)
    y_2: R.Tensor((2,), dtype="float32") = R.where(x)
    y_3: R.Tensor((2,), dtype="float32") = R.arange(R.prim_value(4), dtype="float32")
    y_4: R.Tensor((2,), dtype="float32") = R.memory.view(x, (x,), R.tuple(), R.tuple())
    y_5: R.Tensor((2,), dtype="float32") = R.layout_transform(x)
    return y_5