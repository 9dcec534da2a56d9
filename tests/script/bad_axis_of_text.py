from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    with T.block("u"):
        vi = T.axis.spatial("a", 0)
        A[vi] = 1.0
