# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(private=True, s_tir=True)
def main(n: T.int32):
    with T.attr({"k": 1, "b": 2}):
        T.evaluate(1)
    T.evaluate(2)
