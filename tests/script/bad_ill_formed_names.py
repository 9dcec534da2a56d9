from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def unnamed(A: T.Buffer((8,), "float32")):
        A[0] = T.float32()
