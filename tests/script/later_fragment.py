buffer = T.Buffer((64,), layout=None)
x: T.let[T.int32] = 10
T.wg.fill(buffer[0:64], T.float32(1.0))
