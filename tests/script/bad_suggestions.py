@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((4,), "flot32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("b"):
                v = T.remap("S", [i])
                B[v] = T.float(1)

    @R.function
    def g(x: R.Tensor((4,), "float32")):
        y = R.relu(x)
        return R.softmax(y)
