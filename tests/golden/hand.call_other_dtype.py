# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def f(y: T.int32):
        Module.g(y)

    @T.prim_func
    def g(x: T.int32):
        T.call_extern("int32", "f", x)