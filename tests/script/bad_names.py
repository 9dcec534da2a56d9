from tvm.script import tir as T


@T.prim_func
def names(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "int32")):
    for i, j in T.grid(16, 16):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, v] = A[vi, vj] + 1.0
            A[vj, vi] = T.expp(A[vi, vj])
            A[vj, vk] = A[vi, vj]
            x = C[vi]
            y = x + 1
            B[vi] = y
            B[vj] = T.flaot32(1.0)
            B[vj] = T.access_pt(B)
