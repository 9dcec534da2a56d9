 1 # from tvm.script import relax as R
 2 
 3 @R.function(private=True)
 4 def main() -> R.Tuple:
 5     s: R.Tensor((4, 8), dtype="float32")
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 6     gv: R.Tuple
 7     with R.dataflow():
 8         lv = R.call_dps_packed("dps.fn", (s, R.prim_value(1)), out_sinfo=R.Tensor((4, 8), dtype="float32"))
                                                                                      ^
 9         lv1 = R.call_dps_packed("dps.ext", (s,), out_sinfo=[R.Tensor((1,), dtype="float32"), R.Tensor((2,), dtype="float32")])
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
10         R.tuple()
11         R.output(gv)
12     return R.tuple()
              ^^^^^^^^^