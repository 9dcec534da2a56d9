#!/usr/bin/env python3
"""Checks the functions that `tunip collage` joins after the search, in small random graphs.

usage: joins.py TUNIP

There are 60 graphs, and 500 with TUNIP_TEST_ALL.

A set of rules limits the depth, the exits and the taps of its candidates. The functions that tunip
joins of chosen candidates must keep these limits, and `--explain` must not call one invalid. Joined
functions cost less than their parts here. So no two parts may be left whose union would be within
the limits and could be called. If the set has a greater depth in place of `join`, the search must
find each joined function as a candidate.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from candidates import Graph, KINDS
from cycles import Cover, listed

ANY = 10 ** 6


class Limits:
    def __init__(self, rng):
        self.is_tree = rng.random() < 0.3
        self.depth = rng.choice([1, 2, 3])
        self.join_depth = rng.choice([None, 0, 2, 3, 5])
        self.has_valid = not self.is_tree or rng.random() < 0.7
        self.exits, self.has_taps = rng.choice([(1, False), (2, True), (3, False), (ANY, False)])
        if not self.has_valid:
            self.exits, self.has_taps = ANY, True
        self.joined = {None: self.depth, 0: ANY}.get(self.join_depth, self.join_depth)
        if not self.is_tree:
            self.exits, self.has_taps = 1, False

    def rules(self, depth, joins):
        if self.is_tree:
            inner = {"rule": "operators", "operators": sorted(KINDS)}
            inner = {"rule": "combine", "combiners": [{"by_kind": ["A", "A"]}], "inner": inner}
            if self.has_valid:
                inner = {"rule": "valid", "max_depth": depth, "taps": self.has_taps,
                         "inner": inner}
            else:
                inner["max_depth"] = depth
            if self.has_valid and self.exits < ANY:
                inner["max_exits"] = self.exits
            made = {"rule": "primitive", "inner": inner}
        else:
            made = {"operators": sorted(KINDS), "max_depth": depth}
        made["join"] = joins
        if joins and self.join_depth is not None:
            made["join_depth"] = self.join_depth
        return {"npu": made}

    def keeps(self, graph, inside):
        outside = [i for i in inside if i in graph.exits or set(graph.users[i]) - inside]
        taps = [i for i in outside if set(graph.users[i]) & inside]
        depth = {}
        for i in sorted(inside):
            depth[i] = 1 + max((depth[a] for a in graph.calls_of(i) if a in inside), default=0)
        return (len(outside) <= self.exits and (self.has_taps or not taps) and
                graph.is_convex(inside) and max(depth[i] for i in outside) <= self.joined)


def run(tunip, folder, rules, *options):
    (folder / "rules.json").write_text(json.dumps(rules))
    out = subprocess.run([tunip, "collage", folder / "graph.relay", "--rules",
                          folder / "rules.json", "--costs", folder / "costs.json", "--format",
                          "json", *options], capture_output=True, text=True, check=False)
    if out.returncode:
        raise ValueError(out.stderr)
    return json.loads(out.stdout)


def could_join(graph, limits, parts, a, b):
    touches = any(set(graph.users[i]) & b for i in a) or any(set(graph.users[i]) & a for i in b)
    rest = [(p, 0) for p in parts if p not in (a, b)]
    return touches and limits.keeps(graph, a | b) and Cover(graph, {}).is_legal(
        [(a | b, 0), *rest])


def check(tunip, folder, seed, counts):
    rng = random.Random(seed)
    graph, limits = Graph(rng), Limits(rng)
    (folder / "graph.relay").write_text(graph.text())
    (folder / "costs.json").write_text('{"per_operator": {"npu": 1e-6, "llvm": 1e-5}}')
    result = run(tunip, folder, limits.rules(limits.depth, True), "--explain")
    calls = {name: inside for name, (inside, _, _) in listed(result, graph).items()}
    parts = [frozenset(c for p in names for c in calls[p]) for names in result["joined"].values()]
    counts[0] += len(parts)
    invalid = {row["name"]: row["reason"] for row in result["invalid"]}
    for name, inside in zip(result["joined"], parts):
        if not limits.keeps(graph, inside):
            yield f"{name} breaks the limits"
        if not invalid.get(name, "joined after").endswith(("joined after", "after the search")):
            yield f"{name} is joined, but invalid: {invalid[name]}"
    unions = run(tunip, folder, limits.rules(limits.joined if limits.joined < ANY else 0, False))
    candidates = [inside for inside, _, _ in listed(unions, graph).values()]
    yield from (f"{name} is no candidate" for name, inside in zip(result["joined"], parts)
                if inside not in candidates)
    chosen = [listed({"candidates": [line]}, graph) for line in result["chosen"]
              if "| npu |" in line]
    chosen = [inside for row in chosen for inside, _, _ in row.values()]
    whole = [p for p in {*chosen, *parts} if not any(p < q for q in parts)]
    yield from (f"{sorted(a)} and {sorted(b)} could be joined" for a in whole for b in whole
                if a != b and could_join(graph, limits, whole, a, b))


def main():
    count = 500 if os.environ.get("TUNIP_TEST_ALL") else 60
    failed, counts = 0, [0]
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(count):
            problems = list(check(sys.argv[1], pathlib.Path(scratch), seed, counts))
            failed += bool(problems)
            for problem in problems:
                print(f"--- graph {seed}: {problem}")
    print(f"collage.joins: {count - failed} of {count}, {counts[0]} joined functions")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
