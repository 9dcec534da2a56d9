from tvm.script import tir as T


@T.prim_func(private=True)
def kernel(X: T.Buffer((16,), "float32"), Y: T.Buffer((16,), "float32")):
    for row in range(16):
        Y[row] = X[row] + T.float32(1)
