#!/usr/bin/env python3
"""Hands every object of golden/, and of the corpus if it lies beside this repository, to
corpus/spans.c.

usage: spans.py PROGRAM
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = (HERE / "golden", HERE / "../../shared/corpus")


def main():
    files = (path for folder in FOLDERS for path in sorted(folder.rglob("*.json")))
    names = "".join(f"{path}\n" for path in files if not path.name.endswith(".config.json"))
    return subprocess.run([sys.argv[1]], input=names, text=True, check=False).returncode


sys.exit(main())
