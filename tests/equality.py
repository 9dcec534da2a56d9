#!/usr/bin/env python3
"""Hands every pair of diff/ and apply/, and of the corpus where it lies beside this repository, to
corpus/equality.c.

usage: equality.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "../../shared/corpus"


def pairs():
    for folder in ("diff", "apply"):
        for lhs in sorted((HERE / folder).glob("*.lhs.json")):
            rhs = str(lhs).replace(".lhs.json", ".rhs.json")
            yield from (f"{map_free_vars} {lhs} {rhs}\n" for map_free_vars in (0, 1))
    for listing in sorted(CORPUS.glob("*/equal.jsonl")):
        files = {path.stem: path for path in listing.parent.rglob("*.json")}
        for line in listing.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            yield f"{int(case['map_free_vars'])} {files[case['lhs']]} {files[case['rhs']]}\n"


def main():
    return subprocess.run([sys.argv[1]], input="".join(pairs()), text=True, check=False).returncode


sys.exit(main())
