#!/usr/bin/env python3
"""Tests of MLIR text.

usage: run.py TUNIP [--seeds FIRST COUNT]

own.mlir was written by hand. mlir-opt printed the others: pretty.mlir, generic.mlir and
locations.mlir from own.mlir, and lowered.mlir from its last pass. For each part of them:

- print gives the same bytes, and for own.mlir a text that prints as itself;
- with all values and blocks renamed, and with other line breaks, it is equal, and diff is empty;
- with one number changed, it is different, and diff shows one line on each side;
- outline lists one operation for each line that begins one;
- what is left of it if it ends early is read, or refused at a place in it.

With mlir-opt (from Debian's mlir-*-tools) as an oracle, COUNT random pairs: tunip calls two texts
equal if and only if mlir-opt prints the same generic text for both. With the large corpus of MLIR
text beside the project, all of its texts are printed, renamed and changed, too.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LARGE = HERE.parents[2] / "shared/data/mlir"
PRINTED = ("pretty", "generic", "locations", "lowered")
SEEDS, SEEDS_OF_ALL = 60, 300
PREFIXES, PREFIXES_OF_LARGE, PREFIXES_OF_ALL = 40, 8, 400  # of each file
FOREIGN_SHARE = 0.97  # of texts of dialects that mlir-opt does not know

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
OPERATION = re.compile(r'\s*(?:%[\w$.#:, %-]+ = )?'
                       r'(?:"[\w.]+"\(|[a-z_]\w*\.[\w.]+|(?:return|module|call)\b)')


def parts(text):
    return re.split(r"(?m)^// -----\n", text)


def outside_strings(text, change):
    """`text`, with `change` applied to what is not a string."""
    strings = []

    def hide(match):
        strings.append(match.group())
        return f"\x01{len(strings) - 1}\x02"

    hidden = change(STRING.sub(hide, text))
    return re.sub("\x01(\\d+)\x02", lambda match: strings[int(match.group(1))], hidden)


def rename(text, chance):
    names = {}

    def value(match):
        return "%" + names.setdefault(match.group(1), f"n{len(names)}_{chance.randrange(1000)}")

    def change(hidden):
        hidden = re.sub(r"%([A-Za-z_$.-][\w$.-]*|\d+)", value, hidden)
        return re.sub(r"\^(\w+)", r"^to_\1", hidden)

    return outside_strings(text, change)


def reflow(text, chance):
    """Other blanks, and line breaks behind commas in round brackets."""
    def change(hidden):
        out, depth = [], 0
        for i, char in enumerate(hidden):
            depth += (char == "(") - (char == ")")
            out.append(char)
            if char == "," and depth > 0 and hidden[i + 1:i + 2] == " " and chance.random() < 0.2:
                out.append("\n            ")
            elif char == " " and out[-2:-1] not in (["\n"], [" "]) and chance.random() < 0.1:
                out.append(" ")
        return "".join(out)

    return outside_strings(text, change)


def change_number(text, chance):
    """One integer of a constant is another one; None if there is none."""
    found = [m for m in re.finditer(r"constant (\d+)(?= : i)|\{value = (\d+)(?= : i)", text)]
    if not found:
        return None
    match = chance.choice(found)
    begin, end = match.span(1) if match.group(1) else match.span(2)
    return text[:begin] + str(int(text[begin:end]) + 7) + text[end:]


class Test:
    def __init__(self, tunip, folder):
        self.tunip, self.folder, self.failures, self.checks = tunip, pathlib.Path(folder), 0, 0

    def run(self, *arguments):
        return subprocess.run([self.tunip, *map(str, arguments)], capture_output=True, text=True,
                              errors="replace", check=False)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def check(self, fine, name, what):
        self.checks += 1
        if not fine:
            self.failures += 1
            if self.failures <= 10:
                print(f"{name}: {what}")
        return fine

    def check_print(self, name, path, text):
        run = self.run("print", path)
        self.check(run.returncode == 0 and run.stdout.rstrip("\n") == text.rstrip("\n"), name,
                   run.stderr or "the print differs")

    def check_same(self, name, path, other):
        equal, diff = self.run("equal", path, other), self.run("diff", path, other)
        self.check(equal.returncode == 0 and not diff.stdout, name,
                   f"renamed, it differs: {equal.stderr}{diff.stdout[:400]}")

    def check_changed(self, name, path, other):
        equal, diff = self.run("equal", path, other), self.run("diff", path, other)
        signs = [len(re.findall(rf"(?m)^\{sign}(?!\{sign})", diff.stdout)) for sign in "-+"]
        self.check(equal.returncode == 1 and signs == [1, 1], name,
                   f"changed, equal says {equal.returncode}, and the signs in diff are {signs}: "
                   f"{diff.stdout[:400]}")

    def check_outline(self, name, path, text):
        run = self.run("outline", "--format", "json", path)
        found = json.loads(run.stdout)["operations"] if run.returncode == 0 else []
        lines = [number for number, line in enumerate(text.split("\n"), 1)
                 if OPERATION.match(line)]
        self.check([item["line"] for item in found] == lines, name,
                   f"outline has {len(found)} operations for {len(lines)} lines: {run.stderr}")

    def check_text(self, name, text, chance):
        path = self.write("text.mlir", text)
        self.check_print(name, path, text)
        self.check_same(name, path, self.write("other.mlir", rename(text, chance)))
        changed = change_number(text, chance)
        if changed:
            self.check_changed(name, path, self.write("other.mlir", rename(changed, chance)))

    def check_again(self, name, path):
        """The print of a text prints as itself, and is equal to the text."""
        run = self.run("print", path)
        again = self.write("again.mlir", run.stdout)
        second, equal = self.run("print", again), self.run("equal", path, again)
        fine = run.returncode == 0 and second.stdout == run.stdout and equal.returncode == 0
        return self.check(fine, name, run.stderr or "printed again, it differs")


def check_own(test):
    for name in PRINTED:
        text = (HERE / f"{name}.mlir").read_text(encoding="utf-8")
        test.check_print(name, HERE / f"{name}.mlir", text)
        for index, part in enumerate(parts(text)):
            chance = random.Random(index)
            test.check_text(f"{name} {index}", part, chance)
            path = test.write("text.mlir", part)
            test.check_same(f"{name} {index}", path,
                            test.write("other.mlir", reflow(part, chance)))
            if name in ("pretty", "generic"):
                test.check_outline(f"{name} {index}", path, part)
    test.check_again("own", HERE / "own.mlir")
    check_prefixes(test, sorted(HERE.glob("*.mlir")), PREFIXES)


def check_prefixes(test, paths, count):
    """A text that ends early is read, or refused with a message that has a place in it."""
    for index, path in enumerate(paths):
        text = path.read_text(encoding="utf-8", errors="replace")
        size = len(text)
        chance = random.Random(index)
        ends = range(1, size) if size <= count else sorted(chance.sample(range(1, size), count))
        for end in ends:
            run = test.run("print", test.write("prefix.mlir", text[:end]))
            has_place = re.search(r"prefix\.mlir:\d+:\d+: ", run.stderr)
            fine = run.returncode == 0 or (run.returncode == 2 and has_place)
            # too short to be known as MLIR
            is_other = re.search(r"the format is unknown|unknown format|is empty", run.stderr)
            test.check(fine or is_other, f"{path.name}, {end} characters",
                       f"exit status {run.returncode}: {run.stderr[:300]}")


def find_oracle():
    names = ["mlir-opt", *(f"mlir-opt-{version}" for version in range(30, 15, -1))]
    return next((path for path in map(shutil.which, names) if path), None)


def check_oracle(test, oracle, first, count):
    """Pairs of texts that went through passes of mlir-opt."""
    def opt(texts, *options):
        """The results of mlir-opt for many texts; None where it refuses one."""
        run = subprocess.run([oracle, "--split-input-file", *options], capture_output=True,
                             input="// -----\n".join(texts), text=True, check=False)
        results = parts(run.stdout)
        if run.returncode == 0 and len(results) == len(texts):
            return results
        return [None] if len(texts) == 1 else [opt([text], *options)[0] for text in texts]

    passes = ([], ["--canonicalize"], ["--cse"], ["--canonicalize", "--cse"], ["--sccp"],
              ["--loop-invariant-code-motion"], ["--symbol-dce"])
    before, after = ((HERE.parent / f"documents/{name}.mlir").read_text(encoding="utf-8")
                     for name in ("before", "after"))
    test.check(opt([before], "--loop-invariant-code-motion", "--cse")[0].split() == after.split(),
               "documents", "after.mlir is not what mlir-opt makes of before.mlir")
    texts = [part for name in ("pretty", "lowered")
             for part in parts((HERE / f"{name}.mlir").read_text(encoding="utf-8"))]
    results = [opt(texts, *options) for options in passes]
    taken = [i for i in range(len(texts)) if all(result[i] for result in results)]
    passed = [[result[i] for i in taken] for result in results]
    generic = [opt(result, "--mlir-print-op-generic") for result in passed]
    known = 0
    for seed in range(first, first + count):
        chance = random.Random(seed)
        index = chance.randrange(len(taken))
        left, right = chance.randrange(len(passes)), chance.randrange(len(passes))
        is_same = generic[left][index] == generic[right][index]
        known += is_same
        other = reflow(rename(passed[right][index], chance), chance)
        run = test.run("equal", test.write("left.mlir", passed[left][index]),
                       test.write("right.mlir", other))
        test.check(run.returncode == (not is_same), f"seed {seed}",
                   f"equal says {run.returncode}, mlir-opt {not is_same}")
    test.check(0 < known < count, "oracle", f"{known} of {count} pairs are equal")
    print(f"oracle {pathlib.Path(oracle).name}: {count} pairs, {known} of them equal")


def check_large(test, is_whole):
    for form in ("pretty", "generic", "debuginfo"):
        for index, path in enumerate(sorted((LARGE / "printed").glob(f"*.{form}.mlir"))):
            text = path.read_text(encoding="utf-8", errors="replace")
            if form == "debuginfo":
                test.check_print(path.name, path, text)
            else:
                test.check_text(path.name, text, random.Random(index))
    samples = sorted((LARGE / "foreign").glob("*.mlir"))[::4]
    check_prefixes(test, samples, PREFIXES_OF_ALL if is_whole else PREFIXES_OF_LARGE)
    foreign = Test(test.tunip, test.folder)
    for path in sorted((LARGE / "foreign").glob("*.mlir")):
        foreign.check_again(path.name, path)
    share = 1 - foreign.failures / max(foreign.checks, 1)
    test.check(share >= FOREIGN_SHARE, "foreign", f"only {share:.3f} are read and printed")
    print(f"foreign: {foreign.checks - foreign.failures} of {foreign.checks} texts")


def main():
    tunip, *options = sys.argv[1:]
    is_whole = os.environ.get("TUNIP_TEST_ALL", "0") != "0"
    first, count = 0, SEEDS_OF_ALL if is_whole else SEEDS
    if options[:1] == ["--seeds"]:
        first, count = map(int, options[1:3])
    with tempfile.TemporaryDirectory() as folder:
        test = Test(tunip, folder)
        oracle = find_oracle()
        if not options:
            check_own(test)
            if LARGE.is_dir():
                check_large(test, is_whole)
            else:
                print("skipped: the large corpus of MLIR text (no ../shared/data/mlir)")
        if oracle:
            check_oracle(test, oracle, first, count)
        else:
            print("skipped: mlir-opt as an oracle (no mlir-opt, from Debian's mlir-19-tools)")
        print(f"{test.checks - test.failures} of {test.checks} checks passed")
    return test.failures != 0


sys.exit(main())
