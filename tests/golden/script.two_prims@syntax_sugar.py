# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    I.module_attrs({"nested": {"x": {"y": 1}}, "tags": ["a", "b"], "version": 3})
    @T.prim_func(private=True)
    def alpha(A_handle: T.handle):
        A = T.match_buffer(A_handle, (4,), "int32")
        for i in range(4):
            A[i] = Module.beta(i)

    @T.prim_func
    def beta(x: T.int32) -> T.int32:
        T.ret(x + 1)

    @T.prim_func
    def main(A_handle: T.handle):
        T.func_attr({"tir.is_entry_func": True})
        A = T.match_buffer(A_handle, (4,), "int32")
        Module.alpha(A.data)