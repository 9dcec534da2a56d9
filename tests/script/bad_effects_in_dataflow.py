@R.function(pure=False)
def in_dataflow(x: R.Tensor((8,), "float32")):
    with R.dataflow():
        y = R.call_packed("f", x, sinfo_args=R.Object)
        R.output(y)
    return y
