# from tvm.script import relax as R

@R.function
def conv_net(x: R.Tensor((1, 3, 32, 32), dtype="float32"), w1: R.Tensor((8, 3, 3, 3), dtype="float32"), g: R.Tensor((8,), dtype="float32"), bb_: R.Tensor((8,), dtype="float32"), m_: R.Tensor((8,), dtype="float32"), v: R.Tensor((8,), dtype="float32")) -> R.Tensor((8, 1), dtype="float16"):
    with R.dataflow():
        lv = R.nn.conv2d(x, w1, strides=[2, 2], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="float32")
        lv1 = R.nn.batch_norm(lv, g, bb_, m_, v, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        lv2 = lv1[0]
        lv3 = R.nn.relu(lv2)
        lv4 = R.nn.max_pool2d(lv3, pool_size=[2, 2], strides=[2, 2], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        lv5 = R.mean(lv4, axis=[2, 3], keepdims=False)
        lv6 = R.permute_dims(lv5, axes=[1, 0])
        lv7 = R.astype(lv6, dtype="float16")
        lv8 = R.nn.softmax(lv7, axis=-1)
        R.output(lv8)
    return lv8