#!/usr/bin/env python3
"""Reads each script of data/, and each log of logs/, and compares the Docs or modules and the
errors with the part `expected`.

usage: run.py SCRIPT [--accept]
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data() / "syntax"


def check(program, path, mode, accept):
    run = subprocess.run([program, mode, path.name], cwd=path.parent, stdout=subprocess.PIPE,
                         check=False)
    expected = path.with_suffix(".expected")
    if accept:
        expected.write_bytes(run.stdout)
    has_error = path.name.startswith(("bad_", "recovery", "errors", "cut"))
    wanted = expected.read_bytes() if expected.exists() else b""
    if run.stdout == wanted and run.returncode == has_error:
        return True
    diff = subprocess.run(["diff", "-u", expected, "-"], input=run.stdout, check=False,
                          stdout=subprocess.PIPE)
    print(f"--- {path.name}: exit status {run.returncode}\n"
          f"{pack.repeat(f'syntax/{path.parent.name}', [program, mode, path.name])}\n"
          f"{diff.stdout.decode('utf-8', 'replace')}")
    return False


def main():
    program, *options = sys.argv[1:]
    program = pathlib.Path(program).resolve()
    paths = [(path, "doc") for path in sorted((DATA / "data").glob("*.py"))]
    paths += [(path, "log") for path in sorted((DATA / "logs").glob("*.log"))]
    passed = sum(check(program, path, mode, "--accept" in options) for path, mode in paths)
    if "--accept" in options:
        pack.accept("syntax/data")
        pack.accept("syntax/logs")
    print(f"syntax: {passed} of {len(paths)}")
    return 0 if passed == len(paths) else 1


sys.exit(main())
