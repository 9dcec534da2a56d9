# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
    # from tvm.script import relax as R
    
    @R.function
    def outer_fn(a: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        # from tvm.script import relax as R
        
        @R.function
        def deep(c: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
            return c

        r: R.Tensor((2, 3), dtype="float32") = deep(a)
        return r

    z: R.Tensor((2, 3), dtype="float32") = outer_fn(x)
                                                    ^
    return z