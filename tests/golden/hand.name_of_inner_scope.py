# from tvm.script import tir as T

@T.prim_func
def main(c: T.bool):
    A = T.allocate([8], "float32", "shared")
    A_1 = T.Buffer((8,), data=A, scope="shared")
    if c:
        A_1 = T.allocate([4], "float32", "local")
        T.call_extern("int32", "f", A_1)
    else:
        A_1[0] = T.float32(1.0)
    A_1[1] = T.float32(2.0)