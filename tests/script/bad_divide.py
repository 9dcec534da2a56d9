@T.prim_func
def f(A: T.Buffer((64, 64), "int32"), F: T.Buffer((64,), "float32"), x: T.int32):
    A[0, 0] = x / 2
