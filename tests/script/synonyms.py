@I.ir_module
class Module:
    @T.prim_func(private=True)
    def helper(data: T.ptr("float32")):
        A = T.decl_buffer((16,), "float32", data=data)
        A[0] = 1.0

    @T.prim_func
    def main(
        A: T.buffer((16, 16), "float32"), flag: T.boolean, q: T.handle, p: T.Ptr("int32", "shared")
    ):
        n = T.Var("n", "int32")
        k = T.SizeVar("k", "int32")
        view = T.match_buffer(q, (n, k))
        for i in range(0, 16, annotations={"pragma_unroll": 1}):
            A[i, T.ramp(0, 2, 4)] = T.broadcast(T.abs(A[i, 0]), 4)
        if T.abs(n) > T.abs(-3):
            T.evaluate(T.Call("int32", tvm.ir.Op.get("tir.popcount"), [n]))
        tvm.tir.call_tir(Module.helper, A.data)
        T.evaluate(T.address_of(A))
        T.evaluate(T.address_of(view[1, 1]))

    @T.prim_func
    def whole_regions(A: T.Buffer((64, 64), "float16")):
        for i, j in T.grid(8, 8):
            with T.block("tile"):
                vi, vj = T.axis.remap("SS", [i, j])
                B = T.match_buffer(A[vi * 8 : vi * 8 + 8, vj * 8 : vj * 8 + 4])
                B[0, 3] = T.float16(0)
