from tvm.script import tir as T
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for i in range(4):
        A[i] = 1.0
    else:
        A[0] = 1.0
    T.evaluate(T.call_extern("int32", "g", A))
