# from tvm.script import relax as R

@R.function
def main(x: R.Prim(value=4)) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float16"), R.Prim(value=True), R.Prim(value=4)):
    with R.dataflow():
        lv: R.Tensor((), dtype="float32") = R.const("inf", "float32")
        lv1: R.Tensor((), dtype="float16") = R.const("nan", "float16")
        lv2: R.Prim(value=True) = R.prim_value(True)
        gv: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float16"), R.Prim(value=True), R.Prim(value=4)) = lv, lv1, lv2, x
        R.output(gv)
    return gv