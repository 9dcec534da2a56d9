n = T.int64()
x: R.Tensor((n, 4), dtype="float32")
y: R.Tensor((n, 4), dtype="float32") = R.sin(x)
z: R.Tensor((n, 4), dtype="float32") = R.cos(y)