# Formulas in strings: each message stands at its place in the string, or at the whole string.
@R.function
def texts(
    a: R.Tensor(("n +",), "float32"),
    b: R.Tensor(("""()
    , n""",), "float32"),
    c: R.Tensor((r"'\x4'",), "float32"),
    d: R.Tensor(('(n',), "float32"),
    e: R.Tensor(("n" " $ 1",), "float32"),
):
    return a
