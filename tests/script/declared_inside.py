@T.prim_func
def f(A: T.Buffer((25,), "int32")):
    for j in T.vectorized(n):
        n = T.int32()
        A[j] = 3
