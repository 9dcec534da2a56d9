# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def tir_exp(a: T.handle, o: T.handle):
        n_ = T.int64()
        A = T.match_buffer(a, (n_, 8))
        Ob = T.match_buffer(o, (n_, 8))
        with T.block("root"):
            T.reads()
            T.writes()
            for i in range(n_):
                for j in range(T.int64(8)):
                    with T.block("e"):
                        vi = T.axis.spatial(n_, i)
                        vj = T.axis.spatial(T.int64(8), j)
                        T.reads(A[vi, vj])
                        T.writes(Ob[vi, vj])
                        Ob[vi, vj] = T.exp(A[vi, vj])

    @R.function(private=True)
    def sub(x: R.Tensor(("n", 8), dtype="float32")) -> R.Tensor(("n", 8), dtype="float32"):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.tir_exp, (x,), out_sinfo=R.Tensor((n, 8), dtype="float32"))
        return y

    @R.function
    def main(x: R.Tensor(("n", 8), dtype="float32"), w: R.Tensor((8, 4), dtype="float32")) -> R.Tuple(R.Tensor(("n", 2), dtype="float32"), R.Tensor(("n", 4), dtype="float32")):
        n = T.int64()
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            a: R.Tensor((n, 8), dtype="float32") = cls.sub(x)
            b_: R.Tensor((n, 4), dtype="float32") = R.matmul(a, w, out_dtype="void")
            c: R.Tensor((n, 4), dtype="float32") = R.nn.relu(b_)
            d: R.Tuple(R.Tensor((n, 2), dtype="float32"), R.Tensor((n, 2), dtype="float32")) = R.split(c, indices_or_sections=2, axis=1)
            lv4: R.Tensor((n, 2), dtype="float32") = d[0]
            f: R.Tuple(R.Tensor((n, 2), dtype="float32"), R.Tuple(R.Tensor((n, 2), dtype="float32"), R.Tensor((n, 2), dtype="float32")), R.Tensor((n, 4), dtype="float32")) = lv4, d, c
            g: R.Tensor((n, 2), dtype="float32") = f[0]
            R.output(c, g)
        return (g, c)