from tvm.script import tir as T


@T.prim_func
def syntax(n: T.int32):
    T.evaluate(n +)
    T.evaluate(f"{n}")
    T.evaluate([i for i in range(4)])
    T.evaluate(n)
