x = T.int32()
with T.launch_thread("threadIdx.x", x * 2 + 1) as tx:
  A = T.Buffer((16, 16))
  A[tx, x] = T.float32(1.0)