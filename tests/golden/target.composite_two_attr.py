# from tvm.script import tir as T

@T.prim_func(private=True)
def main():
    T.func_attr({"target": T.target({"devices": [T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-linux-gnu", "tag": ""}), T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})], "keys": [], "kind": "composite", "tag": ""})})
    T.evaluate(0)