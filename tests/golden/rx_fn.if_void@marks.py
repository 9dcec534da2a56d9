# from tvm.script import relax as R

@R.function(pure=False, private=True)
def main(cond: R.Tensor((), dtype="bool"), x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
    if cond:
        R.print(x, format=R.str("t"))  # x = 1
                ^
        z: R.Tuple = R.tuple()
    else:
        R.print(x, format=R.str("f"))
        z: R.Tuple = R.tuple()
    return x