# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "shared"), I.vdevice({"keys": ["cpu"], "kind": "llvm", "mcpu": "generic", "tag": ""}, 1, "global")]})
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"), y: R.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global")) -> R.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global"):
        a: R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:shared") = R.to_vdevice(x, dst_vdevice="cuda:0:shared")  # note
        b_: R.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global") = R.exp(y)
        return b_