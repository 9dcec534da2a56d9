from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8,), "int8"), h: T.handle, v: T.int32x4, u: T.uint8):
    A[0] = 300
    A[1] = T.int32(200)
    A[2] = T.float32(1e3)
    T.evaluate(T.int32("nan"))
    T.evaluate(T.int8(2.5e9))
    T.evaluate(T.uint8(-0.5))
    T.evaluate(T.uint64(-1))
    T.evaluate(T.bool(2.5))
    T.evaluate(T.bool("inf"))
    T.evaluate(T.int32("two"))
    T.evaluate(T.float64(1e300))
    T.evaluate(T.float16(T.float32(70000)))
    T.evaluate(T.float8_e5m2fnuz(-1))
    T.evaluate(T.uint8x16(-1))
    T.evaluate(T.int32x4(3e9))
    T.evaluate(T.float32(v))
    T.evaluate(T.int32(h))
    T.evaluate(T.FloatImm("int32", 1.5))
    T.evaluate(T.IntImm("int32", 1.5))
    T.evaluate(-u)
