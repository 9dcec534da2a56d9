@I.ir_module(check_well_formed=False)
class Module:
    @T.prim_func
    def undefined(A: T.Buffer((8,), "float32")):
        i = T.int32()
        A[i] = 1.0

    @R.function
    def effects(x: R.Tensor((), "bool")) -> R.Tuple():
        y = R.print(x, format="{}")
        return y

    @R.function
    def other(x: R.Tensor((8,), "int32")) -> R.Tensor((8,), "float32"):
        y: R.Tensor((8,), "float32") = R.add(x, x)
        return y
