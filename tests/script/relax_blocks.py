@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 3), "float32"), c: R.Tensor((), "bool")
    ):
        if c:
            with R.dataflow():
                out = R.matmul(x, w)
                R.output(out)
        else:
            with R.dataflow():
                lv = R.matmul(x, w)
                out = R.add(lv, lv)
                R.output(out)
        if c:
            s = R.add(out, out)
            with R.dataflow():
                y = R.add(s, s)
                R.output(y)
            with R.dataflow():
                a = R.add(y, s)
                z = a
                R.output(a, z)
        else:
            with R.dataflow():
                z = out
                R.output(z)
        return z

    @R.function
    def merged(x: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = R.add(x, x)
            b = R.add(a, a)
            R.output(a)
        with R.dataflow():
            c = R.add(a, x)
            d = R.add(c, a)
            R.output(d)
        return (a, d)
