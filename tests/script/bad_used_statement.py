# from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    with T.block("b"):
        A[0] = T.reads(A[0])
        A[1] = 1 + T.where(True)
        x: T.int32 = T.writes(A[0])
        y = T.block_attr({})
        T.evaluate(T.max(T.block_attr({}), 1))
        if T.block_attr({}):
            A[2] = 1
        assert T.block_attr({}), "m"
