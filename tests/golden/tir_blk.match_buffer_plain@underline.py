with T.block("blk"):
    T.reads()
    A = T.Buffer((T.int32(16), T.int32(16)))
    x = T.int32()
    y = T.int32()
    T.writes(A[x * T.int32(4):x * T.int32(4) + T.int32(4), y * T.int32(4):y * T.int32(4) + T.int32(4)])
                                                           ^
    sub = T.match_buffer(A[x * T.int32(4):x * T.int32(4) + T.int32(4), y * T.int32(4):y * T.int32(4) + T.int32(4)], (T.int32(4), T.int32(4)), offset_factor=1)
                           ^
    sub[T.int32(0), T.int32(0)] = T.Cast("float32", T.int32(1))