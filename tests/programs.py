#!/usr/bin/env python3
"""Hands every object of golden/ to corpus/programs.c, and with --corpus those of the corpus beside
this repository, a few changes of each.

usage: programs.py PROGRAM [--corpus]
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "../../shared/corpus"


def main():
    with_corpus = "--corpus" in sys.argv[2:]
    files = sorted(CORPUS.glob("*/*/*.json")) if with_corpus else sorted(HERE.glob("golden/*.json"))
    names = "".join(f"{path}\n" for path in files if not path.name.endswith(".config.json"))
    command = [sys.argv[1], "--most", "100" if with_corpus else "1000000"]
    return subprocess.run(command, input=names, text=True, check=False).returncode


sys.exit(main())
