 1 with T.launch_thread("threadIdx.x", 20) as T_1:
 2     assert T.Or(T.And(T.bool(False), T.bool(False)), T.bool(True)), "msg40"
 3     A = T.decl_buffer((T.int64(4), T.int64(4), T.int64(16)), "int32")
 4     with T.attr(T_1, "pragma_x", T.Cast("int32", T.float32(-1.0))):
 5         for j in T.thread_binding(16, thread="threadIdx.x"):
 6             j_1 = T.allocate([16, 4], "int32", "global", annotations={"pragma_unroll": 1})
 7             j_2 = T.decl_buffer((16, 4), "int32", data=j_1)
 8             tmp = T.int64()
 9             j_3 = T.int64()
10             v = T.int64()
11             a_b = T.int64()
12             A[T.if_then_else(T.bool(True), tmp, tmp), T.max(tmp, j_3), T.Let(a_b, where={a_b: v})] = j
13             v_1 = T.int32()
14             B = T.bool()
15             acc = T.int32()
16             j_2[A[v + v, T.Select(B, T.int64(25), tmp), j_3 + T.int64(9)] // 8, T.Let(j, where={acc: T_1})] = T.Let(T_1, where={v_1: 4}) % 2 + T.max(j, T_1) % 2
17         A[T.max(T.int64(3), T.int64(11)), T.call_extern("int64", "g\"q"), T.int64(2)] = T.call_extern("int32", "g\"q", T.if_then_else(T.bool(False), T_1, T_1) % 8)
18         A[T.min(T.int64(8), T.int64(0)), T.call_extern("int64", "f"), T.FloorDiv(T.int64(27), T.int64(4))] = T_1
19     v = T.int64()
20     A[T.if_then_else(T.bool(False), T.int64(4), T.int64(3)), T.FloorDiv(T.int64(16), T.int64(8)), v - v] = 21
21     T.evaluate(T.Or(T.bool(True), T.And(A[T.Select(T.bool(True), v, T.int64(33)), v - T.int64(-1), T.FloorMod(T.int64(2), T.int64(8))] >= 4, T.bool(True))))