#!/usr/bin/env python3
"""Compares the candidates of `tunip collage` with all that there are, in small random graphs.

usage: candidates.py TUNIP

There are 60 graphs, and 500 with TUNIP_TEST_ALL.

Each graph has up to nine calls, and no operator twice, so that a label names the calls inside. Two
backends propose candidates: `npu` may compute any set of calls that is connected and convex, has
one exit, and no path of more than `max_depth` calls. `llvm` follows TVM's rules of fusion
(CombineByPrimitives of src/relay/collage/combiner_rule.cc): it joins a call with its user if their
kinds allow it, again and again. Both sets are found here by trying all sets of calls.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

UNARY = ("nn.relu", "tanh", "exp", "log", "sqrt", "rsqrt", "sigmoid", "erf", "abs", "ceil", "floor",
         "negative", "cos", "sin")
BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power")
KINDS = {**dict.fromkeys(UNARY, "E"), **dict.fromkeys(BINARY, "B"), "nn.dense": "A"}
# The greatest kinds of a candidate and of one that uses its output.
PAIRS = (("A", "B"), ("B", "R"), ("I", "I"))
ORDER = "EBIRA"
TENSOR = "Tensor[(4, 4), float32]"


class Graph:
    """Call number i has the operator ops[i] and the calls or parameters inputs[i]."""

    def __init__(self, rng):
        self.count = rng.randint(3, 9)
        names = rng.sample(UNARY, 9) + rng.sample(BINARY, 7) + ["nn.dense"]
        self.ops, self.inputs = [], []
        for i in range(self.count):
            op = names.pop(rng.randrange(len(names)))
            arity = 1 if op in UNARY else 2
            earlier = ["%x", "%y"] + list(range(max(0, i - 4), i)) * 2
            self.ops.append(op)
            self.inputs.append([rng.choice(earlier) for _ in range(arity)])
        self.users = [[j for j in range(self.count) if i in self.inputs[j]]
                      for i in range(self.count)]
        # A call without a user becomes a part of the result.
        self.exits = [i for i in range(self.count) if not self.users[i]]

    def text(self):
        name = {i: f"%{i}" for i in range(self.count)}
        lines = [f"  %{i} = {op}({', '.join(name.get(a, a) for a in self.inputs[i])}"
                 f"{', units=None' if op == 'nn.dense' else ''}) /* ty={TENSOR} */;"
                 for i, op in enumerate(self.ops)]
        kinds = ", ".join([TENSOR] * len(self.exits))
        fields = ", ".join(name[i] for i in self.exits)
        result, kind = (fields, TENSOR) if len(self.exits) == 1 else (f"({fields})", f"({kinds})")
        params = ", ".join(f"%{p}: {TENSOR} /* ty={TENSOR} */" for p in "xy")
        body = "\n".join(lines)
        return f'#[version = "0.0.5"]\ndef @main({params}) -> {kind} {{\n{body}\n  {result}\n}}\n'

    def calls_of(self, i):
        return [a for a in self.inputs[i] if not isinstance(a, str)]

    def is_convex(self, inside):
        """Whether no path leaves and comes back."""
        reached = set()
        for i in range(self.count):
            if i in inside and any(a in reached for a in self.calls_of(i)):
                return False
            if i not in inside and any(a in inside or a in reached for a in self.calls_of(i)):
                reached.add(i)
        return True

    def is_valid(self, inside, most):
        """Convex, with one exit, and without a path of more than `most` calls."""
        outside = [i for i in inside if i in self.exits or set(self.users[i]) - inside]
        if len(outside) != 1 or set(self.users[outside[0]]) & inside:
            return False
        depth = {}
        for i in sorted(inside):
            depth[i] = 1 + max((depth[a] for a in self.calls_of(i) if a in inside), default=0)
        return self.is_convex(inside) and max(depth.values()) <= most

    def kind(self, inside):
        return max((KINDS[self.ops[i]] for i in inside), key=ORDER.index)

    def may_join(self, up, down):
        used = any(set(self.users[i]) & down for i in up)
        return used and any(ORDER.index(self.kind(up)) <= ORDER.index(a) and
                            ORDER.index(self.kind(down)) <= ORDER.index(b) for a, b in PAIRS)

    def sets(self):
        return [frozenset(i for i in range(self.count) if bits >> i & 1)
                for bits in range(1, 1 << self.count)]

    def connected(self, inside):
        todo, found = [min(inside)], {min(inside)}
        while todo:
            i = todo.pop()
            for j in inside - found:
                if j in self.users[i] or i in self.users[j]:
                    found.add(j)
                    todo.append(j)
        return found == inside

    def npu(self, most):
        return {s for s in self.sets() if self.is_valid(s, most) and self.connected(s)}

    def cpu(self, most):
        """A set counts if it is one call, or the convex union of two such sets that may join."""
        known = set()
        for s in sorted(filter(self.is_convex, self.sets()), key=len):
            parts = (s & frozenset(i for i in range(self.count) if bits >> i & 1)
                     for bits in range(1, 1 << self.count)) if len(s) > 1 else ()
            if len(s) == 1 or any(up in known and s - up in known and self.may_join(up, s - up)
                                  for up in set(parts) - {s, frozenset()}):
                known.add(s)
        return {s for s in known if self.is_valid(s, most)}

    def names(self, sets):
        return {"+".join(sorted(self.ops[i] for i in s)) for s in sets}


def check(tunip, folder, seed):
    rng = random.Random(seed)
    graph, most = Graph(rng), rng.choice([2, 3, 4, 9])
    (folder / "graph.relay").write_text(graph.text())
    (folder / "rules.json").write_text(json.dumps(
        {"npu": {"operators": sorted(KINDS), "max_depth": most}}))
    (folder / "targets.json").write_text(json.dumps(
        {"targets": [{"kind": "llvm", "max_depth": most}, {"kind": "npu", "rules": "npu"}]}))
    run = subprocess.run([tunip, "collage", folder / "graph.relay", "--rules",
                          folder / "rules.json", "--targets", folder / "targets.json", "--format",
                          "json"], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        yield run.stderr
        return
    found = {"tvm_llvm": set(), "npu": set()}
    for line in json.loads(run.stdout)["candidates"]:
        label, *_, spec, _ = line.split(" | ")
        found[spec].add("+".join(sorted(label.split("+"))))
    for spec, sets in (("npu", graph.npu(most)), ("tvm_llvm", graph.cpu(most))):
        wanted = graph.names(sets)
        for name in sorted(wanted - found[spec]):
            yield f"{spec} lacks {name}"
        for name in sorted(found[spec] - wanted):
            yield f"{spec} must not have {name}"


def wide(branches):
    """Branches that a chain of additions joins: any of them can be left out of a part."""
    kind = "Tensor[(4, 4), float32]"
    note = f" /* ty={kind} */"
    lines, ends = [f"  %0 = nn.relu(%x){note};"], []
    for _ in range(branches):
        lines.append(f"  %{len(lines)} = tanh(%0){note};")
        lines.append(f"  %{len(lines)} = exp(%{len(lines) - 1}){note};")
        ends.append(len(lines) - 1)
    for end in ends[1:]:
        lines.append(f"  %{len(lines)} = add(%{ends[0]}, %{end}){note};")
        ends[0] = len(lines) - 1
    body = "\n".join(lines)
    return ('#[version = "0.0.5"]\n' f"def @main(%x: {kind}{note}) -> {kind} {{\n"
            f"{body}\n  %{ends[0]}\n}}\n")


def check_memory(command, work, branches, most, *options):
    """A candidate has one text; only the functions of those that are chosen are kept."""
    (work / "wide.relay").write_text(wide(branches))
    (work / "wide.json").write_text(
        '{"npu": {"operators": ["nn.relu", "tanh", "add", "exp"], "max_depth": 0}}')
    (work / "targets.json").write_text(
        '{"targets": [{"kind": "llvm", "max_depth": 0}, "npu"]}')
    words = [command, "collage", work / "wide.relay", "--rules", work / "wide.json", "--targets",
             work / "targets.json", "--format", "json", "-o", work / "out.json", *options]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode or usage.ru_maxrss > most << 10:
        yield f"memory: {branches} branches: exit {run.returncode}, {usage.ru_maxrss} KiB"


def main():
    count = 500 if os.environ.get("TUNIP_TEST_ALL") else 60
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        wrong = list(check_memory(sys.argv[1], work, 10, 48, "--max-candidates", "20000", "--beam",
                                  "4"))
        for branches in (12, 16) if os.environ.get("TUNIP_TEST_ALL") else ():
            wrong += check_memory(sys.argv[1], work, branches, 200)
        print(*wrong, sep="\n", end="\n" if wrong else "")
        for seed in range(count):
            problems = list(check(sys.argv[1], pathlib.Path(scratch), seed))
            failed += bool(problems)
            for problem in problems:
                print(f"--- graph {seed}: {problem}")
    print(f"collage.candidates: {count - failed} of {count}")
    sys.exit(bool(failed or wrong))


if __name__ == "__main__":
    main()
