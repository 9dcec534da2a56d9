from tvm.script import tir as T


@T.prim_func(private=True)
def loops(
    A: T.Buffer((16, 16), "float32"),
    n: T.int32,
):
    for i in range(16):
        for j in T.serial(0, 16, annotations={"pragma": 1}):
            A[i, j] = (
                T.float32(0)
            )
    for i in T.parallel(4):
        for j in T.vectorized(4):
            for k in T.unroll(2, n):
                A[i, j] = A[i, j] + T.Cast("float32", k)
    for i, j, k in T.grid(2, 3, 4):
        T.evaluate(i + j * k)
    for i in T.thread_binding(0, 32, thread="threadIdx.x"):
        A[0, i % 16] = A[0, i % 16] * T.float32(2)
    while n > 3:
        A[0, 0] = T.float32(1)
    if n > 4 and n < 8:
        A[1, 1] = T.float32(2)
    elif not n == 9:
        A[1, 1] = T.float32(3)
    else:
        T.evaluate(0)
    assert n > 0, "n is positive"
