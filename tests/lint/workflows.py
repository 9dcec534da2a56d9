#!/usr/bin/env python3
"""Checks the workflows of CI: their form, and that the verbs and files that they name are there.

usage: workflows.py ROOT
"""

import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    print("skipped: lint.workflows (no PyYAML)")
    sys.exit(77)

TOP = {"name", "on", "permissions", "jobs"}
JOB = {"runs-on", "container", "timeout-minutes", "strategy", "defaults", "steps"}
STEP = {"name", "run", "uses", "with", "env", "shell"}
problems = []


def complain(place, message):
    problems.append(f"{place}: {message}")


def check_keys(place, mapping, known, needed):
    if not isinstance(mapping, dict):
        complain(place, "not a mapping")
        return {}
    for key in mapping.keys() - known:
        complain(place, f"unknown key {key}")
    for key in needed - mapping.keys():
        complain(place, f"no {key}")
    return mapping


def check_script(place, script, verbs, root):
    for verb in re.findall(r"\./dev ([a-z]+)", script):
        if verb not in verbs:
            complain(place, f"./dev has no verb {verb}")
    for name in re.findall(r"(?<![\w/])(?:examples|tests|ports)/[\w./-]+", script):
        if not (root / name).exists():
            complain(place, f"there is no {name}")


def check_job(place, job, verbs, root):
    job = check_keys(place, job, JOB, {"runs-on", "timeout-minutes", "steps"})
    matrix = job.get("strategy", {}).get("matrix", {})
    for step in matrix.get("step", []):
        check_script(place, f"./dev {step}", verbs, root)
    for number, step in enumerate(job.get("steps", []), 1):
        where = f"{place}, step {number}"
        step = check_keys(where, step, STEP, set())
        if ("run" in step) == ("uses" in step):
            complain(where, "expected one of run and uses")
        if "uses" in step and not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]):
            complain(where, f"{step['uses']} has no version")
        for used in re.findall(r"matrix\.(\w+)", step.get("run", "")):
            if used not in matrix:
                complain(where, f"the matrix has no {used}")
        check_script(where, step.get("run", ""), verbs, root)


def main():
    root = pathlib.Path(sys.argv[1])
    verbs = set(re.findall(r"^([a-z]+)\(\) \{", (root / "dev").read_text(), flags=re.M)) | {"test"}
    paths = sorted((root / ".github/workflows").glob("*.yml"))
    for path in paths:
        text = yaml.load(path.read_text(), Loader=yaml.BaseLoader)  # "on" stays a string
        text = check_keys(path.name, text, TOP, TOP)
        for name, job in text.get("jobs", {}).items():
            check_job(f"{path.name}: {name}", job, verbs, root)
    print(*problems, f"workflows: {len(paths)}, {len(problems)} problems", sep="\n")
    return 1 if problems or not paths else 0


sys.exit(main())
