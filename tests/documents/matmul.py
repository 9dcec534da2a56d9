from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((M, 64), DTYPE), B: T.Buffer((64, M), DTYPE), C: T.Buffer((M, M), DTYPE)):
    for i, j, k in T.grid(M, M, 64):
        with T.block("update"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.cast(0, DTYPE)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
