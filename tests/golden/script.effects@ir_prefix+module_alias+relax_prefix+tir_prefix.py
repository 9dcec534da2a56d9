# from tvm.script import relax as ___

@___.function(pure=False)
def effects(x: ___.Tensor((2,), dtype="float32"), c: ___.Tensor((), dtype="bool")) -> ___.Tensor((2,), dtype="float32"):
    ___.func_attr({"relax.force_pure": False})
    ___.print(x, format=___.str("x = {}"))
    ___.assert_op(c, x, format=___.str("need {}"))
    if c:
        y: ___.Tensor((2,), dtype="float32") = ___.add(x, x)
        ___.print(y, format=___.str("then"))
        z_then: ___.Tensor((2,), dtype="float32") = ___.multiply(y, y)
        z: ___.Tensor((2,), dtype="float32") = z_then
    else:
        z_else: ___.Tensor((2,), dtype="float32") = ___.subtract(x, ___.const(1.5, "float32"))
        z: ___.Tensor((2,), dtype="float32") = z_else
    w: ___.Tensor((2,), dtype="float32") = ___.call_inplace_packed("inplace", z, inplace_indices=[0], sinfo_args=(___.Tensor((2,), dtype="float32"),))
    return w