# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def copy(A: T.Buffer((2, 3), "float32"), B: T.Buffer((2, 3), "float32")):
        for i, j in T.grid(2, 3):
            B[i, j] = A[i, j]

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Tensor(("n", 4), dtype="float16"), image: R.Tensor((2, 3, 8, 8, 8), dtype="float32"), m: T.int64) -> R.Any:
        n = T.int64()
        cls = Module
        a: R.Tensor((2, 3), dtype="bool") = R.isnan(x)
        b: R.Tensor((n, 4), dtype="float16") = R.add(s, s)
        c: R.Tuple(R.Tensor((2, 3), dtype="bool"), R.Tensor((n, 4), dtype="float16")) = (a, b)
        d: R.Tensor((2, 3), dtype="bool") = c[0]
        e: R.Tensor((2, 3), dtype="bool") = d
        f: R.Shape([n, 4]) = R.shape_of(b)
        g: R.Tensor(dtype="float16", ndim=2) = R.nn.relu(b)
        h: R.Tensor((2, 3, 4, 4, 4), dtype="float32") = R.image.resize3d(image, (4, 4, 4))
        i: T.int64 = m
        j = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((2, 3), dtype="float32"))
        k: R.Any = R.call_packed("f", x, ty_args=(R.Any,))
        return k
