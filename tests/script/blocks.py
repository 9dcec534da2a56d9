from tvm.script import tir as T


@T.prim_func
def blocks(a: T.handle, b: T.handle, m: T.int32):
    T.func_attr({"global_symbol": "blocks", "tir.noalias": True})
    A = T.match_buffer(a, (128, m), "float16", strides=[T.int32(), 1], offset_factor=1)
    B = T.match_buffer(b, (128,), "float16")
    with T.block("root"):
        T.reads()
        T.writes()
        C = T.alloc_buffer((128, m), "float16", scope="shared")
        for i, j in T.grid(128, m):
            with T.block("copy"):
                vi = T.axis.spatial(128, i)
                vj = T.axis.spatial(m, j)
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                T.block_attr({"order": [1, 2]})
                C[vi, vj] = A[vi, vj]
        for i, k in T.grid(128, m):
            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(i < 100)
                T.reads(C[vi, 0:m])
                T.writes(B[vi])
                D = T.match_buffer(C[vi, 0:m], (m,), "float16", scope="shared", offset_factor=1)
                with T.init():
                    B[vi] = T.float16(0)
                B[vi] = B[vi] + D[vk]
