# The statements of TVM v0.26 that define variables and buffers, in functions that are checked.
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def scalars(A: T.Buffer((8,), "float32")):
        s: T.float32 = 0.0
        n: T.let[T.int32] = 4
        x = A[n]
        A[0] = s + x

    @T.prim_func(s_tir=True)
    def buffers(A: T.Buffer((8,), "float32")):
        Y = T.alloc_buffer((128, 128), "float32")
        B = T.decl_buffer((8,), "float32", data=A.data)
        C = A.view(4, 2)
        for i in range(2):
            D = T.alloc_buffer((8,), "float32", scope="local")
            D[i] = Y[i, i]
            if i < 1:
                E = T.alloc_shared((8,), "float32")
                E[i] = D[i]
        A[0] = B[0] + C[0, 0] + Y[0, 0]

    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((8,), "float32")):
        D = T.sblock_alloc_buffer((8,), "float32")
        with T.sblock("root"):
            E = T.sblock_alloc_buffer((8,), "float32")
            F = T.match_buffer(A[0:4], (4,), "float32")
            E[0] = F[0] + D[0]

    @T.prim_func
    def threads(A: T.Buffer((8,), "float32")):
        bx = T.cta_id([8])
        tx, ty = T.thread_id([4, 8])
        A[bx] = T.float32(tx + ty)
