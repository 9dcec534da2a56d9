# from tvm.script import tirx as T
# from tvm.script import relax as R

@R.function
def main(
    x: R.Tensor((2, 3, 4), dtype="float32"), n: R.Tensor((2,), dtype="int64")
) -> R.Tuple(
    R.Tensor((2, 3, 4), dtype="float32"),
    R.Tensor((2, 3, 4), dtype="float32"),
    R.Tensor((2, 12), dtype="float32"),
    R.Tensor((2,), dtype="float32"),
):
    a: R.Tensor((2, 3, 4), dtype="float32") = R.atan2(x, x)
    b: R.Tensor((2, 3, 4), dtype="float32") = R.reverse_sequence(a, n, batch_axis=0)
    c: R.Tensor((2, 12), dtype="float32") = R.nn.batch_flatten(b)
    d: R.Tensor((2,), dtype="float32") = R.emit_with_type(
        "relax.builtin.alloc_tensor",
        [R.shape([2]), R.dtype("float32"), R.prim_value(0), R.str("global")],
        [R.Tensor((2,), "float32")],
    )
    return (a, b, c, d)
