(... 4 lines skipped ...)
5     y = T.int32()
6     T.writes(A[x * 4:x * 4 + 4, y * 4:y * 4 + 4])
7     sub = T.match_buffer(A[x * 4:x * 4 + 4, y * 4:y * 4 + 4], (4, 4), offset_factor=1)
8     sub[0, 0] = T.Cast("float32", 1)
      ^^^