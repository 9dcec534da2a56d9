# from tvm.script import tir as T

@T.prim_func
def match_sub(A_handle: T.handle, B_handle: T.handle):
    A = T.match_buffer(A_handle, (64, 64))
    B = T.match_buffer(B_handle, (16, 16))
    with T.block("root"):
        T.reads()
        T.writes()
        for i in range(4):
            for j in range(4):
                with T.block("tile"):
                    vi = T.axis.spatial(4, i)
                    vj = T.axis.spatial(4, j)
                    T.reads(A[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16])
                    T.writes(B[0:16, 0:16])
                    sub = T.match_buffer(A[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), strides=("sub_s0", "sub_s1"), offset_factor=4)
                    for p in range(16):
                        for q in range(16):
                            with T.block("inner"):
                                vp = T.axis.spatial(16, p)
                                vq = T.axis.spatial(16, q)
                                T.reads(sub[vp, vq])
                                T.writes(B[vp, vq])
                                B[vp, vq] = sub[vp, vq] * T.Cast("float32", sub.strides[0])
                    T.call_extern("int32", "intrin", sub.data, sub.elem_offset, sub.strides[1])