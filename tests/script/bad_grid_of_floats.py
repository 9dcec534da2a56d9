@T.prim_func
def f(A: T.Buffer((4, 32), "float32")):
    for i, k in T.grid(1.5, 32):
        with T.block("sums"):
            vi, vk = T.axis.remap("SR", [i, k])
            A[vi, vk] = 0.0
