 1 # from tvm.script import relax as R
 2 
 3 @R.function
 4 def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
 5     with R.dataflow():
 6         lv: R.Tensor((2, 3), dtype="float32") = R.add(x, y)
 7         gv: R.Tensor((2, 3), dtype="float32") = R.exp(lv)
 8         custom: R.Tensor((2, 3), dtype="float32") = R.tanh(lv)
 9         outs: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = custom, lv
10         R.output(gv, outs)
11     gv1: R.Tensor((2, 3), dtype="float32") = outs[1]
12     with R.dataflow():
13         gv2: R.Tensor((2, 3), dtype="float32") = R.add(gv1, gv)
14         gv3: R.Tensor((2, 3), dtype="float32") = R.exp(gv2)
15         R.output(gv2, gv3)
16     return (gv, gv2, gv3)
              ^^^^^^^^^^^^^^