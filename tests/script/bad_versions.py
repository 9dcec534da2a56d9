# from tvm.script import tir as T

@T.prim_func
def older(A: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), layout=None)
    C = T.TileLayout(T.S[4:1])
    x: T.let[T.int32] = 1
    T.ptx.bar.sync(0, 128)
    with T.sblock("b"):
        T.evaluate(0)
