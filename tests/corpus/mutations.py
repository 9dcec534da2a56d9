#!/usr/bin/env python3
"""Passes modules and functions of golden/, and an eighth of those of the large corpus, to
mutations.c; with --modules passes all modules to module_edits.c.

usage: mutations.py PROGRAM [--modules]
"""

import sys

import corpus

FUNCTIONS = ("tir-func", "relax-module", "mixed-module")
MODULES = ("tir-module", "mixed-module")


def large(folders, step):
    for folder in folders:
        yield from sorted((corpus.LARGE / "tvm-suite" / folder).glob("*.json"))[::step]


def main():
    program, *options = sys.argv[1:]
    has_modules = "--modules" in options
    paths = corpus.own_objects()
    if not has_modules:
        paths = [path for path in paths if path.name.startswith(("script.", "rnd_fn."))]
    if corpus.has_large(f"{'module edits' if has_modules else 'mutations'} of the large corpus"):
        paths += large(MODULES, 1) if has_modules else large(FUNCTIONS, 8)
    return corpus.hand_on([program], paths)


sys.exit(main())
