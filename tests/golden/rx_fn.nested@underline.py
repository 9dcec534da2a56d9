# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
    # from tvm.script import relax as R
    
    @R.function
    def inner(a: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        gg: R.Tensor((2, 3), dtype="float32") = R.add(a, y)
        return gg

    gv: R.Tensor((2, 3), dtype="float32") = inner(x)
                                            ^^^^^
    return gv