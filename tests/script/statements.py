from tvm.script import tir as T


@T.prim_func
def statements(A: T.Buffer((64,), "int32"), p: T.handle("float32", "global")):
    tx = T.launch_thread("threadIdx.x", 64)
    B = T.decl_buffer((64,), "float32", data=p)
    C = T.alloc_buffer((4,), "int32", scope="local")
    with T.attr(tx, "marks", 1):
        x: T.int32 = A[tx] + 1
        B[tx] = T.Cast("float32", x)
    with T.LetStmt(A[0]) as z:
        A[T.Ramp(0, 1, 4)] = T.Broadcast(z, 4)
        A[0:4] = A[4:8]
    C[0] = T.Select(A[0] > 1, A[1], T.max(A[2], 3))
    T.evaluate(T.call_extern("int32", "f", A.data, T.address_of(B[0]), B.access_ptr("rw")))
