# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Object, R.Tensor((2, 3), dtype="float32")):
    gv: R.Object = R.make_closure(lifted, (x,))
    gv1: R.Object = R.invoke_closure(gv, (x,), sinfo_args=(R.Object,))  # tail  
    gv2: R.Tensor((2, 3), dtype="float32") = R.invoke_pure_closure(gv, (x, x), sinfo_args=(R.Tensor((2, 3), dtype="float32"),))
    return (gv1, gv2)