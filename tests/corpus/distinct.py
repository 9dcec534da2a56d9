#!/usr/bin/env python3
"""Passes all unequal pairs (ours and those of the large corpus) to distinct.c.

usage: distinct.py PROGRAM [--list]
"""

import sys

import corpus


def pairs():
    for lhs, rhs in corpus.own_pairs("diff", "distinct"):
        yield f"{lhs} {rhs}"
    rows = list(corpus.verdicts())
    if corpus.has_large("distinct texts of the unequal pairs of the large corpus"):
        rows += corpus.large_verdicts()
    for lhs, rhs, row in rows:
        if not row["equal"]:
            yield f"{lhs} {rhs}"


sys.exit(corpus.hand_on(sys.argv[1:], pairs()))
