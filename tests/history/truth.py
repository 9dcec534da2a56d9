#!/usr/bin/env python3
"""Compares `tunip blame` with the locations of operations, which mlir-opt keeps through all passes.

usage: truth.py TUNIP LOGS

LOGS is the archive of ../shared/data/mlir/logs: for each pipeline a log with locations, and one
without, NAME.after-all-module.log, with the same steps and lines. More pipelines are run here, in
each version of mlir-opt that is installed. Asked is a line of the last step
whose location no other line of that step has. The truth is the first step in which an operation
with this location appears in this form: its text without the names of values and blocks, which
change with every other operation. A later step is right, too, if the operation changed places with
another one there, because blame names the last move. tunip sees only the log without locations, and
must be right for at least 98 % of the lines.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import mlir_passes

LEAST = 0.98
MODULE, LOCATIONS = "--mlir-print-ir-module-scope", "--mlir-print-debuginfo"
HEADING = re.compile(r"(?m)^(?=// -----// IR Dump )")
ALIAS = re.compile(r"(#loc\d*) = loc\((.*)\)$")
AT_END = re.compile(r" loc\(([^()]*(?:\([^()]*\)[^()]*)*)\)$")
LOCATION = re.compile(r' loc\((#loc\d*|"[^"]*":\d+:\d+|unknown|fused.*?|callsite.*?)\)')
NAMES = re.compile(r"%[\w#]+|\^bb\d+")


def expanded(text, aliases, depth=0):
    if depth > 20:
        return text
    return re.sub(r"#loc\d*", lambda at: expanded(aliases.get(at.group(), "?"), aliases, depth + 1),
                  text)


def lines_of(dump):
    """The text of each line of a dump without locations, and the location at its end."""
    lines = [line for line in dump.rstrip("\n").split("\n")[1:] if line.strip()]
    aliases = dict(match.groups() for match in map(ALIAS.match, lines) if match)
    for line in lines:
        if ALIAS.match(line):
            continue
        location = AT_END.search(line)
        yield LOCATION.sub("", line), location and expanded(location.group(1), aliases)


def form(text):
    return NAMES.sub("%", text.strip())


def places_of(step):
    """Where the operations stand whose location and form no other one has."""
    keys = [(location, form(text)) for text, location in step]
    counts = collections.Counter(keys)
    return {key: i for i, key in enumerate(keys) if key[0] and counts[key] == 1}


def is_moved(steps, at, key):
    """Whether an operation and another one changed places in a step."""
    before, after = places_of(steps[at - 1]), places_of(steps[at])
    return key in before and key in after and any(
        (before[other] < before[key]) != (after[other] < after[key])
        for other in before.keys() & after.keys() - {key})


def check(tunip, folder, name):
    """Returns how many lines were asked for, and how many steps were right."""
    dumps = HEADING.split((folder / f"{name}.debuginfo.log").read_text())[1:]
    steps = [list(lines_of(dump)) for dump in dumps]
    output = subprocess.run([tunip, "blame", "--format", "json", "--history",
                             folder / f"{name}.after-all-module.log"],
                            capture_output=True, text=True, check=True).stdout
    blamed = [line for line in json.loads(output)["lines"] if line["text"].strip()]
    if [line["text"] for line in blamed] != [text for text, _ in steps[-1]]:
        sys.exit(f"{name}: the last modules of the two logs differ")
    counts = collections.Counter(location for _, location in steps[-1])
    asked = right = 0
    for line, (text, location) in zip(blamed, steps[-1]):
        if not location or "unknown" in location or counts[location] > 1:
            continue
        truth = next(i for i, step in enumerate(steps)
                     if any(there == location and form(other) == form(text)
                            for other, there in step))
        found = line["step"]
        is_right = found == truth or (found > truth and
                                      is_moved(steps, found, (location, form(text))))
        asked += 1
        right += is_right
        if not is_right:
            print(f"{name}:{line['line']}: expected {truth}, got {found}: {text.strip()}")
    return asked, right


def make_logs(folder, shared):
    for name, command in mlir_passes.pipelines(shared):
        if (mlir_passes.write_log(folder / f"{name}.debuginfo.log", command, MODULE, LOCATIONS) and
                mlir_passes.write_log(folder / f"{name}.after-all-module.log", command, MODULE)):
            yield name


def judge(title, results):
    if not results:
        return True
    asked, right = map(sum, zip(*results))
    print(f"{title}: {right} of {asked} lines in {len(results)} pipelines")
    return asked >= 40 and right >= LEAST * asked


def main():
    tunip, archive = sys.argv[1], pathlib.Path(sys.argv[2])
    if not archive.exists():
        print(f"skipped: blame against locations (no {archive})")
        return 77
    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive) as logs:
        logs.extractall(folder)
        folder = pathlib.Path(folder)
        names = sorted(path.name.split(".")[0] for path in folder.glob("*.debuginfo.log"))
        fine = judge("truth", [check(tunip, folder, name) for name in names])
        names = list(make_logs(folder, archive.parents[3]))
        return not (judge("own pipelines", [check(tunip, folder, name) for name in names]) and fine)


sys.exit(main())
