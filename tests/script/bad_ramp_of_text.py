@T.prim_func
def f(A: T.Buffer((64,), "float32"), n: T.int32):
    A[0:4] = T.Select(T.Ramp(0, "a", 4) < T.Broadcast(n, 4), A[0:4], T.Broadcast(T.float32(0), 4))
