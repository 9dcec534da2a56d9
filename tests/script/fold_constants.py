@T.prim_func
def constants(A: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), x: T.int32, y: T.int64):
    square = T.meta_var(lambda v: v * v)
    A[0] = square(x) + square(3)
    A[1] = len([1, 2, 3]) + max(3, 4) + min([5, 6]) + sum([1, 2]) + abs(-7) + ord("a") + int(2.5)
    A[2] = x << 0
    A[3] = T.int32(6) & T.int32(3)
    A[4] = 1.5
    F[0] = float("inf")
    F[1] = T.cast(T.float32(3.7), "int32").astype("float32")
    F[2] = T.BufferLoad(F, [3])
    F[3] = T.Cast("float32", x + 2147483648)
    for i in range(x, x + 4):
        A[i] = 1
    for i in T.thread_binding(16, "threadIdx.x"):
        A[i] = 2
