# from tvm.script import relax as R

@R.function
def main(cond: R.Tensor((), dtype="bool"), x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
    if cond:
        g2: R.Tensor((2, 3), dtype="float32") = R.exp(x)
        # TODO("quoted")
        if cond:
            g1: R.Tensor((2, 3), dtype="float32") = R.exp(g2)
            if cond:
                g0: R.Tensor((2, 3), dtype="float32") = R.add(g1, y)
                inner_1: R.Tensor((2, 3), dtype="float32") = g0
            else:
                inner_1: R.Tensor((2, 3), dtype="float32") = g1
            inner: R.Tensor((2, 3), dtype="float32") = inner_1
        else:
            inner: R.Tensor((2, 3), dtype="float32") = g2
        z: R.Tensor((2, 3), dtype="float32") = inner
    else:
        g0: R.Tensor((2, 3), dtype="float32") = R.add(y, y)
        z: R.Tensor((2, 3), dtype="float32") = g0
    return z