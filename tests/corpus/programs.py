#!/usr/bin/env python3
"""Passes every object of golden/ to programs.c. With --corpus passes those of the large corpus
instead, with a few changes of each; this takes long.

usage: programs.py PROGRAM [--corpus]
"""

import sys

import corpus


def main():
    program, *options = sys.argv[1:]
    if "--corpus" in options:
        return corpus.hand_on([program, "--most", "100"], corpus.large_objects())
    return corpus.hand_on([program, "--most", "1000000"], corpus.own_objects())


sys.exit(main())
