#!/usr/bin/env python3
"""Reads each script of data/ and compares its Docs and errors with <name>.expected.

usage: run.py SCRIPT [--accept]
"""

import pathlib
import subprocess
import sys

DATA = pathlib.Path(__file__).resolve().parent / "data"


def main():
    program, *options = sys.argv[1:]
    failed = 0
    paths = sorted(DATA.glob("*.py"))
    for path in paths:
        run = subprocess.run([pathlib.Path(program).resolve(), "doc", path.name], cwd=DATA,
                             stdout=subprocess.PIPE, check=False)
        expected = path.with_suffix(".expected")
        if "--accept" in options:
            expected.write_bytes(run.stdout)
        has_error = path.name.startswith(("bad_", "recovery"))
        wanted = expected.read_bytes() if expected.exists() else b""
        if run.stdout == wanted and run.returncode == has_error:
            continue
        failed += 1
        diff = subprocess.run(["diff", "-u", expected, "-"], input=run.stdout, check=False,
                              stdout=subprocess.PIPE)
        print(f"--- {path.name}: exit status {run.returncode}\n"
              f"{diff.stdout.decode('utf-8', 'replace')}")
    print(f"syntax: {len(paths) - failed} of {len(paths)}")
    return 1 if failed else 0


sys.exit(main())
