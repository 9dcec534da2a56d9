# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A_handle: T.handle):
        T.func_attr({"tilelang_version": "0.1"})
        A = T.match_buffer(A_handle, (128, 32), "float16", strides=(32, 1))
        with T.block("root"):
            bx = T.int32()
            T.reads(A[bx * 32, 0])
            T.writes()
            A_shared = T.Buffer((32, 32), "float16", scope="shared.dyn")
            T.block_attr({"layout_map": {A_shared: metadata["tl.Layout"][0]}})
            T.launch_thread(bx, 4)
            tx = T.launch_thread("threadIdx.x", 128)
            with T.block("tilelang_root"):
                T.reads(A[bx * 32, 0])
                T.writes(A_shared[0:32, 0:32])
                A_shared = T.alloc_buffer((32, 32), "float16", data=A_shared.data, scope="shared.dyn")
                T.copy(T.region(A[bx * 32, 0], 1, 32, 32), T.region(A_shared[0, 0], 2, 32, 32), is_async=T.bool(True), tl.pipeline_stage=0)

# Metadata omitted. Use show_meta=True in script() method to show it.
