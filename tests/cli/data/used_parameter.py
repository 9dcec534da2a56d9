from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (16,))
        B = T.match_buffer(b, (16,))
        T.evaluate(a)
        A[0] = B[0]

    @T.prim_func
    def g(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1)
