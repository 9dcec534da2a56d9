#!/usr/bin/env python3
"""Checks that the shared library exports exactly what the public headers declare.

usage: exports.py LIBRARY INCLUDE_DIR CC
"""

import pathlib
import re
import subprocess
import sys

PREFIXES = ("tunip_", "ir_", "tir_", "te_", "arith_", "relax_")
# The preprocessed form of TUNIP_API, and the declared name.
DECLARED = re.compile(r'visibility\("default"\)\)\)[^;({]*?(\w+)\s*[(;\[]')


def run(*argv, **options):
    return subprocess.run(argv, check=True, capture_output=True, text=True, **options).stdout


def declared(include, cc):
    headers = sorted(include.rglob("*.h"))
    source = "".join(f"#include <{header.relative_to(include)}>\n" for header in headers)
    return set(DECLARED.findall(run(cc, "-std=c11", "-E", "-P", f"-I{include}", "-", input=source)))


def main():
    library, include, cc = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    lines = run("nm", "-D", "--defined-only", library).splitlines()
    exported = {line.split()[-1] for line in lines}
    promised = declared(include, cc)
    wrong = [f"exported but not declared: {name}" for name in sorted(exported - promised)]
    wrong += [f"declared but not exported: {name}" for name in sorted(promised - exported)]
    wrong += [f"exported without a prefix of ours: {name}" for name in sorted(exported)
              if not name.startswith(PREFIXES)]
    print(*wrong, f"exports: {len(exported)} symbols", sep="\n")
    return 1 if wrong else 0


sys.exit(main())
