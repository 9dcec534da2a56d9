(... 32 lines skipped ...)
                with T.block("div"):
                ^^^^^^^^^^^^^^^^^^^^
                    vi = T.axis.spatial(n_, i)
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^
                    vj = T.axis.spatial(m_, j)
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^
                    T.reads(A[vi, vj], mx[vi], sm[vi])
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                    T.writes(O_[vi, vj])
                    ^^^^^^^^^^^^^^^^^^^^
                    O_[vi, vj] = T.exp(A[vi, vj] - mx[vi]) / sm[vi]
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^