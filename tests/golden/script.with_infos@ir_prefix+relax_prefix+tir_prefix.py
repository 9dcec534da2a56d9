# from tvm.script import ir as T
# from tvm.script import relax as T

@T.ir_module
class Module:
    T.module_global_infos({"vdevice": [T.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "", "tag": ""}, 0, "global"), T.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "shared"), T.vdevice({"keys": ["cpu"], "kind": "llvm", "mcpu": "generic", "tag": ""}, 1, "global")]})
    @T.function
    def main(x: T.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"), y: T.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global")) -> T.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global"):
        a: T.Tensor((2, 3), dtype="float32", vdevice="cuda:0:shared") = T.to_vdevice(x, dst_vdevice="cuda:0:shared")
        b_: T.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global") = T.exp(y)
        return b_