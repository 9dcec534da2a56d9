@T.prim_func
def long_names(A: T.Buffer((8,), "float32")):
    T.func_attr({"target": tvm.target.Target("llvm", host="c")})
    A[0] = T.if_then_else(A[1] > 0.0, A[2], 0)
