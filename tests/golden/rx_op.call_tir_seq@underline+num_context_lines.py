(... 12 lines skipped ...)
lv_8 = R.call_dps_packed("dps.fn", (s, R.prim_value(1)), out_sinfo=R.Tensor((4, 8), dtype="float32"))
lv_9 = R.call_dps_packed("dps.ext", (s,), out_sinfo=[R.Tensor((1,), dtype="float32"), R.Tensor((2,), dtype="float32")])
                                    ^^^^
R.tuple()