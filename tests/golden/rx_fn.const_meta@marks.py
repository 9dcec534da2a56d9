(... 4 lines skipped ...)
    gv: R.Tensor((3,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
    gv1: R.Tensor((3,), dtype="float32") = R.add(gv, metadata["relax.expr.Constant"][1])
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    return gv1

# Metadata omitted. Use show_meta=True in script() method to show it.