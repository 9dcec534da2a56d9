# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
    with R.dataflow():
        lv = R.add(x, y)
        gv = R.exp(lv)
        custom = R.tanh(lv)
        outs = custom, lv
        R.output(gv, outs)
    gv1 = outs[1]
    with R.dataflow():
        gv2 = R.add(gv1, gv)
        gv3 = R.exp(gv2)
        R.output(gv2, gv3)
    return (gv, gv2, gv3)
