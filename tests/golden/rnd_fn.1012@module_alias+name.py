# from tvm.script import tir as T

@T.prim_func
def Renamed(T_1: T.Buffer((T.int64(4),), "uint32"), x_1: T.float32):
    T.func_attr({"global_symbol": "main", "tir.noalias": True})
    while T.And(T.bool(False), T.bool(True)):
        tmp = T.int32()
        with T.block("blk"):
            buf = T.axis.spatial(4, T.Let(tmp, where={tmp: 26}))
            buf_1 = T.axis.spatial(4, T.Add(0, 28))
            T.reads()
            T.writes(T_1[T.min(T.int64(7), T.int64(37)):T.min(T.int64(7), T.int64(37)) + T.int64(4)])
            with T.init():
                cls = T.uint32()
                a_b = T.uint32()
                T_1[T.int64(14)] = T.Let(T.Let(a_b, where={a_b: T.call_extern("uint32", "pkg.h", 28, x_1)}), where={cls: T.call_extern("uint32", "pkg.h") * (T.uint32(0) % T.uint32(2))})
            for T_2 in T.unroll(8):
                for acc in range(T.FloorDiv(T.int64(17), T.int64(8))):
                    with T.block(""):
                        n = T.axis.reduce(T.FloorDiv(T.int64(17), T.int64(8)), acc)
                        j = T.axis.scan(16, 2)
                        a_b = T.axis.opaque(16, buf)
                        T.where(buf_1 > T_2)
                        T.reads(T_1[acc * n])
                        A = T.int64()
                        T.writes(T_1[T.Let(T.int64(4), where={A: n})])
                        with T.init():
                            T_1[n] = T_1[n]
                        assert not T.bool(False), "msg20"
                        T.attr(0, "pragma_x", T_2 + buf_1)
                        T_1[n * acc] = T.Cast("uint32", T.Select(T.bool(False), T.int64(30), T.int64(31))) // T.uint32(2)
                        T.if_then_else(not x_1 < T.float32(0.5), T.Select(not T.bool(False), T.call_extern("float32", "g\"q"), T.max(T.float32(1.0), T.float32(-1.0))), x_1)
                    for for in range(T.int64(8)):
                        j = T.launch_thread("threadIdx.x", 31)
                        idx = T.decl_buffer((T.int64(8), T.int64(16), T.int64(4)), "int64", strides=(T.int64(64), T.int64(32), T.int64(16)))
                        T_1[T.max(for, for)] = T_1[T.if_then_else(T.bool(True), acc, acc)]
                        T_1[acc] = T.max(T.call_extern("uint32", "g\"q", x_1), T.min(T.uint32(2), T.min(T.uint32(7), T.uint32(8))))
                        T_3 = T.uint32()
                        T_1[T.int64(34) * for] = T.min(T.Let(T_1[T.int64(12)], where={T_3: T_1[T.call_extern("int64", "g\"q", j)]}), T_1[T.Cast("int64", buf)]) + T.uint32(9)
                    for for in range(8):
                        T.attr("node", "device_scope", 14)
                        T_3 = T.uint32()
                        T_1[acc + acc] = T.Select(not not T.bool(True), T.Let(T.Select(T.bool(True), T_3, T_3), where={T_3: T.FloorDiv(T.uint32(7), T.uint32(4))}), T_1[acc % T.int64(4)])
                        T.evaluate(x_1)
                T_1[T.max(T.int64(34), T.int64(17))] = T_1[T.FloorMod(T.int64(34), T.int64(4))]
                T_1[T.if_then_else(T.bool(True), T.int64(11), T.int64(15))] = T.min(T.call_extern("uint32", "pkg.h", T.Add(x_1, T.float32(0.0)), T.Cast("int32", T.float32(1.0))), T_1[T.Add(T.int64(30), T.int64(-1))])
            j = T.int64()
            T_1[T.Let(j, where={j: T.int64(29)})] = T.Select(not T.Or(T.bool(True), T.bool(True)), T.call_extern("uint32", "f", x_1 - x_1, x_1 + T.float32(1.0000000000000001e-05)), T.if_then_else(T.bool(False), T_1[T.call_extern("int64", "g\"q", T.float32(0.10000000000000001))], T_1[T.min(T.int64(12), T.int64(25))]) // T.uint32(2))
            T_1[T.int64(14)] = T.Select(not T.bool(True) and not T.bool(False), T_1[T.max(T.int64(-2), T.int64(16))] + T.if_then_else(T.bool(False), T.uint32(0), T_1[T.if_then_else(T.bool(False), T.int64(25), T.int64(36))]), T_1[T.Mul(T.int64(4), T.int64(9))])
        T_1[T.int64(6)] = T.min(T_1[T.Cast("int64", T.float32(3.25))] - T.uint32(27) + T.uint32(6), T.min(T.min(T.uint32(8), T_1[T.int64(33)]), T.if_then_else(T.bool(True), T.uint32(16), T_1[T.int64(39)])))
        T_1[T.if_then_else(T.bool(False), T.int64(36), T.int64(13))] = T.call_extern("uint32", "f")
    T.call_extern("float32", "g\"q", T.Cast("int32", T.Select(T.bool(True), x_1, x_1)))
    T.evaluate(T.float32(1.0))
    idx = T.int64()
    T_1[T.Let(idx, where={idx: T.int64(25)})] = T.if_then_else(x_1 != x_1, T.max(T_1[T.int64(-4)], T_1[T.Mul(T.int64(31), T.int64(22))]), T.uint32(32)) % T.uint32(2)