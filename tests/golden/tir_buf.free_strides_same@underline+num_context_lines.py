s = T.int32()
A = T.Buffer((16, 16), strides=(s, s))
              ^^
A[0, 0] = T.float32(0.0)