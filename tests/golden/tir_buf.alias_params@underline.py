1 # from tvm.script import tir as T
2 
3 @T.prim_func(private=True)
4 def main(pa: T.handle, pb: T.handle):
5     A = T.match_buffer(pa, (16,))
6     B = T.match_buffer(pb, (4, 4), data=A.data)
7     A[0] = T.float32(0.0)
8     B[0, 0] = T.float32(0.0)
      ^^^^^^^^^^^^^^^^^^^^^^^^