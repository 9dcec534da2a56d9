# from tvm.script import tir as T

@T.prim_func
def main(n: T.int32, p: T.handle("float32", "global")):
    with T.LetStmt(n + 1) as a:
        T.call_extern("int32", "f", a, p)
    b: T.int64 = T.Cast("int64", n)
    T.evaluate(b)