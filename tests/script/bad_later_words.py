from tvm.script import tirx as T


@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.sblock("b"):
            v = T.axis.spatal(8, i)
            A[v] = T.float32(0)
