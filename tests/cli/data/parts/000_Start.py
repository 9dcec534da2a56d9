from tvm.script import ir as I, tir as T
@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((8,), "float32")):
        A[0] = T.float32(1)
    @T.prim_func
    def g(A: T.Buffer((8,), "float32")):
        A[0] = T.float32(2)
