# from tvm.script import tir as T

@T.prim_func
def lowered(A: T.Buffer((4096,), "float16"), x: T.float32, mask: T.uint32):
    tx = T.launch_thread("threadIdx.x", 128)
    shared = T.allocate([8192], "uint8", "shared.dyn")
    local = T.allocate([32], "float16", "local")
    if T.tl_shuffle_elect(128):
        T.mbarrier_expect_tx(T.get_mbarrier(0), 4096)
        T.tma_load(T.create_tma_descriptor(6, 2, A.data, 64, 64, T.int64(2), T.int64(128), 64, 32, 1, 1, 0, 3, 2, 0), T.get_mbarrier(0), T.tvm_access_ptr(T.type_annotation("float16"), shared, 0, 2048, 2), 0, 0, 0)
    T.mbarrier_wait_parity(T.get_mbarrier(0), 1)
    T.ptx_ldmatrix(T.bool(False), 4, T.tvm_access_ptr(T.type_annotation("float16"), shared, 0, 8, 1), T.tvm_access_ptr(T.type_annotation("float16"), local, 0, 8, 2))
    T.ptx_ldmatrix("float16", T.bool(True), 4, ".b16", local, 0, shared, tx * 8)
    T.ptx_cp_async(T.tvm_access_ptr(T.type_annotation("float16"), shared, 0, 8, 2), T.tvm_access_ptr(T.type_annotation("float16"), A.data, 0, 8, 1), 16)
    T.evaluate(T.__exp(x) + T.shfl_xor_sync(mask, x, 16, 32))
    T.evaluate(T.get_warp_idx() + 1)
    T.evaluate(T.match_any_sync(mask, x) + mask)
    T.evaluate(T.max(T.infinity("float32"), T.warp_reduce_sum(x)))
    T.fence_proxy_async()
    T.sync_grid()
