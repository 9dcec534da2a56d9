@T.prim_func
def f():
    with T.block("x"):
        vi = T.axis.spatial(4)
        vj = T.axis.spatial(4, 3)
        T.evaluate(vi + vj)
