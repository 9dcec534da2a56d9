# Licensed to nobody in particular.
from tvm.script import tir as T

SIZE   = 128   # of Python: stays

@T.prim_func
def scale(A: T.Buffer((128, 128), 'float32'), B: T.Buffer((128, 128), 'float32'), factor: T.float32, offset: T.float32):
    """Scales a matrix."""
    # tile the loop
    for i,j in T.grid(128, 128):  # rows first
        with T.block("scale"):
            vi, vj = T.axis.remap("SS", [i,j])
            B[vi,vj] = T.max(A[vi, vj]*factor + offset, T.float32(0)) # at least zero
