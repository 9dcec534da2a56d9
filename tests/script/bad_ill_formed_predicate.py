@T.prim_func
def predicate(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("b"):
            v = T.axis.spatial(8, i)
            T.where(v < 4)
            A[v] = 1.0
