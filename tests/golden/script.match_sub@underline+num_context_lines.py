(... 16 lines skipped ...)
                    sub = T.match_buffer(A[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), strides=("sub_s0", "sub_s1"), offset_factor=4)
                    for p in range(16):
                        for q in range(16):
                            with T.block("inner"):
                                         ^^^^^^^
                                vp = T.axis.spatial(16, p)
                                vq = T.axis.spatial(16, q)
                                T.reads(sub[vp, vq])
(... 3 lines skipped ...)