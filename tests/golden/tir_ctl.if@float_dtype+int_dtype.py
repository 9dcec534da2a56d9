p = T.bool()
if p:
    A = T.Buffer((T.int32(16),), "int32")
    x = T.int32()
    A[T.int32(0)] = x