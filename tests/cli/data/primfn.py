# from tvm.script import tir as T

@T.prim_func
def main(a: T.handle, b: T.handle, n: T.int64, _m: T.int32, x: T.float16):
    T.func_attr({"tir.noalias": T.bool(True), "sizes": [1, 2, T.int64(3)], "half": T.float32(0.5), "none": None, "map": {"k": 1}})
    A = T.match_buffer(a, (n, 16), "float32", strides=(32, 1), elem_offset=T.int32(4), scope="shared", align=128, offset_factor=4)
    B = T.match_buffer(b, (16,), "int8", buffer_type="auto")
    _D = T.Buffer((4,), "uint8")
    for i in T.parallel(n):
        for j in range(2, 16):
            for k in T.unroll(4):
                for _ in T.vectorized(4):
                    A[i, j] = T.Select(i < n and not j == 3, A[i, j] + T.float32(2), T.float32(1e30))
    for t in T.thread_binding(8, thread="threadIdx.x"):
        with T.attr(0, "pragma", "text\n"):
            T.evaluate(T.call_extern("int32", "f", A.data, T.uint8(3), T.int8(-1), T.float64(0.1), T.bool(False)))
    with T.block("init"):
        vi = T.axis.spatial(16, 0)
        vj = T.axis.reduce(T.int64(8), T.int64(0))
        vk = T.axis.spatial((1, 5), 2)
        vs = T.axis.scan(3, 0)
        vo = T.axis.opaque((2, _m + 2), 0)
        T.where(vi < 3)
        T.reads(A[vi:vi + 4, 0:16], B[vk])
        T.writes()
        T.block_attr({"key": "value", "n": 4})
        C = T.alloc_buffer((4, 4), "float16")
        E = T.match_buffer(A[0:4, 0:4], (4, 4), scope="shared")
        with T.init():
            C[0, 0] = x
        C[vj, 0] = T.Cast("float16", vk // 2 + vs % 3 - vo * 2) / T.float16(3)
        E[0, 0] = T.truncmod(vi, 2) + T.min(vi, 3) - T.max(vk, T.truncdiv(vi, 2))
    if n > T.int64(3):
        T.evaluate(1)
        T.evaluate(0)
    else:
        while n != T.int64(0) or n >= T.int64(9):
            T.evaluate(T.Let(n + T.int64(1), where={n: T.int64(2)}))
    if n <= T.int64(3):
        B[T.Ramp(0, 1, 4)] = T.Broadcast(T.int8(1), 4)
    buf = T.allocate([16, 4], "float32", "local", annotations={"a": 1})
    buf_1 = T.Buffer((64,), data=buf, scope="local")
    buf_1[0] = T.float32(1)
    buf_2 = T.allocate([16], "float32", "global", condition=n > T.int64(4))
    T.evaluate(buf_2)
    w = T.allocate_const([1, 2], "int32", [2])
    W = T.decl_buffer((2,), "int32", data=w)
    y: T.int64 = n * T.int64(2)
    assert y == n, "wrong \"y\""
    T.evaluate(T.Shuffle([y, n], [1, 0]))
    with T.realize(A[0:n, 0:16], "shared", True):
        T.evaluate(T.call_packed("helper", y))
