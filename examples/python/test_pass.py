"""A test of a pass: pytest shows the changed lines if the two functions differ.

    python -m pytest test_pass.py, or without pytest: python test_pass.py
"""

import tunip


def vectorize(function: tunip.Node) -> tunip.Node:
    return tunip.rewrite(function, {"tir.For": lambda loop: loop.replace(kind=2)})


def test_vectorize() -> None:
    text = "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    for i in {}:\n        A[i] = i\n"
    before, expected = (tunip.parse(text.format(one)) for one in ("range(4)", "T.vectorized(4)"))
    tunip.testing.assert_structural_equal(vectorize(before), expected)


if __name__ == "__main__":
    test_vectorize()
    print("test_vectorize passed")
