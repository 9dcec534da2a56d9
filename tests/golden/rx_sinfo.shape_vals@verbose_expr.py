n = T.int64()
m = T.int64()
R.Shape([1, n, n + m])