@T.prim_func
def regions(a: T.handle, B: T.Buffer((64,), "float32"), I: T.Buffer((64,), "int32")):
    n = T.int32()
    A = T.match_buffer(a, (n, 64))
    C = T.alloc_buffer((64,))
    for i in range(16):
        with T.block("loops"):
            v = T.axis.spatial(16, i)
            for j in range(4):
                B[v * 4 + j] = A[0, v * 4 + j] + A[1, v * 4 + j + 3]
    for i in range(64):
        with T.block("reduction"):
            v, r = T.axis.remap("SS", [i, i])
            with T.init():
                B[v] = T.float32(0)
            B[v] = B[v] + A[I[v], r]
    for i in range(61):
        with T.block("hull"):
            v = T.axis.spatial(61, i)
            w: T.int32 = v + 1
            C[v] = B[0] + B[v] + B[w + 2]
    for i in range(16):
        with T.block("outer"):
            v = T.axis.spatial(16, i)
            D = T.match_buffer(B[v * 4:v * 4 + 4], (4,), offset_factor=1)
            for j in range(4):
                with T.block("inner"):
                    u = T.axis.spatial(4, j)
                    D[u] = C[v * 4 + u] + A[I[v * 4 + u] % 2, u // 2]
