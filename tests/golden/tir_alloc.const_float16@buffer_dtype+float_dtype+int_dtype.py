with T.allocate_const([-16128.0, -17152.0, 0.0, 15616.0, 16640.0, 17280.0], "float16", [T.int32(2), T.int32(3)]) as w:
    T.evaluate(T.int32(0))