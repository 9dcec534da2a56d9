# from tvm.script import tir as T

x: T.int32 = 8

@T.prim_func
def function():
    T.evaluate(x)
