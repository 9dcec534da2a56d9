# a constant, almost
N == 8


@T.prim_func
def f(A: T.Buffer((8,), "int32")):
    A[0] = 1
