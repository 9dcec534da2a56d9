#!/usr/bin/env python3
"""Runs property.c over our objects of each version of TVM, and over the large corpus.

usage: property.py PROGRAM [--seeds FIRST COUNT | --settings COMBINATIONS] [GROUP ...]

Without options: each setting and COMBINATIONS of them for each object, and SEEDS changed objects of
each group. The groups are `0.23` (golden/), `0.26` (the same, converted), `relay`, and with the
large corpus `large` (v0.23), `newer` (v0.26) and `legacy` (Relay). Of the large corpus a sample is
printed, and with TUNIP_TEST_ALL=1 all; seeds always change objects of the sample. --seeds runs more
seeds by hand: those of a failure, or from a number on.
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
    paths = [*(corpus.DATA / "cli/data").glob("*.json"),
             *(HERE.parent / "collage/runs").glob("*/output.json")]
    return sorted(path for path in paths if '"relay.' in path.read_text(encoding="utf-8"))


def spread(paths):
    return [paths[i * len(paths) // SAMPLE] for i in range(min(SAMPLE, len(paths)))]


def groups(wanted, whole):
    """(name, files, options of the program). `whole`: with TUNIP_TEST_ALL=1, all files."""
    found = [("0.23", corpus.own_objects(), []), ("0.26", corpus.own_objects(), ["--newer"]),
             ("relay", own_relay(), [])]
    large = {}
    if corpus.LARGE.is_dir():
        large = {"large": corpus.large_objects(), "newer": corpus.newer_objects(),
                 "legacy": sorted((corpus.SHARED / "data/relay").glob("*/*.json"))}
    for name, paths in large.items():
        found.append((name, paths if whole and corpus.ALL else spread(paths), []))
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
    seeds, settings = ["--seeds", "0", str(SEEDS)], ["--settings", str(COMBINATIONS)]
    if arguments[:1] == ["--seeds"]:
        seeds, settings, wanted = arguments[:3], None, arguments[3:]
    elif arguments[:1] == ["--settings"]:
        seeds, settings, wanted = None, arguments[:2], arguments[2:]
    else:
        wanted = arguments
    fine = True
    for group in groups(wanted, True) if settings else ():
        fine &= check(program, group, *settings)
    for group in groups(wanted, False) if seeds else ():
        fine &= check(program, group, *seeds)
    if not corpus.LARGE.is_dir():
        print("skipped: settings of the large corpus (no ../shared/corpus)")
    elif not corpus.ALL:
        print("skipped: settings of most of the large corpus (for ./dev test --all)")
    return not fine


sys.exit(main())
