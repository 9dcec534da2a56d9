#!/usr/bin/env python3
"""Checks `tunip blame` and `tunip trace`: against lines of real dumps that were checked by hand
(blame.tsv), and against pipelines whose edits are known (pipelines.py). All programs that count the
lines of a step must agree (counts.py).

usage: run.py TUNIP
"""

import json
import lzma
import pathlib
import subprocess
import sys
import tempfile

import counts
import pipelines

HERE = pathlib.Path(__file__).resolve().parent
PIPELINES = 25
LEAST = 0.98  # of the lines of generated pipelines


def run(*arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def blame(tunip, history, *arguments):
    return run(tunip, "blame", *arguments, "--history", history, "--format", "json")["lines"]


# ---- real dumps ----

def unpacked(history, folder):
    """The command may have been built without liblzma."""
    if history.suffix != ".xz":
        return history
    plain = pathlib.Path(folder) / history.stem
    plain.write_bytes(lzma.decompress(history.read_bytes()))
    return plain


def check_table(tunip):
    """Each row: the history, a step in it, a line, the step that changed it last, its text."""
    failures, rows, cache = 0, 0, {}
    for row in (HERE / "blame.tsv").read_text().splitlines()[1:]:
        history, at, line, step, name, text = row.split("\t")
        key = (history, at)
        if key not in cache:
            with tempfile.TemporaryDirectory() as folder:
                cache[key] = blame(tunip, unpacked(HERE / "data" / history, folder), at)
        found = cache[key][int(line) - 1]
        rows += 1
        if (found["step"], found["name"], found["text"].strip()) != (int(step), name, text):
            failures += 1
            print(f"{history} {at}:{line}: expected {step} {name}: {text}\n"
                  f"    got {found['step']} {found['name']}: {found['text'].strip()}")
    print(f"table: {rows - failures} of {rows} lines")
    return failures == 0 and rows >= 50


# ---- generated pipelines ----

def by_function(lines):
    """The lines of each function, without the one that defines it."""
    functions, name = {}, None
    for line in lines:
        text = line["text"]
        if text.startswith("    def "):
            name = text.split("(")[0].split()[-1]
            functions[name] = []
        elif text.startswith("    @"):
            name = None
        elif name and text.strip():
            functions[name].append((text, line["step"]))
    return functions


def check_pipeline(tunip, seed, folder):
    """Returns the number of lines and how many of them were blamed on the right step."""
    for step, functions in enumerate(pipelines.Pipeline(seed).steps()):
        (folder / f"{step:03}_p.py").write_text(pipelines.script_of(functions))
    found = by_function(blame(tunip, folder))
    total = right = 0
    for name, body in functions.items():
        expected = list(pipelines.lines_of(body))
        if [text for text, _ in found[name]] != [text for text, _ in expected]:
            sys.exit(f"pipeline {seed}: {name} is printed in another way")
        for (text, step), (_, wanted) in zip(found[name], expected):
            total += 1
            right += step == wanted
            if step != wanted and "-v" in sys.argv:
                print(f"pipeline {seed}: {name}: {text}: expected {wanted}, got {step}")
    return total, right


def check_pipelines(tunip):
    total = right = 0
    for seed in range(PIPELINES):
        with tempfile.TemporaryDirectory() as folder:
            lines, fine = check_pipeline(tunip, seed, pathlib.Path(folder))
        total += lines
        right += fine
    print(f"pipelines: {right} of {total} lines ({100 * right / total:.2f} %)")
    return right >= LEAST * total


# ---- traces ----

QUIET = ("unchanged", "renamed", "indentation changed")


def check_traces(tunip):
    """A trace leads from each line to the step that blame names."""
    history = HERE / "data" / "schedule-gemm"
    lines, failures = blame(tunip, history), 0
    last = max(history.iterdir())
    for line in lines:
        place = f"{last}:{line['line']}"
        steps = run(tunip, "trace", place, "--history", history, "--format", "json")["steps"]
        made = [s["step"] for s in steps for at in s["lines"] if at["what"] not in QUIET]
        if line["step"] not in made:
            failures += 1
            print(f"trace {place}: {made}, blame says {line['step']}")
    print(f"traces: {len(lines) - failures} of {len(lines)} agree with blame")
    return not failures


def check_counts(tunip):
    with tempfile.TemporaryDirectory() as folder:
        histories = [unpacked(path, folder) for path in sorted((HERE / "data").iterdir())]
        fine = counts.check_all(tunip, histories)
    print(f"counts: {'agree' if fine else 'differ'} in {len(histories)} histories")
    return fine


def main():
    tunip = sys.argv[1]
    checks = [check_table(tunip), check_pipelines(tunip), check_traces(tunip),
              check_counts(tunip)]
    sys.exit(0 if all(checks) else 1)


if __name__ == "__main__":
    main()
