@R.function
def attention(
    q: R.Tensor((1, 8, 2, 4), "float16"), s: R.Tensor((3,), "int32"), most: R.Tensor((), "int32")
):
    y = R.nn.attention_var_len(q, q, q, s, most)
    z = R.nn.attention_var_len(q, q, q, s, most, s, most, causal_mask="TopLeft")
    return (y, z)
