# A buffer names its strides, even if they have names.
from tvm.script import tir as T


@T.prim_func
def strides(a: T.handle, b: T.handle, c: T.handle, n: T.int32):
    s1 = T.int32()
    s0 = T.int32()
    A = T.match_buffer(a, (16, 16), "float16", strides=[s1, s0])
    B = T.match_buffer(b, (16, 16), "float16", strides=["t", 1])
    C = T.match_buffer(c, (16, n), "float16", strides=[n, 1])
    T.evaluate(s1 + s0)
    T.evaluate(n)
