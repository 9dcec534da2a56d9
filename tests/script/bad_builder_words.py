from tvm.script import tir as T


@T.prim_func
def refused(x: T.float32, n: T.int32):
    T.func_name("f")
    T.func_ret("int32")
    T.arg("y", T.int32())
    T.evaluate(T.llvm_lookup_intrinsic_id("llvm.exp"))
    T.call_kernel("f", [[1], [1]], x)
    with T.Then():
        T.evaluate(0)
    with T.If(n > 0):
        T.evaluate(0)
    with T.If(n > 0):
        with T.Else():
            T.evaluate(0)
    with T.If(n > 0):
        with T.Then():
            T.evaluate(0)
        with T.Then():
            T.evaluate(1)
    T.evaluate(T.isinf(T.Broadcast(x, 4)))
