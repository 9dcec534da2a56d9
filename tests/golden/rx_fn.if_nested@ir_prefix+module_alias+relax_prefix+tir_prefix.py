# from tvm.script import relax as ___

@___.function
def main(cond: ___.Tensor((), dtype="bool"), x: ___.Tensor((2, 3), dtype="float32"), y: ___.Tensor((2, 3), dtype="float32")) -> ___.Tensor((2, 3), dtype="float32"):
    if cond:
        g2: ___.Tensor((2, 3), dtype="float32") = ___.exp(x)
        if cond:
            g1: ___.Tensor((2, 3), dtype="float32") = ___.exp(g2)
            if cond:
                g0: ___.Tensor((2, 3), dtype="float32") = ___.add(g1, y)
                inner_1: ___.Tensor((2, 3), dtype="float32") = g0
            else:
                inner_1: ___.Tensor((2, 3), dtype="float32") = g1
            inner: ___.Tensor((2, 3), dtype="float32") = inner_1
        else:
            inner: ___.Tensor((2, 3), dtype="float32") = g2
        z: ___.Tensor((2, 3), dtype="float32") = inner
    else:
        g0: ___.Tensor((2, 3), dtype="float32") = ___.add(y, y)
        z: ___.Tensor((2, 3), dtype="float32") = g0
    return z