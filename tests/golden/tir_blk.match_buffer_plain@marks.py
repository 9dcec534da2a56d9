(... 9 lines skipped ...)
    sub[0, 0] = T.Cast("float32", 1)  # tail
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^