(... 12 lines skipped ...)
            v_1 = T.int32()
            B = T.bool()
            acc = T.int32()
            j_2[A[v + v, T.Select(B, T.int64(25), tmp), j_3 + T.int64(9)] // 8, T.Let(j, where={acc: T_1})] = T.Let(T_1, where={v_1: 4}) % 2 + T.max(j, T_1) % 2
                                                                                                                                               ^^^^^^^^^^^^^^^^^
        A[T.max(T.int64(3), T.int64(11)), T.call_extern("int64", "g\"q"), T.int64(2)] = T.call_extern("int32", "g\"q", T.if_then_else(T.bool(False), T_1, T_1) % 8)
        A[T.min(T.int64(8), T.int64(0)), T.call_extern("int64", "f"), T.FloorDiv(T.int64(27), T.int64(4))] = T_1
    v = T.int64()
    A[T.if_then_else(T.bool(False), T.int64(4), T.int64(3)), T.FloorDiv(T.int64(16), T.int64(8)), v - v] = 21
    T.evaluate(T.Or(T.bool(True), T.And(A[T.Select(T.bool(True), v, T.int64(33)), v - T.int64(-1), T.FloorMod(T.int64(2), T.int64(8))] >= 4, T.bool(True))))
                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^