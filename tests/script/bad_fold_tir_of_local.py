from tvm.script import relax as R, ir as I, tir as T
@I.ir_module
class M:
    @R.function
    def f(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = M
        @R.function
        def inner_function_here(y: R.Tensor((4,), "float32")) -> R.Tensor((5,), "float32"):
            z = R.call_tir(cls.k, (y,), out_sinfo=R.Tensor((5,), "float32"))
            return z
        w = inner_function_here(x)
        return x
    @T.prim_func
    def k(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]
