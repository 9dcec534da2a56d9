@I.ir_module
class Module:
    I.module_global_infos(
        {
            "vdevice": [
                I.vdevice("llvm"),
                I.vdevice("cuda -arch=sm_80", 0),
                I.vdevice({"kind": "opencl", "device": "adreno"}, 1, "global.texture"),
                I.vdevice("cuda", 1),
            ]
        }
    )

    @T.prim_func
    def device():
        T.func_attr({"target": T.target("cuda -max_num_threads 512", host="llvm -opt-level=0")})
        T.evaluate(0)

    @T.prim_func
    def processors():
        T.func_attr(
            {
                "arm": T.target("c -mcpu=cortex-m7 -model='a b'"),
                "listed": T.target({"kind": "llvm", "keys": ["x", "x"], "fast-math": True}),
                "options": T.target("llvm -keys=cpu,y -fast-math -cl-opt=-x=1,y -mcpu=cascadelake"),
                "rocm": T.target("rocm"),
                "several": T.target({"kind": "composite", "devices": ["llvm", {"kind": "metal"}]}),
                "test": T.target("test"),
                "wide": T.target("llvm -mtriple=aarch64-linux-gnu"),
            }
        )
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((4,), "float32", "cuda:1"), y: R.Tensor((4,), "float32", "vdevice:3")):
        return (x, y)
