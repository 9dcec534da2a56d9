# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    T.realize(A[0:4])
    A[0] = T.float32(1.0)