#!/usr/bin/env python3
"""Chooses among two backends for the modules of Relay that TVM's own tests saved.

usage: saved.py TUNIP FOLDER

FOLDER has saved graphs, such as ../shared/data/relay/relay. Each 20th is taken, and all with
TUNIP_TEST_ALL. Each module of Relay must have a result, which is a saved graph, too: with control
flow, closures, opaque operators, and calls of primitive functions. Only a module that device
planning has put on a device of no target may be refused.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ELSEWHERE = "device planning has put it on a device of none of the targets"
OTHER = "the input has no function of Relay"
COSTS = {"per_operator": {"llvm": 1e-5, "cuda": 9e-6, "npu": 1e-6}}
TARGETS = {"targets": ["llvm", "cuda", "npu"]}
RULES = {"npu": {"operators": ["nn.relu", "add", "multiply", "nn.dense", "nn.conv2d", "tanh"]}}


def check(tunip, file, scratch):
    """True: there is a result; None: it is no module of Relay."""
    output = scratch / file.name
    options = [word for name in ("costs", "targets", "rules")
               for word in (f"--{name}", scratch / f"{name}.txt")]
    run = subprocess.run([tunip, "collage", file, *options, "-o", output], capture_output=True,
                         text=True, check=False)
    if run.returncode:
        if OTHER not in run.stderr and ELSEWHERE not in run.stderr:
            print(f"--- {file.name}: {run.stderr.strip()[:300]}")
            return False
        return None
    read = subprocess.run([tunip, "equal", output, output], capture_output=True, text=True,
                          check=False)
    output.unlink()
    if read.returncode:
        print(f"--- {file.name}: the result is not read: {read.stderr.strip()[:300]}")
    return read.returncode == 0


def main():
    folder = pathlib.Path(sys.argv[2])
    if not folder.exists():
        print(f"skipped: no {folder}")
        sys.exit(77)
    files = sorted(folder.glob("*.json"))[::1 if os.environ.get("TUNIP_TEST_ALL") else 20]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        scratch = pathlib.Path(name)
        for key, value in (("costs", COSTS), ("targets", TARGETS), ("rules", RULES)):
            (scratch / f"{key}.txt").write_text(json.dumps(value))
        results = list(pool.map(lambda file: check(sys.argv[1], file, scratch), files))
    count = sum(result is not None for result in results)
    print(f"collage.saved: {results.count(True)} of {count}, {results.count(None)} left out")
    sys.exit(False in results or not count)


if __name__ == "__main__":
    main()
