from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Net:
    @T.prim_func
    def broken(A: T.Buffer((4,), "float32")):
        A[0] = B[0]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Net
        y = R.call_tir(cls.broken, (x,), out_sinfo=R.Tensor((4,), "float32"))
        z = R.call_tir(cls.borken, (y,), out_sinfo=R.Tensor((4,), "float32"))
        w = R.adt(z, z)
        return w
