1 p = T.bool()
2 if p:
3     A = T.Buffer((16,), "int32")
4     x = T.int32()
          ^^^^^^^^^
5     A[0] = x