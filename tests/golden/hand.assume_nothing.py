# from tvm.script import tir as T

@T.prim_func
def main():
    T.assume()
    T.call_extern("int32", "f", 1)