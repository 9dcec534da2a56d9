# from tvm.script import tir as T

@T.prim_func(private=True)
def main():
    v = T.launch_thread("vthread", 4)
    T.call_extern("int32", "f", v)