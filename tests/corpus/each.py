#!/usr/bin/env python3
"""Passes every object (ours and those of the large corpus) to a program that checks it: spans.c,
paths.c or doc_text.c.

usage: each.py PROGRAM
"""

import pathlib
import sys

import corpus


def main():
    program = pathlib.Path(sys.argv[1])
    paths = corpus.own_objects() + [path for pair in corpus.own_pairs() for path in pair]
    if corpus.has_large(f"{program.name} of the large corpus"):
        paths += sorted(corpus.LARGE.rglob("*.json"))
    return corpus.hand_on([program], paths)


sys.exit(main())
