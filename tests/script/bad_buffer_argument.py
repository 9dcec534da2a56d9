from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    A[0] = T.float32(1)
    B[0] = T.exp(A)
