#map = affine_map<(d0) -> (d0)>
#loc = loc("f.py":1:2)
#loc1 = loc(fused[#loc, "g.py":3:4])
func.func @a() {
  %0 = "x"() {m = #map} : () -> i32 loc(#loc1)
  %cst = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32> loc(#loc)
  %cst_0 = arith.constant dense<1> : tensor<4xi32>
  return
} loc(#loc)
