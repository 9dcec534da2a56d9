@T.prim_func
def gives_nothing(A: T.Buffer((8,), "float32")):
    with T.block("b") as b:
        A[0] = 1.0
    return T.evaluate(0)
