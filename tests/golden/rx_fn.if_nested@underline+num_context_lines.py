(... 7 lines skipped ...)
            g1: R.Tensor((2, 3), dtype="float32") = R.exp(g2)
            if cond:
                g0: R.Tensor((2, 3), dtype="float32") = R.add(g1, y)
                                                        ^^^^^^^^^^^^
                inner_1: R.Tensor((2, 3), dtype="float32") = g0
            else:
(... 9 lines skipped ...)