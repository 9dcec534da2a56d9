@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        a = R.nn.relu6(x)
        b = R.clip(x, 0.5, 1)
        y = R.concat([x, x])
        c = Module.rows(y)
        d = tvm.relax.Call(tvm.ir.Op.get("relax.add"), [x, x])
        e: R.Tensor((n, 4), "float32") = R.emit_with_sinfo(
            "relax.builtin.alloc_tensor",
            [R.shape([n, 4]), R.dtype("float32"), R.prim_value(0), R.str("global")],
            [R.Tensor((n, 4), "float32")],
        )
        f = R.ExternFunc(
            "view", R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True)
        )(x, R.shape([n * 4]), R.dtype("int32"), R.prim_value(0))
        return (a, b, c, d, e, f)

    @R.function
    def rows(x: R.Tensor(("m", 4), "float32")) -> R.Tensor(("m",), "float32"):
        return R.sum(x, axis=1)

    @R.function(pure=False)
    def called(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        R.vm.call_tir_dyn("te_func", (x, y, R.shape([4])))
        return R.tuple()

    @T.prim_func
    def named():
        T.evaluate(getattr(T, "float16")(1.0))
        T.evaluate(getattr(T, "int" + "8")(2))
