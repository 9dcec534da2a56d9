(... 4 lines skipped ...)
    with R.dataflow():
        lv: R.Tensor((1, 8, 16, 16), dtype="float32") = R.nn.conv2d(x, w1, strides=[2, 2], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="float32")
                                                                    ^
        lv1: R.Tuple(R.Tensor((1, 8, 16, 16), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")) = R.nn.batch_norm(lv, g, bb_, m_, v, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
                                                                                                                                                           ^^^      ^
        lv2: R.Tensor((1, 8, 16, 16), dtype="float32") = lv1[0]
(... 8 lines skipped ...)