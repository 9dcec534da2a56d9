@I.ir_module
class Module:
    @R.function(pure=False)
    def loud(x: R.Tensor((8,), "float32")):
        R.print(R.add(x, x), format="{}")
        return x

    @R.function
    def forced(x: R.Tensor((8,), "float32")):
        R.func_attr({"relax.force_pure": True})
        y = R.call_packed("f", x, sinfo_args=R.Object)
        return y

    @R.function
    def inner(x: R.Tensor((8,), "float32")):
        @R.function(pure=False)
        def local(y: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
            R.print(y, format="{}")
            return y

        z = R.add(x, x)
        return z
