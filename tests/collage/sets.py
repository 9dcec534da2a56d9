#!/usr/bin/env python3
"""Compares the sets of rules that come with tunip with the tables of TVM.

usage: sets.py TUNIP

In ../shared/data/collage/real, TVM ran with the tables of TensorRT, CUTLASS, cuBLAS and cuDNN. Here
the same modules run with the sets of these names, without the recorded tables and the recorded
answers of predicates. The candidates, the chosen ones and the costs must be TVM's.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from replay import check_lists

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parents[2] / "shared/data/collage/real"
NAMES = {"cuda", "tensorrt", "cutlass", "cublas", "cudnn"}


def check(tunip, folder, scratch):
    record = json.loads((folder / "config.json").read_text())
    depth = {True: record["tvm_max_depth"], False: record["byoc_max_depth"]}
    (scratch / "targets.json").write_text(json.dumps({"targets": [
        {"kind": target, "max_depth": depth[target.split()[0] == "cuda"]}
        for target in record["targets"]]}))
    (scratch / "costs.json").write_text(json.dumps({"per_operator": record["costs"]}))
    run = subprocess.run(
        [tunip, "collage", folder / "indexed.json", "--targets", scratch / "targets.json",
         "--costs", scratch / "costs.json", "--as-tvm", "--prune", "--format", "json"],
        capture_output=True, text=True, check=False)
    return [run.stderr] if run.returncode else list(check_lists(record, json.loads(run.stdout)))


def main():
    if not SHARED.exists():
        print("skipped: no ../shared/data/collage")
        sys.exit(77)
    failed = count = 0
    for folder in sorted(SHARED.iterdir()):
        record = json.loads((folder / "config.json").read_text())
        if record.get("error") or ".style." in folder.name or \
                not set(record["target_kinds"]) <= NAMES:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            problems = check(sys.argv[1], folder, pathlib.Path(scratch))
        count += 1
        failed += bool(problems)
        for problem in problems:
            print(f"--- {folder.name}: {problem}")
    print(f"collage.sets: {count - failed} of {count}")
    sys.exit(bool(failed or not count))


if __name__ == "__main__":
    main()
