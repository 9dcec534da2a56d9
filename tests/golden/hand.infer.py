# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function
def infer(x: R.Tensor(("n", 8), dtype="float32"), w: R.Tensor(("n", 4), dtype="float32"), k: R.Tensor((3,), dtype="int64"), image: R.Tensor((1, 8, 8, 3), dtype="float32"), kernel: R.Tensor((5, 3, 3, 3), dtype="float32")) -> R.Tensor((1, 6, 6, 5), dtype="float32"):
    n = T.int64()
    y1: R.Tensor((n, 12), dtype="float32") = R.concat((x, w), axis=1)
    y2: R.Tensor((n, 3), dtype="float32") = R.take(x, k, axis=1, mode="fast")
    y3: R.Tensor((n, 4), dtype="float32") = R.strided_slice(x, (R.prim_value(1),), (R.prim_value(0),), (R.prim_value(8),), (R.prim_value(2),), assume_inbound=False)
    y4: R.Tuple(R.Tensor((n, 2), dtype="float32"), R.Tensor((n, 6), dtype="float32")) = R.split(x, indices_or_sections=[2], axis=1)
    y5: R.Tensor((1, n, 8), dtype="float32") = R.expand_dims(x, axis=[0])
    y6: R.Tensor((n, 8), dtype="float32") = R.squeeze(y5, axis=[0])
    y7: R.Tensor((n, 1), dtype="int64") = R.argmax(x, axis=1, keepdims=True)
    y8: R.Tensor((3,), dtype="int32") = R.cumsum(k, axis=None, dtype="int32", exclusive=False)
    y9: R.Tensor((n, 16), dtype="float32") = R.tile(x, repeats=[1, 2])
    y10: R.Tensor((n, 2), dtype="float16") = R.builtin.alloc_tensor(R.shape([n, 2]), R.dtype("float16"), R.prim_value(0), R.str("global"))
    y11: R.Tensor((1, 6, 6, 5), dtype="float32") = R.nn.conv2d(image, kernel, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype="void")
    return y11