from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8,), "int32"), B: T.Buffer((4,), "bool"), x: T.int32, y: T.float32):
    A[0] = x * T.int32(2.5)
    A[1] = x // T.int32(2.0)
    A[2] = T.int32("-7.9")
    A[3] = T.int32(True)
    A[4] = T.int8(T.float16(100.5))
    B[0] = T.bool(0.5)
    T.evaluate(T.int32(2.7))
    T.evaluate(T.uint8(255.9))
    T.evaluate(T.int64("nan"))
    T.evaluate(T.uint64(1e19))
    T.evaluate(T.float32("1e3"))
    T.evaluate(T.float8_e4m3fn(448))
    T.evaluate(T.int32x4(2.5))
    T.evaluate(T.float16x8(x))
    T.evaluate(T.int32x4(y))
    T.evaluate(T.int64(T.float32(7.5)))
