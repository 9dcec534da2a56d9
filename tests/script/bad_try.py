@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    try:
        A[0] = 1.0
    except ValueError:
        pass
