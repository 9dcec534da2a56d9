# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.handle):
        T.func_attr({"d": I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global")})
        A = T.match_buffer(a, (16,))
        T.call_extern("int32", "g", a, A[0])

    @T.prim_func
    def f2(n: T.int32):
        T.func_attr({"d": I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 1, "global")})
        T.evaluate(n)

    @R.function
    def g(x: R.Tensor((4,), dtype="float32", vdevice="llvm:1:global")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"d": 1})
        return x