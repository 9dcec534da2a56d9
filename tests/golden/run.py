#!/usr/bin/env python3
"""Prints every saved object here and compares the text with what TVM v0.23.0 printed.

usage: run.py TUNIP

A case is a pair of files: <id>.json and <id>.py, the text without a newline at its end. With
settings it is <id>@<case>.config.json and <id>@<case>.py beside the same <id>.json.
"""

import difflib
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def command(expected):
    """The arguments that print what `expected` holds."""
    case = expected.name.removesuffix(".py")
    arguments = ["print", str(HERE / (case.partition("@")[0] + ".json"))]
    if "@" in case:
        arguments += ["--config", str(HERE / (case + ".config.json"))]
    return arguments


def check(tunip, expected):
    run = subprocess.run([tunip, *command(expected)], capture_output=True)
    want = expected.read_bytes() + b"\n"
    if run.returncode == 0 and run.stdout == want and not run.stderr:
        return True
    print(f"--- {expected.name}: exit status {run.returncode}")
    print(run.stderr.decode(errors="replace"), end="")
    lines = (text.decode(errors="replace").splitlines() for text in (want, run.stdout))
    print(*difflib.unified_diff(*lines, "expected", "printed", lineterm=""), sep="\n")
    return False


def main():
    cases = sorted(path for path in HERE.glob("*.py") if path != pathlib.Path(__file__).resolve())
    results = [check(sys.argv[1], case) for case in cases]
    print(f"golden: {sum(results)} of {len(results)}")
    return 0 if results and all(results) else 1


sys.exit(main())
