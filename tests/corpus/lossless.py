#!/usr/bin/env python3
"""Prints every object of ours, of the large corpus, of TVM v0.26 and of Relay with the option
lossless, and some parts of each, and graphs that were changed at random; see lossless.c. All of
them must come back.

usage: lossless.py PROGRAM [--list]

lossless.tsv holds for each set how many texts may need more than what the rules print: nodes that
are written by their fields, and roots that are saved graphs. More is a failure. --list names these
texts.
"""

import pathlib
import subprocess
import sys

import corpus

ACCEPTED = pathlib.Path(__file__).resolve().with_suffix(".tsv")
SOME = 200  # objects of a corpus
PARTS = 4  # of each object
CHANGED = 300  # graphs


def count(program, paths, *options):
    """What the texts needed -> how many; exits if one did not come back."""
    run = subprocess.run([program, *options], input="".join(f"{path}\n" for path in paths),
                         text=True, stdout=subprocess.PIPE, check=False)
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    counts = {row[0]: int(row[1]) for row in rows if len(row) == 2}
    if counts.get("failed", 1):
        run = subprocess.run([program, *options, "--list"], text=True, stdout=subprocess.PIPE,
                             input="".join(f"{path}\n" for path in paths), check=False)
        print(*(line for line in run.stdout.splitlines() if "\tfailed\t" in line), sep="\n")
        sys.exit(f"{counts.get('failed', 'all')} texts do not come back")
    return counts


def accepted():
    rows = (line.split("\t") for line in ACCEPTED.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#"))
    return {name: (int(fields), int(saved)) for name, fields, saved in rows}


def main():
    program = pathlib.Path(sys.argv[1])
    own = corpus.own_objects()
    sets = {"ours": own}
    if corpus.LARGE.is_dir():
        sets["large"] = corpus.large_objects()
        sets["newer"] = corpus.newer_objects()
        sets["relay"] = sorted((corpus.SHARED / "data/relay").glob("*/*.json"))
    else:
        print("skipped: lossless texts of the large corpus (no ../shared/corpus)", flush=True)
    if "--list" in sys.argv:
        return max(corpus.hand_on([program, "--list"], paths) for paths in sets.values())
    limits, worse = accepted(), False
    for name, paths in sets.items():
        if name != "ours":
            paths = corpus.sample(paths, SOME, f"lossless texts of the set {name}")
        counts = count(program, paths)
        print(f"{name}: {sum(counts.values())} texts come back; {counts['fields']} have nodes by "
              f"their fields, {counts['saved']} are a saved graph", flush=True)
        fields, saved = limits[name]
        if counts["saved"] > saved or counts["fields"] + counts["saved"] > fields + saved:
            print(f"{name}: {fields} and {saved} are accepted (see --list)")
            worse = True
        some = corpus.sample(paths, SOME, f"parts of the set {name}")
        parts = count(program, some, "--parts", str(PARTS))
        print(f"{name}: {sum(parts.values())} parts of {len(some)} objects come back", flush=True)
    every = [path for name, paths in sets.items() if name != "relay" for path in paths]
    number = 10000 if corpus.ALL else CHANGED
    changed = count(program, every, "--random", str(number))
    print(f"random: {sum(changed.values())} graphs of {number} changes come back", flush=True)
    return worse


sys.exit(main())
