# from tvm.script import tir as T

@T.prim_func
def add_tiles(A_handle: T.handle, B_handle: T.handle):
    A = T.match_buffer(A_handle, (256, 64), "float16", strides=(64, 1))
    B = T.match_buffer(B_handle, (256, 64), "float16", strides=(64, 1))
    # with T.block("root"):
    bx = T.launch_thread("blockIdx.x", 4)
    tx = T.launch_thread("threadIdx.x", 128)
    with T.block("tilelang_root"):
        T.reads(A[bx * 64, 0], B[bx * 64, 0])
        T.writes()
        A_shared = T.alloc_buffer((64, 64), "float16", scope="shared.dyn")
        C_local = T.alloc_buffer((64, 64), scope="local.fragment")
        sums = T.alloc_buffer((64,), scope="local.fragment")
        T.fill(T.region(C_local[0, 0], 2, 64, 64), 0)
        for k in T.serial(2, annotations={"num_stages": 2}):
            T.copy(T.region(A[bx * 64, 0], 1, 64, 64), T.region(A_shared[0, 0], 2, 64, 64))
            T.gemm(T.region(A_shared[0, 0], 1, 64, 64), T.region(A_shared[0, 0], 1, 64, 64), T.region(C_local[0, 0], 3, 64, 64), T.bool(False), T.bool(True), 64, 64, 64, 0, T.bool(False), 64, 64, 0, 0, 1, 0)
        T.reduce(T.region(C_local[0, 0], 1, 64, 64), T.region(sums[0], 2, 64), "sum", 1, T.bool(True))
        T.cumsum(T.region(sums[0], 1, 64), T.region(sums[0], 2, 64), 0, T.bool(False))
        T.copy(T.region(C_local[0, 0], 1, 64, 64), T.region(B[bx * 64, 0], 2, 64, 64))
