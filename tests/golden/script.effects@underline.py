# from tvm.script import relax as R

@R.function(pure=False)
def effects(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
    R.func_attr({"relax.force_pure": False})
    R.print(x, format=R.str("x = {}"))
    R.assert_op(c, x, format=R.str("need {}"))
    if c:
        y: R.Tensor((2,), dtype="float32") = R.add(x, x)
        R.print(y, format=R.str("then"))
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        z_then: R.Tensor((2,), dtype="float32") = R.multiply(y, y)
        z: R.Tensor((2,), dtype="float32") = z_then
    else:
        z_else: R.Tensor((2,), dtype="float32") = R.subtract(x, R.const(1.5, "float32"))
        z: R.Tensor((2,), dtype="float32") = z_else
    w: R.Tensor((2,), dtype="float32") = R.call_inplace_packed("inplace", z, inplace_indices=[0], sinfo_args=(R.Tensor((2,), dtype="float32"),))
    return w