# Tensors of which only the number of dimensions is known, or not even that.
@R.function
def open(
    x: R.Tensor(dtype="float32"),
    line: R.Tensor(dtype="float32", ndim=1),
    table: R.Tensor(dtype="float32", ndim=2),
    rows: R.Tensor(dtype="float32", ndim=3),
    image: R.Tensor(dtype="float32", ndim=4),
    solid: R.Tensor(dtype="float32", ndim=5),
    kernel: R.Tensor((8, 3, 3, 3), "float32"),
    scale: R.Tensor((3,), "float32"),
    other: R.Tensor((4,), "float32"),
    untyped: R.Tensor((3,)),
    free: R.Tensor(("m",), "float32"),
    known: R.Tensor((2, 3), "float32"),
    picks: R.Tensor((3, 1), "int64"),
    places: R.Tensor(dtype="int64", ndim=2),
    size: R.Shape(ndim=2),
):
    m = T.int64()
    a = R.nn.conv1d(rows, rows)
    a1 = R.nn.conv2d(image, kernel)
    a2 = R.nn.conv2d(x, kernel, data_layout="NHWC", out_dtype="float16")
    a3 = R.nn.conv2d(image, kernel, out_layout="NCHW4c")
    a4 = R.nn.conv3d(solid, x)
    a5 = R.nn.conv2d_transpose(image, x)
    b = R.nn.max_pool2d(image)
    b1 = R.nn.avg_pool1d(x)
    b2 = R.nn.adaptive_avg_pool2d(image)
    b3 = R.nn.adaptive_avg_pool3d(x, (7, 7, 7))
    c = R.image.resize2d(image, 7)
    c1 = R.image.resize2d(image, size)
    d = R.nn.layer_norm(rows, scale, scale, axes=-1)
    d1 = R.nn.layer_norm(known, free, free, axes=-1)
    d2 = R.nn.rms_norm(x, scale, axes=-1)
    d3 = R.nn.group_norm(image, scale, scale, num_groups=3, channel_axis=1, axes=[2, 3])
    d6 = R.nn.group_norm(image, scale, other, num_groups=3, channel_axis=1, axes=[2, 3])
    d4 = R.nn.batch_norm(image, scale, scale, scale, scale, axis=1)
    d5 = R.nn.batch_norm(known, free, free, free, free, axis=1)
    e = R.stack((rows, rows), axis=1)
    e1 = R.einsum((table, table), "ab,bc->ac")
    e2 = R.layout_transform(image, index_map=lambda i, j, k, l: (i, k, l, j))
    e3 = R.layout_transform(x, index_map=lambda i, j: (i // 2, j, i % 2))
    e4 = R.meshgrid((line, line))
    e5 = R.meshgrid((untyped, untyped))
    e6 = R.stack((known, table))
    f = R.gather_nd(table, picks)
    f1 = R.gather_nd(x, picks)
    f2 = R.gather_nd(table, places)
    f3 = R.index_tensor(table, (picks,))
    f4 = R.index_tensor(known, (picks, places))
    f5 = R.multinomial_from_uniform(table, table, places)
    f6 = R.multinomial_from_uniform(x, table, places)
    return x
