#!/usr/bin/env python3
"""Asks `tunip collage` what would be otherwise, on models of models.py.

usage: questions.py TUNIP

The comparison with one backend must be that of runs with --only. Each statement "without it: Y" of
an explanation must be the cost of a run with --without, and each "with it: Y" that of a run without
all other candidates at the same expressions. A limit of the search, fewer targets or a higher cost
must never make the result cheaper.
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["--targets", HERE / "targets.json", "--rules", HERE / "rules.json"]
LIMITS = (["--prune"], ["--beam", "1"], ["--budget", "20"], ["--only", "cuda"],
          ["--without", "npu"], ["--cost", "library=1e-3"], ["--transition", "1e-6"], ["--lazy"])
STATEMENTS = 12


def collage(tunip, model, *options):
    run = subprocess.run([tunip, "collage", model, *FILES, "--format", "json", *options],
                         capture_output=True, text=True, check=False)
    return json.loads(run.stdout) if run.returncode == 0 else None


def cost(result):
    return math.inf if result is None else result["path_cost"]


def same(a, b):
    return math.isclose(a, b, rel_tol=1e-9) or (math.isinf(a) and math.isinf(b))


def nodes(text):
    """The indices of "{1,3..5}"."""
    found = set()
    for first, last in re.findall(r"(\d+)(?:\.\.(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def named(line):
    """The name of a candidate, and its nodes, of a line of the list."""
    _, _, inside, spec, _ = line.split(" | ")
    return spec + inside, nodes(inside)


def check_statements(tunip, model, result):
    candidates = [named(line) for line in result["candidates"]]
    for reason in result["explanation"][:STATEMENTS]:
        stated = math.inf if reason["without"] is None else reason["without"]
        found = cost(collage(tunip, model, "--without", reason["name"]))
        if not same(stated, found):
            yield f"without {reason['name']}: {stated}, but the run gives {found}"
        for loser in reason["lost"]:
            stated = math.inf if loser["with"] is None else loser["with"]
            at = nodes(loser["name"][loser["name"].index("{"):])
            others = [word for name, inside in candidates if inside & at and name != loser["name"]
                      for word in ("--without", name)]
            found = cost(collage(tunip, model, *others))
            if not same(stated, found):
                yield f"with {loser['name']}: {stated}, but the run gives {found}"


def check_comparison(tunip, model, result):
    """Each backend alone, and with those that TVM compiles, as a run with --only."""
    for name, row in result["compared"].items():
        least = result["path_cost"]
        for key, names in (("alone", [name]), ("with_tvm", [name, "tvm_cuda"])):
            stated = math.inf if row.get(key) is None else row[key]
            found = cost(collage(tunip, model, *(word for n in names for word in ("--only", n))))
            if key in row and not same(stated, found):
                yield f"{name} {key}: {stated}, but the run gives {found}"
        greedy = row.get("greedy", math.inf) or math.inf
        if greedy < row.get("with_tvm", least) * (1 - 1e-9):
            yield f"{name} greedily: {greedy} is less than the best"


def check(tunip, model, name):
    result = collage(tunip, model, "--explain", "--losers", "2")
    if result is None or not result["optimal"]:
        yield "no optimal result"
        return
    yield from check_comparison(tunip, model, result)
    for options in LIMITS:
        found = cost(collage(tunip, model, *options))
        if found < result["path_cost"] * (1 - 1e-9):
            yield f"{' '.join(options)}: {found} is less than {result['path_cost']}"
    if name.startswith("lattice") or name == "bert 1":
        yield from check_statements(tunip, model, result)


def main():
    failed = False
    for name in ("bert 1", "bert", "resnet", "chain 400", "lattice 30"):
        with tempfile.TemporaryDirectory() as scratch:
            model = pathlib.Path(scratch) / "model.relay"
            text = subprocess.run([sys.executable, HERE / "models.py", *name.split()],
                                  capture_output=True, text=True, check=True).stdout
            model.write_text(text)
            problems = list(check(sys.argv[1], model, name))
        for problem in problems:
            print(f"--- {name}: {problem}")
        failed |= bool(problems)
    sys.exit(failed)


if __name__ == "__main__":
    main()
