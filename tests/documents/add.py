from tvm.script import tir as T


@T.prim_func
def add(A: T.Buffer((4,), "int32")):
    for i in range(4):   # all of them
        A[i]=A[i]+1
