# from tvm.script import tir as T

@T.prim_func(private=True)
def main(pa: T.handle, pb: T.handle):
    A = T.match_buffer(pa, (16,))
    B = T.match_buffer(pb, (4, 4), data=A.data)
    A[0] = T.float32(0.0)  # note
    B[0, 0] = T.float32(0.0)