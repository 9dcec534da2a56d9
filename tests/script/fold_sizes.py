# Sizes that are symbolic or unknown.
@R.function
def sizes(
    x: R.Tensor(("n", 4, 8), "float32"),
    image: R.Tensor(("n", 3, "h", 16), "float32"),
    weight: R.Tensor((8, 3, 3, 3), "float32"),
    t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32")),
    u: R.Tensor("float32", ndim=2),
    v: R.Tensor("float32"),
    y: R.Tensor(("n", 2, 8), "float32"),
    wide: R.Tensor(("n", 640), "float32"),
    ends: R.Tensor((2,), "int64"),
    back: R.Tensor((3, 8, 2, 2), "float32"),
    pixels: R.Tensor(("n", 8, 2, 2), "float32"),
    places: R.Tensor((1, 2), "int64"),
):
    n = T.int64()
    h = T.int64()
    a = R.reshape(x, (n, -1))
    a1 = R.reshape(x, (-1, n))
    a2 = R.reshape(x, (n * 2, -1))
    a3 = R.flatten(x)
    b = R.concat((x, x), axis=0)
    b1 = R.concat([x, y], axis=1)
    b2 = R.concat((u, u), axis=0)
    c = R.repeat(x, 2)
    c1 = R.tile(x, (2, 1, 3, 4))
    d = R.split(x, 2, axis=0)
    d0 = R.concat((a, wide), axis=1)
    d1 = R.split(d0, [640], axis=1)
    d2 = R.split(x, [1, 3], axis=0)
    d3 = R.split(u, 2)
    e = R.strided_slice(x, [0], [0], [2])
    e1 = R.strided_slice(x, [0], [1], [n])
    e2 = R.dynamic_strided_slice(u, ends, ends, ends)
    f = R.nn.conv2d(image, weight, strides=2, padding=1)
    f1 = R.nn.max_pool2d(image, 3, 2, 1, ceil_mode=True)
    f2 = R.nn.adaptive_avg_pool2d(image, 1)
    f3 = R.nn.conv2d_transpose(image, back, strides=2)
    f4 = R.image.resize2d(image, (8, 8))
    g = R.nn.pad(x, (0, 0, 1, 1, 2, 2))
    g1 = R.ccl.allgather(x, 2)
    g2 = R.ccl.scatter_from_worker0(x, 2)
    g3 = R.nn.pixel_shuffle(pixels, 2)
    i = R.arange(0, n * 2, 2, "int32")
    j = R.matmul(u, u)
    j1 = R.matmul(v, u)
    k = R.permute_dims(v)
    k1 = R.expand_dims(u, 0)
    k2 = R.squeeze(x)
    k3 = R.argmax(u, 0)
    k4 = R.take(v, R.prim_value(0), 0)
    l = R.layout_transform(x, index_map=lambda a, b, c: (b, a, c))
    l1 = R.memory.view(x, R.shape([n, 32]))
    m = t[2**32]
    o = R.min(x, axis=(2**40,), keepdims=True)
    p = R.gather_nd(x, places)
    q = R.meshgrid((m, m))
    return x
