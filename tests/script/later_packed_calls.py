# Without --fold, a buffer of v0.26 stays an argument: it is an expression.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def packed(A: T.Buffer((8,), "float32")):
    T.call_packed("tvm.test", A)
    T.call_extern("int32", "test", A)
