#!/usr/bin/env python3
"""Hands saved modules to corpus/mutations.c: those of golden/, and those of the corpus that lies
beside this repository if there is one.

usage: mutations.py PROGRAM
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "../../shared/corpus"
FOLDERS = (HERE / "golden", CORPUS / "tvm-suite/tir-module", CORPUS / "tvm-suite/mixed-module")


def main():
    files = [str(path) for folder in FOLDERS for path in sorted(folder.glob("*.json"))
             if not path.name.endswith(".config.json")]
    return subprocess.run([sys.argv[1]], input="".join(f"{name}\n" for name in files), text=True,
                          check=False).returncode


sys.exit(main())
