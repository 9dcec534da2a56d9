#!/usr/bin/env python3
"""Random programs in which operations use values of any line, as in a graph region of MLIR: also
operations with regions, and results by number. mlir-opt must print the same generic text for a
program and for what tunip prints of it. tunip gives numbers anew, so a use that it takes for
another value shows.

usage: graphs.py TUNIP [--seeds FIRST COUNT]
"""

import os
import random
import shutil
import subprocess
import sys

SEEDS, SEEDS_OF_ALL = 60, 600
SEPARATOR = "// -----\n"


class Program:
    """One program: blocks with a label and arguments in some regions, none with two blocks, because
    MLIR does not let these be graphs."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.values = 0
        self.lines = ['"m.m"() ({', *self.region(0, []), "}) : () -> ()"]

    def name(self):
        self.values += 1
        return self.chance.choice(["%", "%", "%v", "%arg"]) + str(self.values)

    def region(self, depth, outer):
        count = self.chance.randrange
        arguments = [(self.name(), 1) for _ in range(count(3))] if depth else []
        results = [(self.name(), count(4)) for _ in range(count(1, 6))]
        visible = outer + arguments + [result for result in results if result[1]]
        if arguments:
            yield f"^bb({', '.join(f'{name}: i32' for name, _ in arguments)}):"
        for name, number in results:
            uses = [self.use(*self.chance.choice(visible)) for _ in range(count(4)) if visible]
            head = f"{name}:{number} = " if number else ""
            types = f"({', '.join(['i32'] * len(uses))}) -> ({', '.join(['i32'] * number)})"
            call = f'{head}"d.op{count(5)}"({", ".join(uses)})'
            if depth < 3 and self.chance.random() < 0.4:
                yield f"{call} ({{"
                yield from self.region(depth + 1, visible)
                if self.chance.random() < 0.3:
                    yield "}, {"
                    yield from self.region(depth + 1, visible)
                yield f"}}) : {types}"
            else:
                yield f"{call} : {types}"

    def use(self, name, number):
        return name if number == 1 else f"{name}#{self.chance.randrange(number)}"


def generic(oracle, texts):
    """What mlir-opt makes of each text; it refuses all of them if it refuses one."""
    run = subprocess.run([oracle, "--allow-unregistered-dialect", "--mlir-print-op-generic",
                          "--split-input-file"], input=SEPARATOR.join(texts), text=True,
                         capture_output=True, check=False)
    if run.returncode:
        raise SystemExit(run.stderr[:2000])
    return run.stdout.split(SEPARATOR)


def main():
    tunip, *options = sys.argv[1:]
    first, count = 0, SEEDS_OF_ALL if os.environ.get("TUNIP_TEST_ALL", "0") != "0" else SEEDS
    if options[:1] == ["--seeds"]:
        first, count = map(int, options[1:3])
    oracle = next(filter(None, map(shutil.which, ("mlir-opt-19", "mlir-opt-22", "mlir-opt"))), None)
    if not oracle:
        print("skipped: random graphs of MLIR (no mlir-opt, from Debian's mlir-19-tools)")
        return 0
    texts = ["\n".join(Program(seed).lines) + "\n" for seed in range(first, first + count)]
    printed = []
    for seed, text in enumerate(texts, first):
        run = subprocess.run([tunip, "print", "--from", "mlir", "-"], input=text, text=True,
                             capture_output=True, check=False)
        if run.returncode:
            raise SystemExit(f"seed {seed}: {run.stderr}\n{text}")
        printed.append(run.stdout)
    pairs = zip(texts, printed, generic(oracle, texts), generic(oracle, printed), strict=True)
    problems = [f"seed {seed}: another program\n{text}\nbecame\n{own}"
                for seed, (text, own, left, right) in enumerate(pairs, first) if left != right]
    changed = sum(text != own for text, own in zip(texts, printed, strict=True))
    print(*problems[:3], f"graphs: {count - len(problems)} of {count}, {changed} renumbered",
          sep="\n")
    return bool(problems) or not changed


sys.exit(main())
