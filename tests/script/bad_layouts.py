# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def wrong():
    A = T.alloc_local((8,), layout=T.TileLayout(T.S[(4, 2):1]))
    B = T.alloc_local((8,), layout=T.TileLayout(T.S[8:1] * 2))
    C = T.alloc_local((8,), layout=T.TileLayout(T.S[4]))
    D = T.alloc_buffer((4, 8))
    E = D.permute(1, 2)
    F = D.permute(1)
    G = T.alloc_buffer((4,), layout=5)
    H = T.alloc_buffer((4,), layout="default")
    I = T.alloc_buffer((4,), layout="rows")
    J = T.alloc_buffer((4,), layout=T.int32(4))
