# Tags: names for targets with all their options.
from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("nvidia/nvidia-a100")]})

    @T.prim_func
    def tags():
        T.func_attr(
            {
                "amazon": T.target("aws/cpu/c5.large"),
                "apple": T.target("apple/m1-gpu"),
                "geforce": T.target("nvidia/geforce-rtx-3090", host="llvm"),
                "h100": T.target("nvidia/nvidia-h100"),
                "jetson": T.target("nvidia/jetson-agx-xavier"),
                "old": T.target("nvidia/geforce-gt-730-ddr3,128bit"),
                "pi": T.target("raspberry-pi/4b-aarch64"),
            }
        )
        T.evaluate(0)
