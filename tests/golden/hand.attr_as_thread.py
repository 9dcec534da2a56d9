# from tvm.script import tir as T

@T.prim_func
def main():
    i = T.launch_thread("vthread", 2)
    T.launch_thread(i, 2)
    T.call_extern("int32", "f", i)