@T.prim_func
def main(A: T.Buffer((32,), "int32"), B: T.Buffer((4,), "float32")):
    A[0:32] = T.call_llvm_pure_intrin("int32x32", 4390, A[0:32:1])
    for i in range(4):
        with T.block("recast"):
            v = T.axis.spatial((i, i + 1), i)
            w = T.axis.spatial((i, i + v), i)
            B[v] = T.reinterpret("float32", B[w])
