"""A pass that finds loads past the end of a buffer, and points at them in the file that a user
wrote.

    python check_bounds.py [script.py]
"""

import sys

import tunip

SCRIPT = """\
from tvm.script import tir as T

@T.prim_func
def blur(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i] + A[i + 1]  # a mistake
"""


def last_of(loop: tunip.Node, index: tunip.Node) -> int | None:
    """The last value of `index`, if it is the loop's variable or the variable plus a constant."""
    variable, offset = (index.a, index.b) if index.is_a("tir.Add") else (index, None)
    if not variable.same_as(loop.loop_var) or not loop.extent.is_a("ir.IntImm"):
        return None
    return int(loop.extent.value - 1 + (offset.value if offset else 0))


def check_bounds(function: tunip.Node) -> tunip.Diagnostics:
    found = tunip.Diagnostics()
    for loop in function.walk("tir.For"):
        for load in loop.walk("tir.BufferLoad"):
            last, size = last_of(loop, load.indices[0]), load.buffer.shape[0].value
            if last is not None and last >= size:
                found.error("load past the end", code="bounds") \
                    .at(load, f"reads element {last} of {size}") \
                    .also(loop.extent, "in the last round") \
                    .help("guard it with T.if_then_else")
    return found


if len(sys.argv) > 1:
    given = tunip.read(sys.argv[1], origins=True)
else:
    given = tunip.parse(SCRIPT, name="blur.py", origins=True)
print(check_bounds(given).render(given), end="")
