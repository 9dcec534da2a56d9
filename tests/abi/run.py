#!/usr/bin/env python3
"""Checks that the library exports all that the record of its binary interface has, under the same
soname. `./dev abi` compares the types, too, and makes the record.

usage: run.py LIBRARY
"""

import lzma
import pathlib
import re
import subprocess
import sys

RECORD = pathlib.Path(__file__).resolve().parent / "libtunip.abi.xz"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    library = sys.argv[1]
    record = lzma.decompress(RECORD.read_bytes()).decode()
    recorded = set(re.findall(r"<elf-symbol name='(\w+)'", record))
    soname = re.search(r"<abi-corpus [^>]*soname='([^']*)'", record).group(1)
    symbols = run("nm", "-D", "--defined-only", library)
    exported = {line.split()[-1] for line in symbols.splitlines()}
    wrong = [f"no longer exported: {name}" for name in sorted(recorded - exported)]
    if f"[{soname}]" not in run("readelf", "-d", library):
        wrong.append(f"the record is of {soname}")
    if len(recorded) < 1000:
        wrong.append(f"the record has {len(recorded)} symbols")
    if wrong:
        wrong.append("docs/api-stability.md says when ./dev abi --accept is right")
    print(*wrong, f"abi: {len(recorded)} symbols of {soname}", sep="\n")
    return 1 if wrong else 0


sys.exit(main())
