# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2, 2), [0, 1, 2, 3])]})
    @R.function
    def foo(x: R.DTensor((8, 8), "float32", "mesh[0]", "S[0], R"), y: R.DTensor((8, "n"), "float32", "mesh[0]", "R, S[1]")) -> R.DTensor((8, 8), "float32", "mesh[0]", "S[1], R"):
        n = T.int64()
        z: R.DTensor((8, 8), "float32", "mesh[0]", "S[1], R") = R.dist.redistribute(x, device_mesh="mesh[0]", placement="S[0], R")
        w = R.dist.call_tir(g, (z,), out_sinfo=R.DTensor((8, 8), "float32", "mesh[0]", "S[1], R"))  # x = 1
        return z