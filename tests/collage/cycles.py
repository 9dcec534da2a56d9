#!/usr/bin/env python3
"""Compares the result of `tunip collage` with the cheapest of all covers without cycles.

usage: cycles.py TUNIP

There are 40 random graphs, and 500 with TUNIP_TEST_ALL. The candidates of two backends have up to
three exits, so that two of them may need each other's results. Such a cover cannot be built. The
costs are random, and two such pairs of candidates are cheap. Here all covers by the listed
candidates are tried. The cost of the result, each "without it" and each "with it" of the
explanation must be those of the cheapest cover whose parts can be called one after the other. The
module must be written in all cases, also if chosen candidates are joined.
"""

import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from candidates import Graph

LOSERS = 3


class Cover:
    """Of the calls 0 to count - 1 of a graph, by pairs of a set of calls and a cost."""

    def __init__(self, graph, parts):
        self.graph = graph
        self.at = [[p for p in parts.items() if min(p[1][0]) == i] for i in range(graph.count)]

    def is_legal(self, chosen):
        """Whether the parts can be called one after the other."""
        left, done = [inside for inside, _ in chosen], set()
        while left:
            ready = [inside for inside in left if all(
                a in done or a in inside for i in inside for a in self.graph.calls_of(i))]
            if not ready:
                return False
            for inside in ready:
                done |= inside
            left = [inside for inside in left if inside not in ready]
        return True

    def best(self, without=None, needed=None):
        """The least cost of a cover, which leaves out one candidate, or has one."""
        best = math.inf
        stack = [((), frozenset(), 0.0, needed is None)]
        while stack:
            chosen, covered, cost, has_needed = stack.pop()
            if cost >= best:
                continue
            first = next((i for i in range(self.graph.count) if i not in covered), None)
            if first is None:
                best = cost if has_needed and self.is_legal(chosen) else best
                continue
            stack += [((*chosen, part), covered | part[0], cost + part[1],
                       has_needed or name == needed)
                      for name, part in self.at[first] if name != without and not part[0] & covered]
        return best


def run(tunip, folder, *options):
    return subprocess.run([tunip, "collage", folder / "graph.relay", "--rules",
                           folder / "rules.json", *options], capture_output=True, text=True,
                          check=False)


def listed(result, graph):
    """The candidates: by name, the calls and the label."""
    found = {}
    for line in result["candidates"]:
        label, _, nodes, spec, _ = line.split(" | ")
        inside = frozenset(graph.ops.index(op) for op in label.split("+"))
        found[spec + nodes] = (inside, spec.removeprefix("tvm_"), label)
    return found


def need_each_other(graph, a, b):
    others = frozenset(range(graph.count)) - a - b
    parts = [(a, 0), (b, 0)] + [(frozenset([i]), 0) for i in others]
    return bool(a and b) and not a & b and not Cover(graph, {}).is_legal(parts)


def has_pair(graph):
    sets = [s for s in graph.sets() if graph.is_convex(s) and graph.connected(s)]
    return any(need_each_other(graph, a, b) for a in sets for b in sets)


def cheap_labels(rng, graph, candidates):
    """Targets and labels of two pairs of candidates that need each other's results."""
    pairs = [(a, b) for a in candidates for b in candidates
             if a[2] < b[2] and need_each_other(graph, a[0], b[0])]
    return {c[1:] for pair in rng.sample(pairs, min(2, len(pairs))) for c in pair}


def rule(names, joins):
    operators = {"rule": "operators", "operators": names}
    unions = {"rule": "combine", "combiners": [{"by_kind": ["A", "A"]}], "inner": operators}
    valid = {"rule": "valid", "max_exits": 3, "taps": True, "inner": unions}
    return {"rule": "primitive", "inner": valid, "join": joins}


def same(stated, found):
    stated = math.inf if stated is None else stated
    return math.isclose(stated, found, rel_tol=1e-9) or stated == found


def check(tunip, folder, seed):
    rng = random.Random(seed)
    graph = Graph(rng)
    while graph.count > 6 or not has_pair(graph):
        graph = Graph(rng)
    (folder / "graph.relay").write_text(graph.text())
    (folder / "rules.json").write_text(json.dumps(
        {name: rule(graph.ops, seed % 2 == 0) for name in ("npu", "dsp")}))
    costs, parts = {}, {}
    candidates = listed(json.loads(run(tunip, folder, "--format", "json").stdout), graph)
    cheap = cheap_labels(rng, graph, list(candidates.values()))
    for name, (inside, target, label) in candidates.items():
        price = rng.randint(1, 100) * (0.01 if (target, label) in cheap else 1)
        parts[name] = (inside, costs.setdefault(target, {}).setdefault(label, price))
    (folder / "costs.json").write_text(json.dumps({"costs": costs}))
    with_costs = ("--costs", folder / "costs.json")
    out = run(tunip, folder, *with_costs, "--format", "json", "--explain", "--losers", str(LOSERS))
    cover = Cover(graph, parts)
    if out.returncode:
        yield out.stderr
        return
    result = json.loads(out.stdout)
    if not result["optimal"] or not same(result["path_cost"], cover.best()):
        yield f"{result['path_cost']}, but the best cover costs {cover.best()}"
    for reason in result["explanation"]:
        if not same(reason["without"], cover.best(without=reason["name"])):
            yield f"without {reason['name']}: {reason['without']} is not the best"
        for loser in reason["lost"]:
            if not same(loser["with"], cover.best(needed=loser["name"])):
                yield f"with {loser['name']}: {loser['with']} is not the best"
    out = run(tunip, folder, *with_costs, "-o", folder / "out.json")
    if out.returncode:
        yield out.stderr


def main():
    count = 500 if os.environ.get("TUNIP_TEST_ALL") else 40
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(count):
            problems = list(check(sys.argv[1], pathlib.Path(scratch), seed))
            failed += bool(problems)
            for problem in problems:
                print(f"--- graph {seed}: {problem}")
    print(f"collage.cycles: {count - failed} of {count}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
