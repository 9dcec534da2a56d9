# Functions of TVM's IRBuilder that people call in scripts.
from tvm.script import tir as T


@T.prim_func
def words(a: T.handle, n: T.int32, x: T.float32, h: T.float16):
    A = T.match_buffer(a, (16,), "float32")
    B = T.buffer_decl((16,), "float32", data=A.data)
    with T.If(n > 0):
        with T.Then():
            T.buffer_store(A, 1, [n])
        with T.Else():
            T.buffer_store(A, x, n + 1)
            T.buffer_store(A, T.Broadcast(x, 4), [T.Ramp(0, 1, 4)], predicate=T.Broadcast(n > 1, 4))
    with T.If(True):
        with T.Then():
            B[0] = x
    with T.While(n < 3):
        A[n] = x
    v = T.var("int32")
    with T.let(v, n + 1):
        A[v] = x
    w = T.var("int32", "w")
    A[T.let(w, n, w + w)] = x
    p = T.buffer_var("float32", "global")
    with T.let(p, A.data):
        T.evaluate(p)
    T.evaluate(T.isinf(x))
    T.evaluate(T.isfinite(x))
    T.evaluate(T.isfinite(h))
    T.evaluate(T.isinf(n))
    T.evaluate(T.isfinite(n))
    T.evaluate(T.isinf(T.infinity("float32")))
    l = T.Var("l", "float32")
    r = T.Var("r", "float32")
    k = T.IterVar((0, 16), "k", 2)
    T.evaluate(T.Reduce(T.CommReducer([l], [r], [l + r], [T.float32(0)]), [A[k]], [k], True, 0))
