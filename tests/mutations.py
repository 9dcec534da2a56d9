#!/usr/bin/env python3
"""Hands the golden modules and functions, and those of the corpus that lies beside this repository,
to corpus/mutations.c.

usage: mutations.py PROGRAM
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "../../shared/corpus/tvm-suite"


def files():
    yield from sorted(HERE.glob("golden/script.*.json"))
    yield from sorted(HERE.glob("golden/rnd_fn.*.json"))
    for folder in ("tir-func", "relax-module", "mixed-module"):
        yield from sorted((CORPUS / folder).glob("*.json"))[::8]


def main():
    names = "".join(f"{path}\n" for path in files() if "@" not in path.name)
    return subprocess.run([sys.argv[1]], input=names, text=True, check=False).returncode


sys.exit(main())
