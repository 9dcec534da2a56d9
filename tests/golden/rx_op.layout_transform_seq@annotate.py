s: R.Tensor((4, 8), dtype="float32")
lv = R.layout_transform(s, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None, axis_separators=[], input_axis_separators=[])  # TODO("quoted")
lv_1 = R.layout_transform(s, index_map=T.index_map(lambda i, j: (i, j // 4, j % 4)), pad_value=R.prim_value(T.float32(1.5)), axis_separators=[], input_axis_separators=[])  # note
lv_2 = R.layout_transform(s, index_map=T.index_map(lambda i, j: (i // 2, j, i % 2)), pad_value=R.prim_value(T.float32(0.0)), axis_separators=[1], input_axis_separators=[1])  # tail  
R.tuple()