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
import subprocess
import sys

import corpus

ACCEPTED = pathlib.Path(__file__).resolve().with_suffix(".tsv")
FOLDER = corpus.SHARED / "data/versions"
HEAD = "# tag, scripts that are read, all scripts"


def is_read(tunip, path):
    run = subprocess.run([tunip, "print", "--fold", path], stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, check=False)
    if run.returncode not in (0, 2):
        raise SystemExit(f"{path}: exit {run.returncode}")
    return run.returncode == 0


def read_accepted():
    rows = (line.split("\t") for line in ACCEPTED.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#"))
    return {tag: (int(count), int(total)) for tag, count, total in rows}


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
            read = list(pool.map(lambda path: is_read(tunip, path), paths))
            counts[folder.name] = sum(read), len(paths)
            if verb == "--list":
                print(*(path for path, fine in zip(paths, read) if not fine), sep="\n")
    if verb == "--accept":
        rows = (f"{tag}\t{count}\t{total}\n" for tag, (count, total) in counts.items())
        ACCEPTED.write_text(f"{HEAD}\n" + "".join(rows), encoding="utf-8")
    worse = 0
    for tag, (least, expected) in read_accepted().items():
        count, total = counts.get(tag, (0, 0))
        worse += count < least or total != expected
        print(f"{tag}: {count} of {total} scripts are read; expected {least} of {expected}")
    return 1 if worse else 0


sys.exit(main())
