@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((8,), "float32"), B: T.Buffer((4,), "float32")):
        T.evaluate(0)

    @R.function
    def g(x: R.Tensor((8,), "float32"), y: R.Tensor((8,), "float32")):
        z = R.call_tir_inplace(Module.f, (x,), [3], x.struct_info)
        return z
