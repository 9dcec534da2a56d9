#!/usr/bin/env python3
"""Passes 200 scripts to script.c, which reads every beginning of each: a text that is cut off has
one error at most.

usage: prefixes.py SCRIPT
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))
import corpus  # noqa: E402

COUNT, LARGEST = 200, 4000
# Names that are no Python; see same.py.
ODD = ("repr.", "ir_mod.fn_names_weird", "rnd_")


def main():
    paths = [path for path in sorted((corpus.TESTS / "golden").glob("*.py"))
             if "@" not in path.name and path.name != "run.py" and not path.name.startswith(ODD)
             and path.stat().st_size < LARGEST]
    return corpus.hand_on([sys.argv[1], "prefixes"], paths[:COUNT])


sys.exit(main())
