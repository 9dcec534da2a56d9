# from tvm.script import relax as T

@T.function(pure=False, private=True)
def main(cond: T.Tensor((), dtype="bool"), x: T.Tensor((2, 3), dtype="float32")) -> T.Tensor((2, 3), dtype="float32"):
    if cond:
        T.print(x, format=T.str("t"))
        z: T.Tuple = T.tuple()
    else:
        T.print(x, format=T.str("f"))
        z: T.Tuple = T.tuple()
    return x