# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def layouts(n: T.int32):
    A = T.alloc_local((32, 2), layout=T.TileLayout(T.S[(32, 2):(1 @ Axis.laneid, 2)] + 3))
    B = T.alloc_shared((8,), "float16", layout=T.TileLayout(
        T.S[8:4 @ Axis.laneid] + T.R[4:1 @ Axis.laneid] + (1 @ Axis.laneid + 64)))
    C = T.alloc_shared((512,), layout=T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[512:1])))
    D = T.alloc_buffer((4, 8))
    E = D.view(8, 4)
    F = D.permute(1, 0)
    G = A.local()
    H = A.local(2, layout=T.TileLayout(T.S[2:2]))
    I = T.alloc_buffer((n, 4), layout=T.TileLayout(T.S[(n, 4):(4, 1 @ Axis.laneid)]))
    J = I.local()
    T.evaluate(E[0, 0] + F[0, 0] + G[0] + H[0] + J[0])
