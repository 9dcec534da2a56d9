@T.prim_func
def f():
    a = T.allocate_const([[1, 2], [3]], "int32", [3])
    b = T.allocate_const([1, 2], "int4", [2])
    c = T.allocate_const(["x"], "float32", [1])
    d = T.allocate_const([1.5], "float16", [1])
    T.evaluate(0)
