from tvm.script import tir as T


@T.prim_func(private=True)
def kernel(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    for i in range(32):
        B[i] = A[i] + T.float32(1)
