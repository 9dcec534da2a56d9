# The regions of indices that are read from a buffer.
from tvm.script import tir as T


@T.prim_func
def nested(D: T.Buffer((16, 16), "float32"), I: T.Buffer((4,), "int32")):
    O = T.alloc_buffer((16, 16), "float32")
    for i, j in T.grid(16, 16):
        with T.block("twice"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = D[I[I[0]], I[0]]
        with T.block("deep"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = D[I[I[I[0]]], I[I[0]]]
        with T.block("others"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = D[I[I[1]] + I[2], I[I[1]]]
