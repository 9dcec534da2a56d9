@R.function
def f() -> R.Tuple():
    a = R.const([[1, 2], [3]], "int32")
    b = R.const(1, "int4")
    c = R.const("x")
    d = R.const(1e300, "int64")
    e = R.const(1.0, "float32x2")
    return R.tuple()
