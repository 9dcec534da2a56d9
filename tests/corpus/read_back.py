#!/usr/bin/env python3
"""Reads the printed text of every object of ours, and of the large corpus, and compares what was
read with the object: see read_back.c.

usage: read_back.py PROGRAM [--accept | --list | --random N]

The report says of each text whether it is lossless. That must hold, also of objects that were
changed at random: of some of ours, and with --random of N, which may come from the large corpus.

read_back.tsv holds for each kind of failure how many texts of ours, of the large corpus and of the
objects of TVM v0.26 may fail so. More is a failure; --accept records the counts of this run. --list
names the texts.
"""

import pathlib
import subprocess
import sys

import corpus

ACCEPTED = pathlib.Path(__file__).resolve().with_suffix(".tsv")
SOME = 500  # changed objects
HEAD = "# what may happen to a text, of ours, of the large corpus, of v0.26"


def read_accepted():
    rows = (line.split("\t") for line in ACCEPTED.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#"))
    return {kind: [int(number) for number in numbers] for kind, *numbers in rows}


def count(program, paths, *options):
    """Kind -> number of texts; None when the program complained."""
    run = subprocess.run([program, *options], input="".join(f"{path}\n" for path in paths),
                         text=True, stdout=subprocess.PIPE, check=False)
    lines = run.stdout.splitlines()
    rows = [line.split("\t") for line in lines if line.count("\t") == 1]
    print(*(line for line in lines if line.count("\t") != 1), sep="\n", end="")
    return {kind: int(number) for kind, number in rows} if run.returncode == 0 else None


def compare(name, counts, accepted, column):
    """The number of kinds of failure of which there are more than accepted."""
    equal = counts.pop("equal")
    worse = 0
    for kind, number in counts.items():
        limit = accepted.get(kind, [0, 0, 0])[column]
        if number > limit:
            print(f"{name}: {kind}: {number} texts, {limit} are accepted (see --list)")
            worse += 1
    print(f"{name}: {equal} texts read back, {sum(counts.values())} exceptions of "
          f"{len(counts)} kinds", flush=True)
    return worse


def check_random(program, number, paths):
    """Whether the report was wrong about an object that was changed at random."""
    counts = count(program, paths, "--random", str(number))
    if counts is None:
        return True
    wrong = sum(texts for kind, texts in counts.items()
                if kind.startswith("lossless") or kind.endswith("read back"))
    print(f"random: {counts['equal']} texts of {number} changed objects read back, "
          f"{wrong} with a wrong report", flush=True)
    return bool(wrong) or not counts["equal"]


def main():
    program = pathlib.Path(sys.argv[1])
    verb = sys.argv[2] if len(sys.argv) > 2 else ""
    sets = [("ours", corpus.own_objects())]
    if corpus.has_large("reading back the large corpus"):
        sets.append(("large", corpus.large_objects()))
        sets.append(("newer", corpus.newer_objects()))
    if verb == "--random":
        paths = [path for _, objects in sets for path in objects]
        return check_random(program, int(sys.argv[3]), paths)
    if verb == "--list":
        return max(corpus.hand_on([program, "--list"], paths) for _, paths in sets)
    accepted = read_accepted() if ACCEPTED.exists() else {}
    worse = int(check_random(program, SOME, corpus.own_objects()))
    for column, (name, paths) in enumerate(sets):
        counts = count(program, paths)
        if counts is None:
            return 1
        if verb == "--accept":
            for kind, number in counts.items():
                if kind != "equal":
                    accepted.setdefault(kind, [0, 0, 0])[column] = number
        worse += compare(name, counts, accepted, column)
    if verb == "--accept":
        rows = ("\t".join([kind, *map(str, numbers)]) + "\n" for kind, numbers in accepted.items())
        ACCEPTED.write_text(f"{HEAD}\n" + "".join(rows), encoding="utf-8")
    return 1 if worse else 0


sys.exit(main())
