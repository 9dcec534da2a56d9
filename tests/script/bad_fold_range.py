from tvm.script import tir as T


@T.prim_func
def f(B: T.Buffer((8,), "int32"), x: T.int32, y: T.float32):
    B[0] = T.int64(3000000000)
    B[1] = T.int8(T.int32(200))
    B[2] = T.uint8(T.int32(-1))
    B[3] = T.shift_left(1, 31)
    B[4] = T.uint32(1) - T.int32(2)
    B[5] = T.abs(T.int32(-2147483648))
    B[6] = T.bool(True) + T.bool(True)
    T.evaluate(T.uint8(0) - T.uint8(1))
    T.evaluate(T.uint64(9223372036854775807) + T.uint64(1))
    T.evaluate(T.uint8(3) + T.int8(-1))
    T.evaluate(T.int64(-9223372036854775808) // T.int64(-1))
    T.evaluate(y / T.float32(0))
    T.evaluate(y / 0)
    T.evaluate(x % 0)
    T.evaluate(T.shift_right(x, 32))
    T.evaluate(T.isnan(T.bool(True)))
    T.evaluate(T.abs(T.bool(True)))
    T.evaluate(T.pow(x, 2))
    T.evaluate(T.ceildiv(y, 2))
    T.evaluate(T.min_value("int32x4"))
    T.evaluate(T.infinity("bfloat16"))
    T.evaluate(x < 3000000000)
