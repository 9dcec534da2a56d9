from tvm.script import tir as T


@T.prim_func
def calls(A: T.Buffer((16, 16), "float32"), n: T.int32, m: T.int64):
    T.evaluate(T.Ramp(0, 1))
    T.evaluate(T.Ramp(0, 1, 4, lane=3))
    T.evaluate(n(1))
    for i in T.gird(4, 4):
        T.evaluate(i)
    T.evaluate("x" + n)
    A[0] = T.float32(0)
