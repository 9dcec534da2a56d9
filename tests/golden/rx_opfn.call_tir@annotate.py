# from tvm.script import relax as R

@R.function(private=True)
def main() -> R.Tuple:
    s: R.Tensor((4, 8), dtype="float32")
    gv: R.Tuple
    # tail  
    with R.dataflow():
        lv = R.call_dps_packed("dps.fn", (s, R.prim_value(1)), out_sinfo=R.Tensor((4, 8), dtype="float32"))  # tail  
        lv1 = R.call_dps_packed("dps.ext", (s,), out_sinfo=[R.Tensor((1,), dtype="float32"), R.Tensor((2,), dtype="float32")])
        R.tuple()
        R.output(gv)
    return R.tuple()