"""A pass: short loops are unrolled, and a multiplication by one disappears.

    python unroll_pass.py
"""

import tunip

SCRIPT = """\
@T.prim_func
def f(A: T.Buffer((64, 4), "int32")):
    for i in range(64):
        for j in range(4):
            A[i, j] = A[i, j] * 1 + j
"""


def unroll(loop: tunip.Node) -> tunip.Node | None:
    is_short = isinstance(loop.extent, tunip.ir.IntImm) and loop.extent.value <= 8
    return loop.replace(kind=3) if is_short else None


def without_one(product: tunip.Node) -> tunip.Node | None:
    return product.a if product.b == tunip.ir.IntImm(1, dtype="int32") else None


before = tunip.parse(SCRIPT)
after = tunip.rewrite(before, {"tir.For": unroll, "tir.Mul": without_one})
print(after)
print(tunip.diff(before, after).text(context=0))
