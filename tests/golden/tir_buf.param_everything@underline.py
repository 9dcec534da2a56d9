1 # from tvm.script import tir as I
2 
3 @I.prim_func
4 def main(a: I.handle):
5         n, m = I.int32(), I.int32()
6         A = I.match_buffer(a, (n, m, I.int32(4)), strides=("q0", I.int32(4), I.int32(1)), scope="local", align=32, offset_factor=4, buffer_type="auto", axis_separators=[I.int32(2)])
7         A[I.int32(0), I.int32(0), I.int32(0)] = I.int8(0)
          ^