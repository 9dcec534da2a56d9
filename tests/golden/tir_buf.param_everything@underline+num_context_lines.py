1 # from tvm.script import tir as T
2 
3 @T.prim_func
  ^^^^^^^^^^^^
4 def main(a: T.handle):
  ^^^^^^^^^^^^^^^^^^^^^^
5     n, m = T.int32(), T.int32()
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^
6     A = T.match_buffer(a, (n, m, 4), "int8", strides=("q0", 4, 1), scope="local", align=32, offset_factor=4, buffer_type="auto", axis_separators=[2])
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
7     A[0, 0, 0] = T.int8(0)
      ^^^^^^^^^^^^^^^^^^^^^^