from tvm.script import tir as T


@T.prim_func
def fold(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (M * 2, 8))
    B = T.match_buffer(b, (M * 2, 8))
    for i, j in T.grid(M * 2, 4 + 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            T.writes(B[vi, vj])
            B[vi, vj] = A[vi, vj] + SCALE
