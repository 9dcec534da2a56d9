# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def f():
        T.call_extern("int32", "f", 1)

    @T.prim_func
    def main():
        f(1)