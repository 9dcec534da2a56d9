from tvm.script import ir as I, relax as R, tir as T


@R.function
def main(x: R.Tensor(("n", 8), "float32"), s: R.Tensor(("n * 2",), "float32")) -> R.Shape(["n"]):
    n = T.int64()
    return R.shape([n])


@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            B[i] = A[i] * T.flaot32(2)

    @R.function
    def main(x: R.Tensor((16,), "float32")) -> R.Tensor((16,), "float32"):
        return R.call_tir(Module.double, (x,), out_sinfo=R.Tensor((16,), "float32"))


@T.prim_func
def alone(A: T.Buffer((16,), "float32")):
    A[0] = T.flaot32(2)
