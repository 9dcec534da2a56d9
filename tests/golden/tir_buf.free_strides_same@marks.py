1 s = T.int32()
2 A = T.Buffer((16, 16), strides=(s, s))
3 A[0, 0] = T.float32(0.0)  # see here: 100%
  ^