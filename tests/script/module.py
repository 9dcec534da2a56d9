from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Net:
    I.module_attrs({"version": 3})

    @R.function
    def main(
        x: R.Tensor(("n", 16), dtype="float32"), w: R.Tensor((16, 4), "float32")
    ) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        cls = Net
        with R.dataflow():
            h = R.matmul(x, w)
            s = R.call_tir(
                cls.twice, (h,), out_sinfo=R.Tensor((n, 4), dtype="float32")
            )
            y: R.Tensor((n, 4), "float32") = R.add(s, R.const(1.0, "float32"))
            R.output(y)
        return y

    @T.prim_func(private=True)
    def twice(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n, 4))
        B = T.match_buffer(b, (n, 4))
        for i, j in T.grid(n, T.int64(4)):
            with T.block("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2)
