from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    I.module_attrs({"a": 1})
    I.module_attrs({"a": 2})
    I.module_global_infos({"vdevice": [I.vdevice("llvm")]})
    I.module_global_infos({"vdevice": [I.vdevice("cuda")]})

    @T.prim_func
    def f(a: T.handle, n: T.int32):
        I.module_attrs({"a": 3})
        A = T.match_buffer(a, (4,), "int32")
        with T.block("x"):
            with T.init():
                A[0] = 1
            with T.init():
                A[0] = 2
            T.evaluate(n)

    @T.prim_func
    def g(a: T.handle, n: T.int32):
        A = T.match_buffer(a, (4,), "int32")
        A[0] = n + +n
        B = T.match_buffer(a, (8,), "int32")
        B[0] = n + +1

    @R.astype
    def h(x: R.Tensor((1,), "float32")):
        return x
