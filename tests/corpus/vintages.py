#!/usr/bin/env python3
"""Converts every object to the other version of TVM and back: see vintages.c.

usage: vintages.py PROGRAM [--accept | --reasons]

Each object is converted there and back to an equal one, or refused with the paths of what the
other version cannot express; anything else is a failure. vintages.tsv holds how many objects of
each set were converted and refused when they were last accepted. Fewer converted ones are a
failure; --accept records the counts of this run. --reasons writes why objects are refused, the most
frequent reasons first.
"""

import collections
import pathlib
import subprocess
import sys

import corpus

ACCEPTED = pathlib.Path(__file__).resolve().with_suffix(".tsv")
HEAD = "# objects, converted to the other version and back, refused, the same in both"


def sets():
    yield "ours, v0.23", corpus.own_objects()
    yield "ours, v0.26", sorted((corpus.DATA / "cli/data").glob("*_v26.json"))
    if corpus.has_large("converting the large corpora"):
        yield "large, v0.23", corpus.large_objects()
        yield "large, v0.26", corpus.newer_objects()


def run(program, paths, *options):
    done = subprocess.run([program, *options], input="".join(f"{path}\n" for path in paths),
                          text=True, stdout=subprocess.PIPE, check=False)
    lines = done.stdout.splitlines()
    return done.returncode, lines[:-1], [int(number) for number in lines[-1].split("\t")]


def write_reasons(program):
    for name, paths in sets():
        _, lines, _ = run(program, paths, "--reasons")
        reasons = collections.Counter(line.split("\t")[3] for line in lines
                                      if line.startswith("reason\t"))
        print(name)
        for reason, count in reasons.most_common():
            print(f"{count:7} {reason}")


def main():
    program = sys.argv[1]
    verb = sys.argv[2] if len(sys.argv) > 2 else ""
    if verb == "--reasons":
        return write_reasons(program)
    accepted = {name: int(converted) for name, converted, *_ in (
        line.split("\t") for line in ACCEPTED.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#"))} if ACCEPTED.exists() else {}
    wrong, rows = False, [HEAD]
    for name, paths in sets():
        status, lines, counts = run(program, paths)
        print(*lines, f"{name}: {counts[0]} converted, {counts[1]} refused, {counts[2]} the same "
              "in both", sep="\n", flush=True)
        if counts[0] < accepted.get(name, 0) and verb != "--accept":
            print(f"{name}: {accepted[name]} were converted before")
            wrong = True
        wrong |= status != 0
        rows.append("\t".join([name, *map(str, counts)]))
    if verb == "--accept":
        ACCEPTED.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return wrong


sys.exit(main())
