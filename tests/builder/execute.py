#!/usr/bin/env python3
"""Runs programs of the builder backend in TVM and compares what they make with the saved objects.

usage: execute.py TUNIP FILE.json...

Needs a Python that can import TVM v0.23.0, which the tests do not have: this is for changes of the
backend, by hand. Exit status 0 when all that can be written come out equal.
"""

import subprocess
import sys

import tvm


def outcome(tunip, path):
    command = [tunip, "print", "--backend=builder", path]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return "refused"
    space = {}
    try:
        exec(compile(run.stdout, path, "exec"), space)
        made = space["ib"].get()
        with open(path, encoding="utf-8") as file:
            saved = tvm.ir.load_json(file.read())
        equal = tvm.ir.structural_equal(made, saved, map_free_vars=True)
    except Exception as error:  # whatever it is, this program is no good
        return f"failed: {type(error).__name__}: {str(error).strip().splitlines()[-1:]}"
    return "equal" if equal else "different"


def main():
    tunip, *paths = sys.argv[1:]
    counts = {}
    for path in paths:
        result = outcome(tunip, path)
        kind = result.partition(":")[0]
        counts[kind] = counts.get(kind, 0) + 1
        if kind not in ("equal", "refused"):
            print(f"{path}: {result}")
    print(counts)
    return 0 if set(counts) <= {"equal", "refused"} else 1


sys.exit(main())
