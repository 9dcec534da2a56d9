@R.function(pure=False)
def forced(x: R.Tensor((8,), "float32")):
    R.func_attr({"relax.force_pure": True})
    y = R.call_packed("f", x, sinfo_args=R.Object)
    return y
