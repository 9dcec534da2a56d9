# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(A: T.Buffer((T.int64(8), "n"), "float32"), B: T.Buffer((T.int64(8), n), "float32"), n: T.int64):
        # with T.sblock("root"):
        C = T.sblock_alloc_buffer((T.int64(8), n))
        for i, j in T.grid(T.int64(8), n):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i, j in T.grid(T.int64(8), n):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = T.exp(C[vi, vj])

    @R.function
    def main(x: R.Tensor((8, "n"), dtype="float32"), y: R.Any) -> R.Tensor((8, "n"), dtype="float32"):
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.twice, (x,), out_ty=R.Tensor((8, n), dtype="float32"))
        return gv
