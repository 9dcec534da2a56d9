from tvm.script import tir as T


@T.prim_func
def values(A: T.Buffer((16,), "float32"), n: T.int64):
    T.evaluate(1_000 + 0x10)
    T.evaluate(T.bool(True))
    T.evaluate(T.int8(-1))
    T.evaluate(n // T.int64(2) % T.int64(3) << T.int64(1))
    A[0] = T.float32(1e-3) * -A[1]
