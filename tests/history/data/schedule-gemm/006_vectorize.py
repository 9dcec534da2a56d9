# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"global_symbol": "gemm"})
        # with T.block("root"):
        for i_0, j_0, k_0, i_1, k_1 in T.grid(32, 32, 128, 32, 8):
            for j_1 in T.vectorized(32):
                with T.block("C"):
                    vi = T.axis.spatial(1024, i_0 * 32 + i_1)
                    vj = T.axis.spatial(1024, j_0 * 32 + j_1)
                    vk = T.axis.reduce(1024, k_0 * 8 + k_1)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]