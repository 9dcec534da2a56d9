# from tvm.script import tir as T

@T.prim_func
def main(h: T.handle):
    A = T.match_buffer(h, (16,), offset_factor=4)
    T.evaluate(A[3])