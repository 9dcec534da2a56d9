@I.ir_module
class Module:
    @R.function
    def names(x: R.Tensor(ndim=2, dtype="float32")):
        n = T.int64()
        gv1 = R.match_cast(x, R.Tensor((n, n), "float32"))
        @R.function
        def inner(y: R.Tensor((2, 2), "float32")) -> R.Tensor(ndim=2, dtype="float32"):
            return R.add(y, y)
        with R.dataflow():
            lv1 = R.add(R.add(gv1, x), x)
            R.output(lv1)
        return R.add(R.add(lv1, x), x)
