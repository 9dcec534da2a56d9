import tvm
from tvm.script import ir as I, tir as T

N = 16

@I.ir_module
class M:
    @T.prim_func
    def main(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (N, N), "float32")
        B = T.match_buffer(b, [N, N], dtype="float32")
        # a comment
        for i in T.serial(0, N):
            for j in range(N):
                with T.block("copy"):
                    vi = T.axis.S(N, i)
                    vj = T.axis.spatial(N, j)
                    B[vi, vj] = \
                        A[vi, vj] + 1.0
        T.evaluate(
            T.call_extern(
                "int32",
                "f",
                N + 3,
            )
        )
