(... 12 lines skipped ...)
    else:
        z_else: R.Tensor((2,), dtype="float32") = R.subtract(x, R.const(1.5, "float32"))
                                                             ^
        z: R.Tensor((2,), dtype="float32") = z_else
    w: R.Tensor((2,), dtype="float32") = R.call_inplace_packed("inplace", z, inplace_indices=[0], sinfo_args=(R.Tensor((2,), dtype="float32"),))
                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    return w