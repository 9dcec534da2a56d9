@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor(ndim=2, dtype="float32")):
    a = R.emit(R.add(x, R.multiply(x, x)))
    b = R.emit(x, R.Tensor((2, 3), "float32"))
    c = R.emit_match_cast(y, R.Tensor((2, 3), "float32"))
    d = R.stop_lift_params(c)
    e = R.hint_on_device(d, R.cpu(1))
    with R.dataflow():
        f = R.emit(R.add(a, b))
        g = R.add(R.emit(e), f)
        R.output(g)
    return g
