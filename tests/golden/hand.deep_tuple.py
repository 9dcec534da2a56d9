# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tensor((4,), dtype="float32")))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) -> R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tuple(R.Tensor((4,), dtype="float32"))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))):
        return x