(... 6 lines skipped ...)
 7     R.func_attr({"num_input": 3})
 8     gv: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.multiply(p0, p0)
                                                                       ^^
 9     gv_1: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.exp(p0)
(... 11 lines skipped ...)