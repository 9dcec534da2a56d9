@T.prim_func
def f(A: T.Buffer((64, 64), "int32"), F: T.Buffer((64,), "float32"), x: T.int32):
    for i in range(4):
        with T.block("b"):
            v = T.axis.spatial(4, i)
            T.evaluate(T.call_extern("int32", "g", F.data, v))
