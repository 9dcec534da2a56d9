#!/usr/bin/env python3
"""Passes every pair (ours and those of the large corpus) to equality.c.

usage: equality.py PROGRAM
"""

import sys

import corpus


def pairs():
    for lhs, rhs in corpus.own_pairs("diff", "apply", "distinct"):
        yield from (f"{map_free_vars} {lhs} {rhs}" for map_free_vars in (0, 1))
    rows = list(corpus.verdicts())
    if corpus.has_large("equality of the pairs of the large corpus"):
        rows += corpus.large_verdicts()
    for lhs, rhs, row in rows:
        yield f"{int(row['map_free_vars'])} {lhs} {rhs}"


sys.exit(corpus.hand_on(sys.argv[1:], pairs()))
