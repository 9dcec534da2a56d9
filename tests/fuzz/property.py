#!/usr/bin/env python3
"""Runs property.c over our objects of each version of TVM, and over the large corpus.

usage: property.py PROGRAM [--seeds FIRST COUNT | --settings COMBINATIONS] [GROUP ...]

Without options: each setting and COMBINATIONS of them for each object, and SEEDS changed objects of
each group. The groups are `0.23` (golden/), `0.26` (the same, converted), `relay`, and with the
large corpus `large` (v0.23), `newer` (v0.26) and `legacy` (Relay), of which a sample is taken
unless TUNIP_TEST_ALL=1. --seeds runs more seeds by hand: those of a failure, or from a number
on.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))

import corpus  # noqa: E402

SEEDS = 300
COMBINATIONS = 4
SAMPLE = 120


def own_relay():
    """Our saved objects of Relay."""
    paths = [*(HERE.parent / "cli/data").glob("*.json"),
             *(HERE.parent / "collage/runs").glob("*/output.json")]
    return sorted(path for path in paths if '"relay.' in path.read_text(encoding="utf-8"))


def groups(wanted):
    """(name, files, options of the program)"""
    found = [("0.23", corpus.own_objects(), []), ("0.26", corpus.own_objects(), ["--newer"]),
             ("relay", own_relay(), [])]
    if corpus.has_large("settings of the large corpus"):
        relay = sorted((corpus.SHARED / "data/relay").glob("*/*.json"))
        found += [(name, corpus.sample(paths, SAMPLE, f"objects of {name}"), [])
                  for name, paths in (("large", corpus.large_objects()),
                                      ("newer", corpus.newer_objects()), ("legacy", relay))]
    return [group for group in found if not wanted or group[0] in wanted]


def check(program, group, *options):
    """Whether the program ended well. A failure names the last file or seed, and how to repeat
    it."""
    name, paths, more = group
    run = subprocess.run([program, *options, *more], input="".join(f"{path}\n" for path in paths),
                         stdout=subprocess.PIPE, text=True, check=False)
    lines = run.stdout.splitlines() or [""]
    if run.returncode == 0:
        print(f"{name}: {lines[-1]}", flush=True)
        return True
    kind, *rest = lines[-1].split()
    repeat = f"--seeds {rest[0]} 1" if kind == "seed" else " ".join(options)
    print(f"{name}: failed at {lines[-1]} (exit status {run.returncode}); to repeat it: "
          f"property.py PROGRAM {repeat} {name}", flush=True)
    return False


def main():
    program, *arguments = sys.argv[1:]
    if arguments[:1] == ["--seeds"]:
        return not all([check(program, group, *arguments[:3]) for group in groups(arguments[3:])])
    if arguments[:1] == ["--settings"]:
        return not all([check(program, group, *arguments[:2]) for group in groups(arguments[2:])])
    fine = True
    for group in groups(arguments):
        fine &= check(program, group, "--settings", str(COMBINATIONS))
        fine &= check(program, group, "--seeds", "0", str(SEEDS))
    return not fine


sys.exit(main())
