# Vectors whose size is known at run time.
from tvm.script import tir as T


@T.prim_func
def scalable(a: T.handle):
    A = T.match_buffer(a, (200,), "float32")
    A[T.Ramp(0, 1, T.vscale() * 4)] = T.Broadcast(1, T.vscale() * 4)
    A[T.Ramp(11, 2, 4 * T.vscale())] = T.Broadcast(125, T.vscale() * 4)
    A[0:4 * T.vscale()] = A[T.Ramp(0, 1, T.vscale() * 4)] + T.Broadcast(1, T.vscale() * 4)
    A[0:T.vscale() * 8] = T.Ramp(0, 1, T.vscale() * 8)
    A[T.Ramp(0, 1, 4)] = T.Broadcast(1, 4)
    A[0:T.vscale() * 4] = A[T.Ramp(0, 1, T.vscale() * 4)] * 2 + T.float32(1)
