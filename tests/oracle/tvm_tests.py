#!/usr/bin/env python3
"""Compares what tunip and TVM's parser read in the scripts of TVM's own tests.

usage: tvm_tests.py TUNIP [--part I/N] [--jobs N] [--run] [--files REGEX] [--list KIND]

The environment variable TUNIP_TVM_PYTHON names a Python with TVM v0.23.0, TUNIP_TVM_TESTS a folder
of TVM's tests (tests/python). Without them the test is skipped. TUNIP_TVM_PART does the work of
--part: I/N is the Ith of N parts of the files.

tvm_scripts.py runs in that Python. It takes the decorated definitions of a file as they stand
there; with --run it runs the tests of the file, which takes hours, and takes all that they parse.

The test fails if less than LEAST of the scripts that TVM reads come out equal, or if tunip reads a
script that TVM refuses. --list KIND shows the scripts of a kind, such as `unequal`.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LEAST = 0.98
SECONDS = 36000  # for one file: a hang ends some day
READ = ("equal", "unequal", "only tunip refuses")
SURROUNDINGS = "uses names of its surroundings"
# TVM says these where a build lacks something, not because the script is wrong.
NOT_BUILT = ("llvm_lookup_intrinsic_id", )
# TVM finds these mistakes by proofs about symbolic sizes: N // 4 * 4 + 4 is more than N.
PROVEN = ("Views into an array must not exceed the bounds", )


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("tunip")
    parser.add_argument("--part", default=os.environ.get("TUNIP_TVM_PART", "1/1"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--files", default="")
    parser.add_argument("--list", default="")
    return parser.parse_args()


def select(folder, asked):
    """The files of this part: every Nth, so that parts take about the same time."""
    index, number = map(int, asked.part.split("/"))
    files = [path for path in sorted(folder.rglob("*.py")) if re.search(asked.files, str(path))
             and re.search(r"prim_func|ir_module|R\.function|script", path.read_text("utf-8"))]
    return files[index - 1::number]


def compare(python, tunip, paths, run):
    """The rows that tvm_scripts.py writes for some files, and the files on which TVM dies."""
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder) / "rows.jsonl"
        environment = {**os.environ, "TUNIP": tunip, "TUNIP_ROWS": str(rows),
                       "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
                       "TVM_NUM_THREADS": "1"}
        command = [python, str(HERE / "tvm_scripts.py"), *paths]
        if run:
            command = [python, "-m", "pytest", "-q", "-p", "tvm_scripts", "-p", "no:cacheprovider",
                       *paths]
        try:
            done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                  timeout=SECONDS * len(paths), check=False)
            died = done.stdout.split() if not run else paths * (done.returncode not in (0, 1, 5))
        except subprocess.TimeoutExpired:
            died = paths
        text = rows.read_text(encoding="utf-8") if rows.exists() else ""
        return [json.loads(line) for line in text.splitlines()], died


def cause(row):
    """What rows have in common: the message without its numbers and names."""
    text = re.sub(r"`[^`]*`", "`_`", row["why"].partition("\n")[0])
    return re.sub(r"\d+", "N", text)[:100]


def kind(row):
    reasons = {"because of its build": NOT_BUILT, "by a proof about symbols": PROVEN}
    for reason, texts in reasons.items():
        if row["kind"] == "only TVM refuses" and any(text in row["why"] for text in texts):
            return f"only TVM refuses, {reason}"
    return row["kind"]


def report(rows, died, listed):
    """Prints the table of kinds and causes; whether the test failed."""
    kinds = collections.Counter(map(kind, rows))
    causes = collections.Counter((kind(row), cause(row)) for row in rows if row["why"])
    for name, number in kinds.most_common():
        print(f"{number:6} {name}")
        for (of, why), times in causes.most_common():
            if of == name and not of.startswith(("both refuse", SURROUNDINGS)):
                print(f"{times:12} {why}")
    for row in rows:
        if listed and kind(row) == listed:
            print(f"---- {row['file']}: {row['why']}\n{row['source']}")
    for path in died:
        print(f"TVM did not get through {path}")
    read = sum(kinds[name] for name in READ)
    print(f"oracle: {kinds['equal']} of {read} scripts that TVM reads are equal, "
          f"{kinds['only TVM refuses']} are read that TVM refuses")
    return kinds["equal"] < LEAST * read or not read or kinds["only TVM refuses"] > 0


def main():
    asked = options()
    python, folder = os.environ.get("TUNIP_TVM_PYTHON"), os.environ.get("TUNIP_TVM_TESTS")
    if not python or not folder:
        print("skipped: TVM's own tests (TUNIP_TVM_PYTHON and TUNIP_TVM_TESTS are not set)")
        return 77
    tunip, folder = str(pathlib.Path(asked.tunip).resolve()), pathlib.Path(folder).resolve()
    found, died, files = {}, [], [str(path) for path in select(folder, asked)]
    number = len(files) if asked.run else 4 * asked.jobs
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        batches = [files[index::number] for index in range(number) if files[index:]]
        for rows, lost in pool.map(lambda paths: compare(python, tunip, paths, asked.run), batches):
            died += lost
            for row in rows:
                found.setdefault(row["source"] + json.dumps(row["names"]), row)
    return report(list(found.values()), died, asked.list)


sys.exit(main())
