(... 3 lines skipped ...)
def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
    gv: R.Tensor((3,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    gv1: R.Tensor((3,), dtype="float32") = R.add(gv, metadata["relax.expr.Constant"][1])
(... 2 lines skipped ...)