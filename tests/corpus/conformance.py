#!/usr/bin/env python3
"""Measures how much of the output of TVM v0.23.0 tunip reproduces byte for byte.

usage: conformance.py TUNIP [--accept]

For each pair of equal/ the verdict and the message of `tunip equal` must be TVM's. (For golden/,
golden/run.py does the same with printed text.) If the large corpus exists, its own tool runs over
it. conformance.tsv has the numbers of cases of each group that passed when --accept wrote it last;
fewer passes are a failure.
"""

import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import corpus
import pack

TABLE = pathlib.Path(__file__).resolve().parent / "conformance.tsv"
TOOL = corpus.SHARED / "tools/conformance"
# "print authored/tir-blk   17 / 17"
ROW = re.compile(r"^([a-z]+ [a-z-]+/[a-z-]+) +(\d+) / (\d+)$", re.M)


# ---- our own pairs ----

NOTE = ("tunip: note: only the identity of free variables differs: without --strict-free-vars the "
        "files are equal\n")


def run_equal(tunip, options, lhs, rhs):
    return subprocess.run([tunip, "equal", *options, lhs, rhs], capture_output=True, text=True,
                          check=False)


def check_pair(tunip, lhs, rhs, row):
    options = [] if row["map_free_vars"] else ["--strict-free-vars"]
    run = run_equal(tunip, options, lhs, rhs)
    note = ""
    if not row["equal"] and options:
        mapped = run_equal(tunip, ["--quiet"], lhs, rhs)
        note = NOTE if mapped.returncode == 0 else ""
    want = "" if row["equal"] else row["message"] + "\n"
    status = 0 if row["equal"] else 1
    if (run.returncode, run.stdout, run.stderr) == (status, want, note):
        return True
    print(f"--- {row['id']}: exit status {run.returncode} instead of {status}",
          pack.repeat(lhs.parent.name, [tunip, "equal", *options, lhs.name, rhs.name]),
          "expected:",
          want, "got:", run.stdout + run.stderr, sep="\n")
    return False


def check_own(tunip):
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda case: check_pair(tunip, *case), corpus.verdicts()))
    print(f"conformance: {sum(results)} of {len(results)} pairs of equal/")
    return bool(results) and all(results)


# ---- the large corpus ----

def accepted():
    """group -> (passed, total)"""
    rows = (line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines())
    return {group: (int(passed), int(total)) for group, passed, total in rows}


def run_suite(tunip, suite):
    command = [TOOL, "--tunip", tunip, "--suite", suite, "--show", "3"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def compare(before, now):
    fine = True
    for group, (passed, _) in sorted(before.items()):
        got = now.get(group, (0, 0))
        if got[0] < passed:
            print(f"{group}: {got[0]} of {got[1]} passed, {passed} did before")
            fine = False
    if any(now[group][0] > before.get(group, (0, 0))[0] for group in now):
        print("more cases pass than before: see --accept")
    return fine


def check_large(tunip, accept):
    output = "".join(run_suite(tunip, suite) for suite in ("print", "config", "equal"))
    now = {group: (int(passed), int(total)) for group, passed, total in ROW.findall(output)}
    if accept and now:
        rows = (f"{group}\t{passed}\t{total}\n" for group, (passed, total) in sorted(now.items()))
        TABLE.write_text("".join(rows), encoding="utf-8")
    passed, total = (sum(counts) for counts in zip(*now.values())) if now else (0, 0)
    print(f"conformance: {passed:,} of {total:,} cases of the large corpus")
    fine = compare(accepted(), now)
    if not fine:
        print(output)
    return fine


def main():
    tunip, accept = pathlib.Path(sys.argv[1]).resolve(), "--accept" in sys.argv[2:]
    fine = check_own(tunip)
    total = sum(total for _, total in accepted().values())
    if corpus.has_large(f"conformance of {total:,} cases"):
        fine &= check_large(tunip, accept)
    return 0 if fine else 1


sys.exit(main())
