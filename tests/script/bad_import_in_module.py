@I.ir_module
class M:
    import math

    @T.prim_func
    def f(A: T.Buffer((4,), "float32"), x: T.int32):
        A[0] = 1.0
