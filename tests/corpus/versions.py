#!/usr/bin/env python3
"""Reads definitions of TVM's own tests, of several versions, with --fold.

usage: versions.py TUNIP [--accept | --list]

../shared/data/versions/TAG has a script for each definition. Some must be refused: they use names
of the file around them, or stand in tests that expect an error.

versions.tsv holds for each tag how many scripts must be read. Fewer is a failure; --accept records
the counts of this run. --list names the scripts that are refused.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

import corpus

ACCEPTED = pathlib.Path(__file__).resolve().with_suffix(".tsv")
FOLDER = corpus.SHARED / "data/versions"
HEAD = "# tag, scripts that are read, all scripts, scripts that need nothing around them"
# The messages about names that the file around a definition defines, or the module around it.
OUTSIDE = re.compile(r"error: `\w+` is not defined|error: \w+ has no function `|R\.emit_te runs|"
                     r"the module has no (device mesh|virtual device)|does not have the module")


def read(tunip, path):
    """Whether the script is read, and whether it could be: it needs nothing around it."""
    run = subprocess.run([tunip, "print", "--fold", path], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode not in (0, 2):
        raise SystemExit(f"{path}: exit {run.returncode}")
    is_read = run.returncode == 0
    return is_read, is_read or not OUTSIDE.search(run.stderr)


def read_accepted():
    rows = (line.split("\t") for line in ACCEPTED.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#"))
    return {tag: (int(count), int(total), int(alone)) for tag, count, total, alone in rows}


def main():
    tunip = sys.argv[1]
    verb = sys.argv[2] if len(sys.argv) > 2 else ""
    if not FOLDER.is_dir():
        print("skipped: versions (no ../shared/data/versions)")
        return 77
    counts = {}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
            paths = sorted(folder.glob("*.py"))
            results = list(pool.map(lambda path: read(tunip, path), paths))
            counts[folder.name] = (sum(fine for fine, _ in results), len(paths),
                                   sum(alone for _, alone in results))
            if verb == "--list":
                print(*(f"{path}{'' if alone else '  (needs the file around it)'}"
                        for path, (fine, alone) in zip(paths, results) if not fine), sep="\n")
    if verb == "--accept":
        rows = (f"{tag}\t{count}\t{total}\t{alone}\n"
                for tag, (count, total, alone) in counts.items())
        ACCEPTED.write_text(f"{HEAD}\n" + "".join(rows), encoding="utf-8")
    worse = 0
    for tag, (least, expected, _) in read_accepted().items():
        count, total, alone = counts.get(tag, (0, 0, 0))
        worse += count < least or total != expected
        print(f"{tag}: {count} of {total} scripts are read, of {alone} that need nothing around "
              f"them; expected {least} of {expected}")
    return 1 if worse else 0


sys.exit(main())
