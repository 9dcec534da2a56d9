# Slices of symbolic sizes: the sizes are simplified as TVM does.
@R.function(private=True)
def slices(
    sizes: R.Shape(["n", "m", "k"]),
    x0: R.Tensor(("n + m", "m"), "float32"),
    x1: R.Tensor(("n // 2", "m"), "float32"),
    x2: R.Tensor(("n", "m", 8), "float32"),
    x3: R.Tensor(("n + 1", "m"), "float32"),
    x4: R.Tensor(("n - 1", "m"), "float32"),
    x5: R.Tensor(("n * 4", "m"), "float32"),
    x6: R.Tensor(("k", "m", "k"), "float32"),
    x7: R.Tensor(("n + 4", "m", "k"), "float32"),
    x8: R.Tensor(("n * 4 + 3", "m", "k"), "float32"),
    x9: R.Tensor(("n + m * 2", "m", "k"), "float32"),
    x10: R.Tensor(("n * m", "m", "k"), "float32"),
    x11: R.Tensor(("n * 2", "m", "k"), "float32"),
    x12: R.Tensor(("n // 2", "m", "k"), "float32"),
    x13: R.Tensor(("n", "m", "k"), "float32"),
    x14: R.Tensor(("m", "m", "k"), "float32"),
    x15: R.Tensor((16, "m", "k"), "float32"),
    x16: R.Tensor(("n + m", "m", "k"), "float32"),
):
    n = T.int64()
    m = T.int64()
    k = T.int64()
    y0 = R.strided_slice(x0, [0], [1], [n + m])
    y1 = R.strided_slice(x1, [0], [n], [n // 2], assume_inbound=True)
    y2 = R.strided_slice(x2, [2], [0], [n])
    y3 = R.strided_slice(x2, [0], [1], [n], [2], assume_inbound=True)
    y4 = R.strided_slice(x3, [0], [n], [n + 1], assume_inbound=True)
    y5 = R.strided_slice(x2, [0], [m * 4], [(m + 1) * 4])
    y6 = R.strided_slice(x2, [0], [m], [n])
    y7 = R.strided_slice(x3, [0], [0], [2], assume_inbound=True)
    y8 = R.strided_slice(x1, [0], [1], [n // 2])
    y9 = R.strided_slice(x0, [0], [0], [n + m])
    y10 = R.strided_slice(x3, [0], [0], [2])
    y11 = R.strided_slice(x0, [0], [0], [n], assume_inbound=True)
    y12 = R.strided_slice(x1, [0], [1], [n // 2], assume_inbound=True)
    y13 = R.strided_slice(x2, [0], [8], [2], [-1], assume_inbound=True)
    y14 = R.strided_slice(x2, [2], [7], [n], [-1])
    y15 = R.strided_slice(x2, [0], [0], [n], [m])
    y16 = R.strided_slice(x2, [0], [-3], [-1], assume_inbound=True)
    y17 = R.strided_slice(x2, [0], [n], [0])
    y18 = R.strided_slice(x2, [2], [-n], [8], assume_inbound=True)
    y19 = R.strided_slice(x3, [0], [0], [n + 1], assume_inbound=True)
    y20 = R.strided_slice(x0, [0], [n], [n + m], assume_inbound=True)
    y21 = R.strided_slice(x0, [0], [1], [n + m], assume_inbound=True)
    y22 = R.strided_slice(x1, [0], [0], [2], assume_inbound=True)
    y23 = R.strided_slice(x2, [0], [1], [n])
    y24 = R.strided_slice(x2, [0], [m - 1], [m], assume_inbound=True)
    y25 = R.strided_slice(x2, [0], [m], [n], [2], assume_inbound=True)
    y26 = R.strided_slice(x2, [0], [-1], [n])
    y27 = R.strided_slice(x2, [0], [k], [k + 2])
    y28 = R.strided_slice(x2, [0], [n], [0], [-1], assume_inbound=True)
    y29 = R.strided_slice(x2, [0], [0], [m], assume_inbound=True)
    y30 = R.strided_slice(x2, [0], [m], [m + 1])
    y31 = R.strided_slice(x4, [0], [n], [n - 1], assume_inbound=True)
    y32 = R.strided_slice(x5, [0], [0], [n], assume_inbound=True)
    y33 = R.strided_slice(x0, [0], [m], [n + m], assume_inbound=True)
    y34 = R.strided_slice(x6, [0], [(k + 1) * 4], [k], assume_inbound=True)
    y35 = R.strided_slice(x7, [0], [-1], [n + 4], [8])
    y36 = R.strided_slice(x8, [0], [1], [n * 4 + 3], [2])
    y37 = R.strided_slice(x9, [0], [T.max(n - 2, 0)], [n + m * 2], [4], assume_inbound=True)
    y38 = R.strided_slice(x10, [0], [m], [m], [3])
    y39 = R.strided_slice(x11, [0], [16], [m], [4], assume_inbound=True)
    y40 = R.strided_slice(x8, [0], [T.min(n, 4)], [3], assume_inbound=True)
    y41 = R.strided_slice(x6, [0], [n - m], [16], assume_inbound=True)
    y42 = R.strided_slice(x7, [0], [0], [m - k], [2], assume_inbound=True)
    y43 = R.strided_slice(x12, [0], [100], [n * 4], [3])
    y44 = R.strided_slice(x7, [0], [k], [n + m], [-2])
    y45 = R.strided_slice(x6, [0], [8 - n], [100], [-1], assume_inbound=True)
    y46 = R.strided_slice(x13, [0], [n // 2], [-5], [4], assume_inbound=True)
    y47 = R.strided_slice(x10, [0], [m], [-5], assume_inbound=True)
    y48 = R.strided_slice(x12, [0], [0], [m])
    y49 = R.strided_slice(x11, [0], [0], [k * 4], [1])
    y50 = R.strided_slice(x6, [0], [8 - n], [n // 2], [-1])
    y51 = R.strided_slice(x14, [0], [k], [8 - n], [1])
    y52 = R.strided_slice(x7, [0], [0], [m + n // 2], assume_inbound=True)
    y53 = R.strided_slice(x13, [0], [16], [n * 2], [-2], assume_inbound=True)
    y54 = R.strided_slice(x8, [0], [0], [n * 4 + 3], [2])
    y55 = R.strided_slice(x15, [0], [n % 4], [-5], [-2], assume_inbound=True)
    y56 = R.strided_slice(x10, [0], [n * 4], [m * 3])
    y57 = R.strided_slice(x11, [0], [2], [1], [2], assume_inbound=True)
    y58 = R.strided_slice(x11, [0], [m], [T.min(n, 4)], assume_inbound=True)
    y59 = R.strided_slice(x11, [0], [m + 2], [n * 2], [8], assume_inbound=True)
    y60 = R.strided_slice(x16, [0], [0], [n + m], assume_inbound=True)
    y61 = R.strided_slice(x9, [0], [0], [n + m], [3])
    y62 = R.strided_slice(x11, [0], [n // 2], [n * 2], [8])
    y63 = R.strided_slice(x13, [0], [n - 1], [n + m], [4])
    return y63
