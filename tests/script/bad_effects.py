@R.function
def quiet(x: R.Tensor((8,), "float32")):
    nothing = R.print(x, format="{}")
    return nothing
