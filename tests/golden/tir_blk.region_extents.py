# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((16, 16), "float32")):
    # with T.block("root"):
    for i in range(16):
        with T.block("b"):
            v = T.axis.spatial(16, i)
            T.reads(A[v:v + (v + 1 - v), v])
            T.writes()
            T.evaluate(A[v, v])