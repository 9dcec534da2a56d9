@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor(("n", 16), "float32"), t: R.Tuple(R.Tensor((4,), "float32"), R.Shape(["n"]))
    ):
        n = T.Var("n", "int64")
        y = R.call_pure_packed("f", x, sinfo_args=[x.struct_info])
        dtype = t.struct_info.fields[0].dtype
        z = R.call_pure_packed(
            "g", y, sinfo_args=[R.Tensor((x.struct_info.shape[-1] + n,), dtype)]
        )
        half = x.astype("float16")
        wide = R.layout_transform(x, index_map=lambda i, j: (i, j // 4, j % 4))
        narrow = R.layout_transform(
            x, index_map=T.index_map(lambda i, j: (j // 4, i, j % 4), index_dtype="int32")
        )
        first = R.TupleGetItem(t, 0)
        return (half, wide, narrow, z, first, R.ShapeExpr([n, 4]))

    @R.function(pure=False)
    def effects(x: R.Tensor((), "bool"), nothing: R.Tuple()):
        if x:
            done = R.print(x, format="yes")
        else:
            done = R.print(x, format="no")
        also = nothing
        return (done, also)

    @R.function
    def returns_in_dataflow(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.add(x, x)
            b = R.multiply(a, a)
            return (a, b)
