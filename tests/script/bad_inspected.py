@I.ir_module
class Module:
    @R.function
    def known(x: R.Tensor((4, "n"), "float16")):
        bits = x.dtype.bits
        return bits

    @R.function
    def no_tensor(shape: R.Shape(["n", 4])):
        rank = shape.ndim
        return rank

    @R.function
    def no_axis(x: R.Tensor, s: R.Shape(["n"])):
        rows = x.shape[s]
        return rows

    @R.function
    def no_value(x: R.Tensor):
        return x.dtype

    @R.function
    def no_function(x: R.Tensor):
        y = x.shape()
        return y
