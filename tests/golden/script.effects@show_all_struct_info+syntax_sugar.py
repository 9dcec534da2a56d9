# from tvm.script import relax as R

@R.function(pure=False)
def effects(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
    R.func_attr({"relax.force_pure": False})
    _ = R.print(x, format=R.str("x = {}"))
    __1 = R.assert_op(c, x, format=R.str("need {}"))
    if c:
        y = R.add(x, x)
        __2 = R.print(y, format=R.str("then"))
        z_then = R.multiply(y, y)
        z: R.Tensor((2,), dtype="float32") = z_then
    else:
        z_else = R.subtract(x, R.const(1.5, "float32"))
        z: R.Tensor((2,), dtype="float32") = z_else
    w = R.call_inplace_packed("inplace", z, inplace_indices=[0], sinfo_args=(R.Tensor((2,), dtype="float32"),))
    return w