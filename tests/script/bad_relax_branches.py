@I.ir_module
class Refused:
    @R.function
    def hidden(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            with R.dataflow():
                lv = R.add(x, x)
                out = R.add(lv, lv)
                R.output(lv)
        else:
            out = R.add(x, x)
        return out

    @R.function
    def empty(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            out = x
        else:
            pass
        return out
