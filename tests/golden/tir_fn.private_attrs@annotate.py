# from tvm.script import tir as T

@T.prim_func(private=True)
def main():
    T.func_attr({"a": 1, "tir.noalias": True})
    T.evaluate(0)  # see here: 100%