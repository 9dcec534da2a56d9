@R.function
def subscripted(x: R.Tensor((), "float32")):
    a = R.call_packed["f", x]
    b = R.layout_transform(x, index_map=y)
    return a
