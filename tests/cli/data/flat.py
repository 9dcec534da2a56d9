# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    T.attr({"tirx.device_entry": T.bool(True)})
    bx = T.cta_id([32])
    B = T.alloc_local((64,))
    C = B.view(8, 8)
    assert n > 0, ("ValueError", ["n is too small"])
    half: T.let[T.int32] = n // 2
    C[0, 0] = A[half] + T.Cast("float32", bx)
    A[0] = C[0, 0]
