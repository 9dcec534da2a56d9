#!/usr/bin/env python3
"""Hands the pairs that are not equal to corpus/distinct.c: those of diff/ and distinct/, and of the
corpus if it lies beside this repository.

usage: distinct.py PROGRAM [--list]
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "../../shared/corpus"


def pairs():
    for folder in ("diff", "distinct"):
        for lhs in sorted((HERE / folder).glob("*.lhs.json")):
            yield lhs, lhs.with_name(lhs.name.replace(".lhs.", ".rhs."))
    for listing in sorted(CORPUS.glob("*/equal.jsonl")):
        files = {path.stem: path for path in listing.parent.rglob("*.json")}
        for line in listing.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if not case["equal"]:
                yield files[case["lhs"]], files[case["rhs"]]


def main():
    lines = "".join(f"{lhs} {rhs}\n" for lhs, rhs in pairs())
    return subprocess.run(sys.argv[1:], input=lines, text=True, check=False).returncode


sys.exit(main())
