# from tvm.script import tir as T

@T.prim_func
def main():
    for i in T.serial(8, annotations={"x": B[j]}):
        m = T.int32()
        B = T.Buffer((m,))
        j = T.int32()
        T.call_extern("int32", "f", i)