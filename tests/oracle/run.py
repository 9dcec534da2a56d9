#!/usr/bin/env python3
"""Compares our test data and tunip with a real TVM.

usage: run.py TUNIP SAVE

SAVE is the program of save.c.

The environment variable TUNIP_TVM_PYTHON names a Python that can import TVM v0.23.0: an
interpreter, or a script that starts one. Without it the test is skipped. check.py runs in that
Python and makes the comparisons.
"""

import os
import pathlib
import subprocess
import sys

CHECK = pathlib.Path(__file__).resolve().parent / "check.py"


def main():
    python = os.environ.get("TUNIP_TVM_PYTHON")
    if not python:
        print("skipped: TVM oracle (TUNIP_TVM_PYTHON is not set)")
        return 77
    programs = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:])
    command = [python, str(CHECK), *programs]
    status = subprocess.run(command, check=False).returncode
    if status not in (0, 1):
        print(f"{python} ended with status {status}")
    return status != 0


sys.exit(main())
