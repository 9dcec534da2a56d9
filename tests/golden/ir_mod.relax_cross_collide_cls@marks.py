# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def prim(A: T.Buffer((2, 3), "float32")):
        A[0, 0] = T.float32(1.0)

    @R.function
    def helper(y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        return y

    @R.function
    def main(cls_1: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        cls = Module
        z: R.Tensor((2, 3), dtype="float32") = cls.helper(cls_1)
        cls_2 = R.call_tir(cls.prim, (z,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
        u: R.Tensor((2, 3), dtype="float32") = cls.main(cls_2)
        return u