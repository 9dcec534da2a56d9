@T.prim_func
def vectors(
    A: T.Buffer((256,), "float32", scope=""),
    B: T.Buffer((256,), "float32"),
    p: T.handle("int8", ""),
    k: T.int32,
):
    T.func_attr({"m": T.index_map(lambda a, b: [b, a.missing, a] if False else [a, a + b * 2])})
    B[T.Ramp(0, 1, T.vscale() * 4)] = A[T.Ramp(0, 1, 4 * T.vscale())]
    B[T.Ramp(T.int64(8), 1, T.int64(4))] = A[T.Ramp(T.int64(8), 1, 4)]
    x: T.float32x4 = A.vload([1.5], "float32x4")
    B[T.Ramp(k, 1, 4)] = x
    for i in range(64 is 8):
        A[i * 4] = T.if_then_else(A[i] > 0.0, 1.0, 2.0, dtype=3)
    for i in range(16):
        with T.block("none"):
            v = T.axis.spatial(None, i)
            A[v] = 1.0
        with T.block("wide"):
            v = T.axis.spatial(2**40, i)
            A[v] = 1.0
    T.evaluate(T.call_extern(None, "f", A.data, "ab" * 3))
