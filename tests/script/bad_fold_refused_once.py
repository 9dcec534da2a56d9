@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((7, 8), "float32"), c: R.Tensor((), "bool")):
    z = R.add(R.add(x, w), x)
    y = R.concat((z, z), axis=0)
    if c:
        q = R.add(x, w)
    else:
        q = x
    return R.nn.relu(R.add(x, w))
