"""A lint: names of loop variables that an outer loop has already, as diagnostics.

    python lint.py [script.py]
"""

import sys

import tunip

SCRIPT = """\
@T.prim_func
def f(A: T.Buffer((8, 8), "int32")):
    for i in range(8):
        for i in range(8):
            A[0, i] = i
"""

function = tunip.read(sys.argv[1], origins=True) if len(sys.argv) > 1 else \
    tunip.parse(SCRIPT, name="f.py", origins=True)
found = tunip.Diagnostics()
for outer in function.walk("tir.For"):
    for inner in outer.body.walk("tir.For"):
        if inner.loop_var.name == outer.loop_var.name:
            found.warning(f"`{inner.loop_var.name}` hides the variable of an outer loop") \
                .at(inner, "this loop").also(outer, "the outer loop")
print(found.render(function), end="")
