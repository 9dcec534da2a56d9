@T.prim_func
def f(A: T.Buffer((64,), "int32"), x: T.int32):
    scale = T.meta_var(lambda v: factor * v)
    A[0] = scale(x)
