#!/usr/bin/env python3
"""Checks that a case of ../golden prints every type of types.tsv, and that every type of Relax
except attributes is the root of a case. golden_exceptions.tsv lists exceptions with their reasons.

usage: golden.py
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = pack.data() / "golden"


def rows(name):
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def is_fragment(key):
    return key.startswith("relax.") and not key.startswith("relax.attrs.")


def printed():
    """The types in the cases, and the types of their roots."""
    found, roots = set(), set()
    for path in GOLDEN.glob("*.json"):
        if not path.name.endswith(".config.json"):
            graph = json.loads(path.read_text(encoding="utf-8"))
            found.update(node["type"] for node in graph["nodes"])
            roots.add(graph["nodes"][graph["root_index"]]["type"])
    return found, roots


def check(wanted, found, excused, what):
    for key in sorted(wanted - found - excused):
        yield f"{key}: no golden case {what}"
    for key in sorted(excused & found):
        yield f"{key}: an excuse, and a golden case that {what}"
    for key in sorted(excused - wanted):
        yield f"{key}: an excuse for nothing"


def main():
    types = {row[1] for row in rows("types.tsv") if row[0] == "type"}
    excused = {(what, key) for what, key, why in rows("golden_exceptions.tsv") if why.strip()}
    found, roots = printed()
    problems, counts = [], []
    for what, wanted, there in (("holds one", types, found),
                                ("is one", set(filter(is_fragment, types)), roots)):
        excuses = {key for about, key in excused if about == what}
        problems += check(wanted, there, excuses, what)
        counts.append(f"{len(wanted & there)} of {len(wanted)}")
    for problem in problems:
        print(problem)
    print("types in golden cases: {}, Relax fragments: {}".format(*counts))
    return 1 if problems else 0


sys.exit(main())
