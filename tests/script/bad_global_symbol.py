@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((8,), "float32")):
        R.func_attr({"global_symbol": "g"})
        return x
