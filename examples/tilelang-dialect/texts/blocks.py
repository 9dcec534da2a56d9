# from tvm.script import tirx as T

@T.prim_func
def copy_tile(A_handle: T.handle, B_handle: T.handle):
    A = T.match_buffer(A_handle, (128, 32), "float16", strides=(32, 1))
    B = T.match_buffer(B_handle, (128, 32), "float16", strides=(32, 1))
    # with T.sblock("root"):
    bx = T.launch_thread("blockIdx.x", 1)
    tx = T.launch_thread("threadIdx.x", 128)
    with T.sblock("tilelang_root"):
        T.reads(A[0, 0])
        T.writes()
        A_shared = T.sblock_alloc_buffer((128, 32), "float16", scope="shared.dyn")
        T.copy(T.region(A[0, 0], 1, 128, 32), T.region(A_shared[0, 0], 2, 128, 32), eviction_policy=1)
        T.copy(T.region(A_shared[0, 0], 1, 128, 32), T.region(B[0, 0], 2, 128, 32))
