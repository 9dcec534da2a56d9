#!/usr/bin/env python3
"""Compares the texts of the backends other than python with those of the packs here.

usage: run.py TUNIP EVERY_KIND [--accept]

A line of cases.tsv has the name of a text, CASE.PART, and a command, which runs in ../golden. The
part is the backend. EVERY_KIND (every_kind.c) writes a tree with every kind of Doc, for the case
every_kind.
"""

import difflib
import pathlib
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
DATA = pack.data() / "backends"
GOLDEN = pack.data() / "golden"
EVERY_KIND = {"every_kind.text": [], "every_kind.braces.text": ["text.braces=true"],
              "every_kind.doc": []}


def commands(tunip, every_kind):
    for name, options in EVERY_KIND.items():
        yield DATA / name, [every_kind, name.rpartition(".")[2], *options]
    for line in (HERE / "cases.tsv").read_text(encoding="utf-8").splitlines():
        name, _, arguments = line.partition("\t")
        backend = name.rpartition(".")[2]
        command, *rest = shlex.split(arguments)
        yield DATA / name, [tunip, command, "--backend", backend, *rest]


def check(expected, command, accept):
    run = subprocess.run(command, capture_output=True, cwd=GOLDEN, check=False)
    if accept:
        expected.write_bytes(run.stdout)
    want = expected.read_bytes() if expected.exists() else b""
    status = 1 if "diff" in command else 0
    if run.returncode == status and not run.stderr and run.stdout == want and want:
        return True
    print(f"--- {expected.name}: exit status {run.returncode}", pack.repeat("golden", command),
          sep="\n")
    print(run.stderr.decode(errors="replace"), end="")
    lines = (text.decode(errors="replace").splitlines() for text in (want, run.stdout))
    print(*difflib.unified_diff(*lines, "expected", "printed", lineterm=""), sep="\n")
    return False


def main():
    tunip, every_kind = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    cases = list(commands(tunip, every_kind))
    results = [check(*case, "--accept" in sys.argv) for case in cases]
    if "--accept" in sys.argv:
        pack.accept("backends")
    known = {path for path, _ in cases} | {DATA / "cases.tsv", DATA / "run.py"}
    unused = sorted(path.name for path in DATA.iterdir() if path.is_file()
                    and path not in known and path.suffix != ".c")
    for name in unused:
        print(f"--- {name}: nothing writes it")
    print(f"backends: {sum(results)} of {len(results)}")
    return 0 if all(results) and not unused else 1


sys.exit(main())
