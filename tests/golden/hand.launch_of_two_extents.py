# from tvm.script import tir as T

@T.prim_func
def main():
    t = T.env_thread("threadIdx.x")
    with T.launch_thread(t, 8):
        T.call_extern("int32", "f", t)
    T.launch_thread(t, 16)
    T.call_extern("int32", "f", t)