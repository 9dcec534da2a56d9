#!/usr/bin/env python3
"""Runs recorded runs of TVM's collage again, and compares everything with the record.

usage: replay.py TUNIP

For each run the candidates, their costs, the chosen ones, the estimated cost, the number of
transitions and the rewritten module must be TVM's. Where TVM ended with an error, there must be a
result. runs/ has records of our own, in which the result was checked by hand. If
../shared/data/collage exists, its runs are checked, too.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parents[2] / "shared/data/collage"


def tunip(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def written_cost(seconds):
    return "0" if seconds == 0 else f"{seconds * 1e6:.6f}us"


def check_lists(record, result):
    """The differences of a result from its record."""
    for key in ("candidates", "candidates_with_costs", "chosen"):
        if record[key] != result[key]:
            yield f"{key}: {len(result[key])} instead of {len(record[key])}, or others"
    if written_cost(result["estimated_cost"]) != record["estimated_cost"]:
        yield f"estimated_cost: {result['estimated_cost']} instead of {record['estimated_cost']}"
    if result["transitions"] != record["transitions"]:
        yield f"transitions: {result['transitions']} instead of {record['transitions']}"


def check_search(command, folder, record):
    run = tunip(command, "collage", "--replay", folder, "--format", "json")
    if run.returncode:
        yield run.stderr.strip()
        return
    result = json.loads(run.stdout)
    if record.get("error"):
        if not math.isfinite(result["estimated_cost"]) or not result["chosen"]:
            yield "no result"
    else:
        yield from check_lists(record, result)


def check_module(command, folder, scratch):
    output = scratch / "output.json"
    run = tunip(command, "collage", "--replay", folder, "--format", "module", "-o", output)
    if run.returncode:
        yield run.stderr.strip()
    elif (folder / "output.json").exists():
        compared = tunip(command, "equal", output, folder / "output.json")
        if compared.returncode:
            yield "the module differs: " + (compared.stdout + compared.stderr)[:300]


def check(command, folder):
    record = json.loads((folder / "config.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        problems = [] if "nodes" in record else list(check_search(command, folder, record))
        problems += check_module(command, folder, pathlib.Path(scratch))
    for problem in problems:
        print(f"--- {folder.parent.name}/{folder.name}: {problem}")
    return not problems


def main():
    folders = sorted(path.parent for path in (HERE / "runs").glob("*/config.json"))
    if SHARED.exists():
        folders += sorted(path.parent for path in SHARED.glob("*/*/config.json"))
    else:
        print("skipped: runs of TVM (no ../shared/data/collage)")
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda folder: check(sys.argv[1], folder), folders))
    print(f"collage: {sum(results)} of {len(results)} runs")
    sys.exit(not results or not all(results))


if __name__ == "__main__":
    main()
