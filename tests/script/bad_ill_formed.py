@T.prim_func
def undefined(A: T.Buffer((8,), "float32")):
    i = T.int32()
    A[i] = 1.0
