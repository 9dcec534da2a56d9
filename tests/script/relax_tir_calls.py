@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("m",), "float32"), y: R.Tensor((4, 4), "float32"), s: R.Shape(["k"])):
        m = T.int64()
        k = T.int64()
        a = R.call_tir(
            Module.f, (x, y), out_sinfo=R.Tensor((8,), "float32"), tir_vars=R.shape([k])
        )
        b = R.call_tir(
            Module.f,
            (x,),
            out_sinfo=[R.Tensor((4, 4), "float32"), R.Tensor((8,), "float32")],
            tir_vars=R.shape([k]),
        )
        c = R.call_tir(Module.g, (x,), out_sinfo=R.Tensor((m * 2,), "float32"))
        d = R.call_tir(Module.g, (x,), out_sinfo=R.Tensor((m + m,), "float32"))
        e = R.call_tir_inplace(
            Module.h, (y,), inplace_indices=[0], out_sinfo=R.Tensor((4, 4), "float32")
        )
        return (a, b, c, d, e)

    @T.prim_func
    def h(A: T.Buffer((4, 4), "float32")):
        T.evaluate(A[0, 0])

    @T.prim_func
    def f(a: T.handle, B: T.Buffer((4, 4), "float32"), C: T.Buffer((8,), "float32"), k: T.int64):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        T.evaluate(A[0])

    @T.prim_func
    def g(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n * 2,), "float32")
        T.evaluate(A[0] + B[0])
