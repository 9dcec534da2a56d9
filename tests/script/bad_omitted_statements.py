from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((4, 4), "float32")):
    A[0, 0] = 1.0
    ...
    for i in range(4): ...
