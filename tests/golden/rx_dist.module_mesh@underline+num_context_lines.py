(... 9 lines skipped ...)
10         n = T.int64()
11         z: R.DTensor((8, 8), "float32", "mesh[0]", "S[1], R") = R.dist.redistribute(x, device_mesh="mesh[0]", placement="S[0], R")
12         w = R.dist.call_tir(g, (z,), out_sinfo=R.DTensor((8, 8), "float32", "mesh[0]", "S[1], R"))
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
13         return z