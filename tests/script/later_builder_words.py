# Functions of the IRBuilder of TVM v0.26 that people call in scripts.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def words(a: T.handle, n: T.int32, x: T.float32) -> T.int32:
    A = T.match_buffer(a, (16,), "float32")
    T.device_entry()
    with T.If(n > 0):
        with T.Then():
            T.buffer_store(A, x, [n])
            y = T.bind(n + 1)
            A[y] = x
        with T.Else():
            T.Return(n)
    v = T.var("int32")
    T.Bind(n + 2, var=v)
    A[v] = T.fma(x, x, x)
    z = T.Bind(n, T.int32)
    A[z] = x
    T.evaluate(T.isinf(A[0]))
    T.Return(n)
