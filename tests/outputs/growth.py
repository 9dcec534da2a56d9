#!/usr/bin/env python3
"""The outputs about deeply nested IR grow with its size, and not with its square.

usage: growth.py TUNIP [--bytes]

Writes each output for n, 2n and 4n levels. From 2n to 4n a linear output grows twice as much as
from n to 2n, and a quadratic one four times. --bytes lists the sizes.

Texts in which each level is indented, such as those of the python backend, are not here: nested
`if` statements alone take bytes in proportion to the square of their depth, as in TVM.
"""

import pathlib
import subprocess
import sys
import tempfile

N, MOST_RATIO = 250, 2.5
HEAD = ('from tvm.script import tir as T\n\n@T.prim_func\ndef main(A: T.Buffer((16,), "int32")):\n'
        "    for i in range(16):\n")


def nest(lines, last):
    """Each line is inside the one before."""
    lines = [*lines, last]
    return "".join("    " * (level + 2) + line + "\n" for level, line in enumerate(lines))


def script(shape, n, number):
    """A function that is nested n levels deep; `number` is in every level."""
    if shape == "lets":
        lets = "".join(f"        v{k}: T.int32 = i + {k * number}\n" for k in range(n))
        return HEAD + lets + f"        A[i] = v{n - 1}\n"
    if shape == "loops":
        return HEAD + nest((f"for i{k} in range({number}):" for k in range(n)), "A[i] = 1")
    if shape == "branches":
        return HEAD + nest((f"if i < {k * number}:" for k in range(n)), "A[i] = 1")
    if shape == "elif":
        return HEAD + "".join(f"        {'elif' if k else 'if'} i == {k}:\n"
                              f"            A[i] = {k * number}\n" for k in range(n))
    return HEAD + "        A[i] = " + f"{number} + A[" * n + "i" + "]" * n + "\n"


SHAPES = ("lets", "loops", "branches", "elif", "indices")

# Of one file, LHS, or of two, LHS and RHS, in which all levels differ. Without the shapes whose
# text is indented.
OUTPUTS = (
    ("source map", ("print", "--source-map", "-", "LHS"), SHAPES),
    ("doc", ("print", "--backend", "doc", "LHS"), SHAPES),
    ("text", ("print", "--backend", "text", "LHS"), ("lets", "loops", "indices")),
    ("spans", ("print", "--spans", "LHS"), ("lets", "loops", "indices")),
    ("page", ("print", "--format", "html", "LHS"), ("lets", "loops", "indices")),
    ("saved", ("save", "LHS"), SHAPES),
    ("diff", ("diff", "LHS", "RHS"), ("lets", "loops", "indices")),
    ("edit script", ("diff", "--format", "json", "LHS", "RHS"), SHAPES),
    ("diff page", ("diff", "--format", "html", "LHS", "RHS"), ("lets", "loops", "indices")),
    ("explorer", ("explorer", "LHS", "RHS"), ("lets", "loops", "indices")),
)


def size_of(tunip, arguments, files):
    arguments = [files.get(argument, argument) for argument in arguments]
    run = subprocess.run([tunip, *arguments], capture_output=True, check=False)
    if run.returncode > 1 or not run.stdout:
        sys.exit(f"{' '.join(map(str, arguments))}: {run.stderr.decode()}")
    return len(run.stdout)


def main():
    tunip, lists = sys.argv[1], "--bytes" in sys.argv[2:]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for shape in SHAPES:
            for n in (N, 2 * N, 4 * N):
                for side, number in (("LHS", 2), ("RHS", 3)):
                    name = pathlib.Path(folder) / f"{shape}{n}.{side}.py"
                    name.write_text(script(shape, n, number), encoding="utf-8")
                    files.setdefault((shape, n), {})[side] = name
        for title, arguments, shapes in OUTPUTS:
            for shape in shapes:
                small, middle, large = (size_of(tunip, arguments, files[shape, n])
                                        for n in (N, 2 * N, 4 * N))
                if lists:
                    print(f"{title:12} {shape:10} {small:>9} {middle:>9} {large:>9}")
                if large - middle > MOST_RATIO * (middle - small):
                    problems.append(f"{title} of {shape}: {small}, {middle}, {large} bytes")
    print(*problems, f"growth: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
