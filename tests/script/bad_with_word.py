from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    for i in range(4):
        with T.block("b"):
            vi = T.axis.spatial(4, i)
            with T.init:
                A[vi] = 0
            A[vi] = A[vi] + 1
    for k in T.serial:
        A[k] = 1
