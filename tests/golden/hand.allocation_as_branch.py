# from tvm.script import tir as T

@T.prim_func
def main(c: T.bool):
    if c:
        A_1 = T.Buffer((8,), data=A, scope="local")
        A = T.allocate([8], "float32", "local")
        A_1[0] = T.float32(1.0)
        A_1[1] = T.float32(2.0)