(... 5 lines skipped ...)
6     gv1: R.Object = R.invoke_closure(gv, (x,), sinfo_args=(R.Object,))
7     gv2: R.Tensor((2, 3), dtype="float32") = R.invoke_pure_closure(gv, (x, x), sinfo_args=(R.Tensor((2, 3), dtype="float32"),))
                                                                         ^^^^^^
8     return (gv1, gv2)