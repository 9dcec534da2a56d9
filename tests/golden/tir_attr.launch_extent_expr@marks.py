1 x = T.int32()
2 # see here: 100%
3 with T.launch_thread("threadIdx.x", x * 2 + 1) as tx:
                                          ^
4     A = T.Buffer((16, 16))
5     A[tx, x] = T.float32(1.0)  # TODO("quoted")