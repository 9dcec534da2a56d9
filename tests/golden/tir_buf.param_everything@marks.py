# from tvm.script import tir as T

@T.prim_func
^^^^^^^^^^^^
def main(a: T.handle):
^^^^^^^^^^^^^^^^^^^^^^
    n, m = T.int32(), T.int32()
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^
    A = T.match_buffer(a, (n, m, 4), "int8", strides=("q0", 4, 1), scope="local", align=32, offset_factor=4, buffer_type="auto", axis_separators=[2])
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    A[0, 0, 0] = T.int8(0)  # note
    ^^^^^^^^^^^^^^^^^^^^^^