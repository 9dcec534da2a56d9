#!/usr/bin/env python3
"""Compares our test data and tunip with a real TVM.

usage: run.py TUNIP SAVE

SAVE is the program of save.c.

The environment variable TUNIP_TVM_PYTHON names a Python that can import TVM v0.23.0: an
interpreter, or a script that starts one. Without it the test is skipped. check.py and scripts.py
run in that Python and make the comparisons.
"""

import os
import pathlib
import resource
import subprocess
import sys

# Some scripts that TVM refuses let it first ask for memory without end.
MOST_MEMORY = 12 << 30

HERE = pathlib.Path(__file__).resolve().parent


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main():
    python = os.environ.get("TUNIP_TVM_PYTHON")
    if not python:
        print("skipped: TVM oracle (TUNIP_TVM_PYTHON is not set)")
        return 77
    programs = [str(pathlib.Path(program).resolve()) for program in sys.argv[1:]]
    failed = False
    for check, arguments in (("check.py", programs), ("scripts.py", programs[:1])):
        command = [python, str(HERE / check), *arguments]
        status = subprocess.run(command, check=False, preexec_fn=limit_memory).returncode
        if status not in (0, 1):
            print(f"{python} {check} ended with status {status}")
        failed |= status != 0
    return failed


sys.exit(main())
