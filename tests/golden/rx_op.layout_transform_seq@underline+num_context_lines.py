(... 2 lines skipped ...)
lv_1 = R.layout_transform(s, index_map=T.index_map(lambda i, j: (i, j // 4, j % 4)), pad_value=R.prim_value(T.float32(1.5)), axis_separators=[], input_axis_separators=[])
                                                                            ^
(... 2 lines skipped ...)