@T.prim_func
def limits():
    T.evaluate(T.max_value("int32x4"))
    T.evaluate(T.min_value("int1"))
    T.evaluate(T.min_value("handle"))
