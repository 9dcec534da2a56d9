# from tvm.script import tir as T

@T.prim_func(private=True)
def main(n: T.int32, m: T.int32):
    T.attr(T.Range(n, m + n), "k", 1)
    T.call_extern("int32", "f", n)