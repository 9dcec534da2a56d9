# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def g(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        T.evaluate(0)

    @R.function
    def main(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        gv: R.Prim(value=1) = R.prim_value(1)
        gv1: R.Tuple(R.Tensor((4,), dtype="float32")) = (p,)
        gv2 = R.call_tir(cls.g, (p,), out_sinfo=R.Tensor((4,), dtype="float32"))
        gv3: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), R.prim_value(0), R.str("global"), sinfo_args=(R.Tensor((4,), dtype="float32"),))
        R.assert_op(R.prim_value(True), p, gv2, format=R.str("{} {}"))
        return gv2