# Functions of TVM that pack the buffers among their arguments.
from tvm.script import tir as T


@T.prim_func
def packed(A: T.Buffer((8,), "float32"), b: T.handle):
    n = T.int32()
    B = T.match_buffer(b, (8, n), "float16", strides=[n, 1], offset_factor=4)
    T.call_packed("tvm.test", A, B, A[0])
    T.evaluate(T.call_cpacked("tvm.test", A))
    T.call_packed_lowered("tvm.test", A, 0, 1)
    T.call_cpacked_lowered("tvm.test", B, 0, 1)
