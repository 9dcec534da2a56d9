(... 54 lines skipped ...)
    T.evaluate(T.float32(1.0))
    idx = T.int64()
    T_1[T.Let(idx, where={idx: T.int64(25)})] = T.if_then_else(x_1 != x_1, T.max(T_1[T.int64(-4)], T_1[T.Mul(T.int64(31), T.int64(22))]), T.uint32(32)) % T.uint32(2)
                                                                                                   ^^^