@I.ir_module
class Module:
    @T.prim_func
    def main(args: T.handle):
        first: T.handle = T.tvm_struct_get(args, 0, 12, dtype="handle")
        T.evaluate(T.tvm_struct_get(args, 1, 12, "handle"))
        T.evaluate(
            T.call_intrin("handle", "tir.tvm_tuple", T.type_annotation(dtype="int8"), first)
        )

    @R.function
    def one(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            y = R.add(x, x)
            R.output(y)
        return y

    @R.function
    def other(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            y = R.add(x, x)
            z = R.add(y, y)
            R.output(z)
        return z
