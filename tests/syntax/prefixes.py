#!/usr/bin/env python3
"""Passes scripts to script.c, which reads beginnings of each.

usage: prefixes.py SCRIPT [MODE]

With the mode `prefixes`, the default, it reads the syntax of all beginnings of 200 scripts: a text
that is cut off has one error at most. With `sample` it reads some beginnings of more scripts as IR,
and with `beginnings` all: each is read, or refused with errors at places in the text.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))
import corpus  # noqa: E402

COUNT, LARGEST = 200, 4000
# Names that are no Python; see same.py.
ODD = ("repr.", "ir_mod.fn_names_weird", "rnd_")


def printed():
    return [path for path in sorted((corpus.DATA / "golden").glob("*.py"))
            if "@" not in path.name and path.name != "run.py" and not path.name.startswith(ODD)
            and path.stat().st_size < LARGEST]


def main():
    program, mode = (*sys.argv[1:], "prefixes")[:2]
    if mode == "prefixes":
        return corpus.hand_on([program, mode], printed()[:COUNT])
    written = [path for path in sorted((corpus.DATA / "script").glob("*.py"))
               if path.name != "run.py"]
    return corpus.hand_on([program, mode], printed() + written)


sys.exit(main())
