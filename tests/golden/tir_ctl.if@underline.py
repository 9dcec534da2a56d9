p = T.bool()
    ^^^^^^^^
if p:
    A = T.Buffer((16,), "int32")
    x = T.int32()
    A[0] = x
    ^