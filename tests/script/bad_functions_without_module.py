@R.function
def f(x: R.Tensor((2,), "float32")):
    return x


@R.function
def g(x: R.Tensor((2,), "float32")):
    return x
