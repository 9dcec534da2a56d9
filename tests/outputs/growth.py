#!/usr/bin/env python3
"""The outputs about deeply nested IR grow with its size, and not with its square.

usage: growth.py TUNIP [--bytes]

Writes each output for n, 2n and 4n levels. From 2n to 4n a linear output grows twice as much as
from n to 2n, and a quadratic one four times. --bytes lists the sizes.

Texts in which each level is indented, such as those of the python backend, are not here: nested
`if` statements alone take bytes in proportion to the square of their depth, as in TVM.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

N, MOST_RATIO = 250, 2.5
SLACK = 100  # bytes, for outputs of a size that hardly depends on the depth
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
# text is indented. FOUND has a finding for each level. In LOST the text shows no level as it is.
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
    ("json", ("print", "--diagnostics", "FOUND", "--diagnostics-format", "json", "LHS"),
     ("lets", "loops", "indices")),
    ("sarif", ("print", "--diagnostics", "FOUND", "--diagnostics-format", "sarif", "LHS"),
     ("lets", "loops", "indices")),
    ("blame", ("blame", "--format", "json", "RHS", "--history", "LHS", "--history", "RHS"),
     ("lets", "loops", "indices")),
    ("trace", ("trace", "--format", "json", "RHS:6", "--history", "LHS", "--history", "RHS"),
     ("loops", "indices")),
    ("history", ("history", "--format", "json", "LHS", "RHS"), SHAPES),
    ("report", ("print", "--report", "-o", os.devnull, "LOST"), ("loops",)),
    ("explorer", ("explorer", "LHS", "RHS"), ("lets", "loops", "indices")),
)


def size_of(tunip, arguments, files):
    """The bytes of the output; of the messages, if there is no output."""
    arguments = [re.sub("^[A-Z]+", lambda name: str(files.get(name[0], name[0])), argument)
                 for argument in arguments]
    run = subprocess.run([tunip, *arguments], capture_output=True, check=False)
    if run.returncode > 1 or not run.stdout + run.stderr:
        sys.exit(f"{' '.join(arguments)}: {run.stderr.decode()}")
    return len(run.stdout or run.stderr)


def each_object(value):
    """All objects inside a value of JSON."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from each_object(item)


def write_inputs(tunip, folder, shape, n):
    files = {name: folder / f"{shape}{n}.{name}" for name in ("LHS.py", "RHS.py", "FOUND", "LOST")}
    files["LHS.py"].write_text(script(shape, n, 2), encoding="utf-8")
    files["RHS.py"].write_text(script(shape, n, 3), encoding="utf-8")
    places = ({"begin": 20 * k, "end": 20 * k + 1} for k in range(n))
    files["FOUND"].write_text(
        "".join(json.dumps({"message": "here", "span": place}) + "\n" for place in places),
        encoding="utf-8")
    saved = json.loads(subprocess.run([tunip, "save", files["LHS.py"]], capture_output=True,
                                      check=True).stdout)
    for node in each_object(saved):
        if node.get("type") == "ir.IntImm" and node["data"]["value"] == 0:
            node["data"]["dtype"] = "int64"  # the first index of each loop
    files["LOST"].write_text(json.dumps(saved), encoding="utf-8")
    return {name.removesuffix(".py"): path for name, path in files.items()}


def main():
    tunip, lists = sys.argv[1], "--bytes" in sys.argv[2:]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        files = {(shape, n): write_inputs(tunip, pathlib.Path(folder), shape, n)
                 for shape in SHAPES for n in (N, 2 * N, 4 * N)}
        for title, arguments, shapes in OUTPUTS:
            for shape in shapes:
                small, middle, large = (size_of(tunip, arguments, files[shape, n])
                                        for n in (N, 2 * N, 4 * N))
                if lists:
                    print(f"{title:12} {shape:10} {small:>9} {middle:>9} {large:>9}")
                if large - middle > MOST_RATIO * (middle - small) + SLACK:
                    problems.append(f"{title} of {shape}: {small}, {middle}, {large} bytes")
    print(*problems, f"growth: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
