# from tvm.script import tir as T

@T.prim_func
def softmax(a: T.handle, o: T.handle):
    n_, m_ = T.int64(), T.int64()
    A = T.match_buffer(a, (n_, m_), offset_factor=1)
    O_ = T.match_buffer(o, (n_, m_))
    with T.block("root"):
        T.reads()
        T.writes()
        mx = T.alloc_buffer((n_,), scope="local")
        sm = T.alloc_buffer((n_,), scope="local")
        for i in range(n_):
            for j in range(m_):
                with T.block("max"):
                    vi = T.axis.spatial(n_, i)
                    vj = T.axis.reduce(m_, j)
                    T.reads(A[vi, vj])
                    T.writes(mx[vi])
                    with T.init():
                        mx[vi] = T.float32(-340282346638528859811704183484516925440.0)
                    mx[vi] = T.max(mx[vi], A[vi, vj])
            for j in range(m_):
                with T.block("sum"):
                    vi = T.axis.spatial(n_, i)
                    vj = T.axis.reduce(m_, j)
                    T.reads(A[vi, vj], mx[vi])
                    T.writes(sm[vi])
                    with T.init():
                        sm[vi] = T.float32(0.0)
                    sm[vi] = sm[vi] + T.exp(A[vi, vj] - mx[vi])
            for j in T.vectorized(m_):
                with T.block("div"):
                    vi = T.axis.spatial(n_, i)
                    vj = T.axis.spatial(m_, j)
                    T.reads(A[vi, vj], mx[vi], sm[vi])
                    T.writes(O_[vi, vj])
                    O_[vi, vj] = T.exp(A[vi, vj] - mx[vi]) / sm[vi]