#!/usr/bin/env python3
"""Passes every object (ours and those of the large corpus) to a program that checks it: spans.c,
paths.c, complete.c or doc_text.c.

usage: each.py PROGRAM [--of-tvm]

paths.c gets a sample of the objects of TVM v0.26, too. With --of-tvm only those that TVM's
constructors made: not the pairs, which were made by changing fields, and nothing that was written
by hand.
"""

import pathlib
import sys

import corpus


def main():
    program = pathlib.Path(sys.argv[1])
    of_tvm = "--of-tvm" in sys.argv
    paths = corpus.own_objects()
    if not of_tvm:
        paths += [path for pair in corpus.own_pairs() for path in pair]
    if corpus.has_large(f"{program.name} of the large corpus"):
        paths += sorted(corpus.LARGE.rglob("*.json"))
        if program.name == "paths":
            paths += corpus.sample(corpus.newer_objects(), 500, "objects of v0.26")
    if of_tvm:
        paths = [path for path in paths
                 if path.parent.name != "pairs" and not path.name.startswith("hand.")]
    return corpus.hand_on([program], paths)


sys.exit(main())
