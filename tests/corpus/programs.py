#!/usr/bin/env python3
"""Passes every object of golden/ to programs.c, with a few changes of each, or with all of them if
TUNIP_TEST_ALL is 1. With --corpus passes those of the large corpus instead, with a few changes of
each; this takes long.

usage: programs.py PROGRAM [--corpus]
"""

import sys

import corpus


def main():
    program, *options = sys.argv[1:]
    if "--corpus" in options:
        return corpus.hand_on([program, "--most", "100"], corpus.large_objects())
    if not corpus.ALL:
        print("skipped: most changes of each object (for ./dev test --all)", flush=True)
    most = "1000000" if corpus.ALL else "100"
    return corpus.hand_on([program, "--most", most], corpus.own_objects())


sys.exit(main())
