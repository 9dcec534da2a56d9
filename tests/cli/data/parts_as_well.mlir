// A comment is lost.
#m = affine_map<(d0) -> (d0)>
"a.b"() {unit, map = affine_map<(d0)->(d0)>} : () -> ()

// -----
#m = affine_map<(d0) -> (d0 + 1)>
%0:2 = x.y <"s"> : i32, i32 loc("f.py":1:2)
c.d %0#1 { z.w
  z.v }
