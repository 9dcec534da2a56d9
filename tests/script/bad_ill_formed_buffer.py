@T.prim_func
def data(a: T.handle):
    A = T.match_buffer(a, (8,), "float32")
    p = T.handle("float32")
    B = T.Buffer((8,), "float32", data=p)
    A[0] = B[0]
