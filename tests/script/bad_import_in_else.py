@T.prim_func
def f(A: T.Buffer((4,), "float32"), x: T.int32):
    if x > 1:
        A[0] = 1.0
    else:
        import math
