#!/usr/bin/env python3
"""Checks `tunip trace` with marked programs: each of their statements has a constant of its own,
such as 3.0137, so that the earlier and later forms of a line are those with the same constant.

usage: marked.py TUNIP

marked/*.tar.xz has a folder for each program with the module after each pass that changed it, as
TVM v0.23.0 printed it; spans-*.tar.xz has saved graphs in which the stores have spans. Each marked
line of the first step is followed to the last step that has the constant, and each one of the last
step back to the first step. The test prints how many lines were followed to a line with their
constant (`followed`) and to all of them (`all`), and how many lines of traces were certain but had
only other constants (`wrong`). All of this is done twice, because the constants help to find a
line: the second time, all of them are replaced by one.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLOAT = re.compile(r"\b3\.\d{4,}\b")
# For each archive the least number of lines that must be followed, in per cent.
LEAST = {"tir-0.23": 95, "relax-0.23": 95, "kernels-0.23": 95, "models-0.23": 95,
         "spans-0.23": 100}

Count = collections.namedtuple("Count", "lines followed whole wrong")


def marks_in(text):
    """The constants of a line. TVM prints all digits of a float32, such as 3.0069999694824219."""
    return {f"{float(digits):.4f}" for digits in FLOAT.findall(text)}


def run(*command):
    done = subprocess.run([str(a) for a in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def marks_of(tunip, step):
    """The numbers of the lines of each constant."""
    marks = collections.defaultdict(set)
    text = run(tunip, "print", step) if step.suffix == ".json" else step.read_text()
    for number, text in enumerate(text.splitlines(), 1):
        for mark in marks_in(text):
            marks[mark].add(number)
    return marks


def trace(tunip, folder, step, line):
    """The lines of each step that changed the line, or in which it begins."""
    out = run(tunip, "trace", f"{step}:{line}", "--history", folder, "--format", "json")
    return {entry["step"]: entry["lines"] for entry in json.loads(out)["steps"]}


def lines_at(entries, step):
    """The lines of a step: those of the last step that changed them."""
    known = [number for number in entries if number <= step]
    return {at["line"] for at in entries[max(known)]} if known else set()


def wrong_in(entries, marks, mark):
    """The lines of a trace that are certain, but have only other constants."""
    return [(step, at["line"]) for step, lines in entries.items() for at in lines if at["sure"]
            and at["line"] in set().union(*marks[step].values()) - marks[step][mark]]


def follow(tunip, steps, marks, start, goals):
    """Follows the marked lines of the step `start` to the steps that `goals` has for them."""
    counts = []
    for mark, line in [(m, n) for m in sorted(goals) for n in sorted(marks[start][m])]:
        goal = goals[mark]
        entries = trace(tunip, steps[0].parent, steps[start], line)
        reached, wrong = lines_at(entries, goal), wrong_in(entries, marks, mark)
        wanted = marks[goal][mark]
        counts.append(Count(1, bool(reached & wanted), reached >= wanted, len(wrong)))
        if not reached >= wanted or wrong:
            print(f"{steps[0].parent.name}: {mark} from {steps[start].name}:{line}"
                  f" to {steps[goal].name}: lines {sorted(reached)} instead of {sorted(wanted)};"
                  f" wrong: {wrong}")
    return Count(*map(sum, zip(*counts))) if counts else Count(0, 0, 0, 0)


def check(tunip, steps, marks):
    last = {m: number for number, step in enumerate(marks) for m in step if m in marks[0]}
    first = {m: 0 for m in marks[-1] if m in marks[0]}
    return (follow(tunip, steps, marks, 0, last),
            follow(tunip, steps, marks, len(steps) - 1, first))


def erase(steps):
    for step in steps:
        step.write_text(FLOAT.sub("3.5", step.read_text()))


def cells(way):
    followed, whole = (100 * part / max(way.lines, 1) for part in (way.followed, way.whole))
    return f"{way.lines:6} {followed:8.1f} % {whole:8.1f} % {way.wrong:6}"


def check_all(tunip, programs, title, least):
    """`programs` has the steps of each and their marks. Prints a table."""
    rows = {name: check(tunip, *program) for name, program in programs.items()}
    rows["all"] = [Count(*map(sum, zip(*way))) for way in zip(*rows.values())]
    print(f"{title:25}{'forwards':^35}{'backwards':^35}\n"
          f"{'':25}{'  lines   followed        all  wrong' * 2}")
    for name, ways in rows.items():
        print(f"{name:25}{cells(ways[0])}{cells(ways[1])}")
    unmarked = [name for name, ways in rows.items() if not all(way.lines for way in ways)]
    if unmarked:
        sys.exit(f"no marked lines: {', '.join(unmarked)}")
    return all(100 * way.followed >= least * way.lines and not way.wrong for way in rows["all"])


def check_archive(tunip, name):
    programs = {}
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(HERE / "marked" / f"{name}.tar.xz") as tar:
            tar.extractall(folder)
        for program in sorted(pathlib.Path(folder).iterdir()):
            steps = sorted(program.iterdir())
            programs[program.name] = steps, [marks_of(tunip, step) for step in steps]
        fine = check_all(tunip, programs, name, LEAST[name])
        for steps, _ in programs.values():
            erase(steps)
        return check_all(tunip, programs, "without constants", LEAST[name]) and fine


if __name__ == "__main__":
    sys.exit(0 if all([check_archive(sys.argv[1], name) for name in LEAST]) else 1)
