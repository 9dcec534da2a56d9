# see here: 100%
with T.allocate_const([-16128.0, -17152.0, 0.0, 15616.0, 16640.0, 17280.0], "float16", [2, 3]) as w:
    T.evaluate(0)  # tail