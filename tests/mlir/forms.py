#!/usr/bin/env python3
"""Compares the forms of the dumps of one pipeline: what the passes print, module or function, to a
log or to a tree of folders, gives one history.

usage: forms.py TUNIP [LARGE]

Each mlir-opt that is installed runs the rows of PIPELINES. For each form of the dumps:

- the steps are the passes of the headings, in their order; those of a tree are in any order;
- the last step has the module of the log with dumps of modules;
- every pass on a function has the symbol of the heading in that log, at any depth.

LARGE is a folder with further inputs: ../shared/data/mlir/own.
"""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ("16", "19", "22")

# An input, and a pipeline. Each ends with a pass on the module. In the first one, no dump shows
# the module before the passes on its kernels, which have one symbol.
PIPELINES = [
    ("kernels.mlir",
     "func.func(cse),gpu.module(gpu.func(cse,canonicalize),func.func(canonicalize)),"
     "builtin.module(builtin.module(func.func(cse)),symbol-dce),canonicalize"),
    ("kernels.mlir", "symbol-dce,gpu.module(gpu.func(cse,canonicalize),func.func(canonicalize)),"
     "builtin.module(builtin.module(func.func(cse)),symbol-dce),canonicalize"),
    ("loops.mlir",
     "canonicalize,func.func(cse),inline,func.func(convert-scf-to-cf),sccp,symbol-dce"),
    ("affine.mlir", "func.func(affine-loop-unroll,affine-scalrep,lower-affine,cse),canonicalize"),
    ("cfg.mlir", "func.func(lift-cf-to-scf,canonicalize,cse),symbol-dce"),
    ("vec.mlir", "func.func(canonicalize,convert-vector-to-scf,convert-scf-to-cf,cse),symbol-dce"),
]
AFTER, BEFORE = "--mlir-print-ir-after-all", "--mlir-print-ir-before-all"
MODULES = ("--mlir-print-ir-module-scope", "--mlir-disable-threading")
FORMS = {
    "functions": (AFTER,),
    "generic": (AFTER, "--mlir-print-op-generic"),
    "both": (BEFORE, AFTER),
    "changes": (AFTER, "--mlir-print-ir-after-change"),
    "locations": (AFTER, "--mlir-print-debuginfo"),
    "changed modules": (AFTER, "--mlir-print-ir-after-change", *MODULES),
}
HEADING = re.compile(r"// -----// IR Dump After (\w+).*?(?:operation: @([\w:@]+)\))? //----- //")


def history(tunip, log):
    output = subprocess.run([tunip, "history", "--format", "json", log], capture_output=True,
                            text=True, check=True).stdout
    return [step for step in json.loads(output)["steps"] if step["name"] != "input"]


def last_module(tunip, log, *options):
    output = subprocess.run([tunip, "blame", "--format", "json", "--history", log, *options],
                            capture_output=True, text=True, check=True).stdout
    return [line["text"] for line in json.loads(output)["lines"]]


def own_symbol(step):
    return step.get("symbol", "").split("::@")[-1]


def run_form(opt, source, pipeline, options, log):
    """Writes the log; None if this version lacks an option or a pass."""
    done = subprocess.run([opt, f"--pass-pipeline=builtin.module({pipeline})", *options, source],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    log.write_text(done.stderr)
    return HEADING.findall(done.stderr)


def check_tree(tunip, opt, source, pipeline, folder, expected, last):
    """Yields what is wrong with the tree. Nothing if this version makes none."""
    tree = folder / "tree"
    options = (AFTER, f"--mlir-print-ir-tree-dir={tree}")
    if run_form(opt, source, pipeline, options, folder / "tree.log") is None:
        print(f"skipped: trees of folders ({opt} has none)")
        return
    found = [(step["name"], own_symbol(step)) for step in history(tunip, tree)]
    if collections.Counter(found) != collections.Counter(expected):
        yield f"tree: {sorted(found)}, expected {sorted(expected)}"
    if last_module(tunip, tree) != last:
        yield "tree: another last module"


def check(tunip, opt, source, pipeline, folder):
    """Yields a message for each form that is wrong."""
    log = folder / "modules.log"
    headings = run_form(opt, source, pipeline, (AFTER, *MODULES), log)
    if headings is None:
        print(f"skipped: {source.name} with {opt} (it lacks a pass)")
        return
    steps = history(tunip, log)
    expected = [(step["name"], own_symbol(step)) for step in steps]
    last = last_module(tunip, log)
    if [name for name, _ in headings] != [name for name, _ in expected]:
        yield f"modules: {expected}"
    if "gpu.func" in pipeline and not any("::@" in step.get("symbol", "") for step in steps):
        yield "modules: no symbol has a path"
    for form, options in FORMS.items():
        if form == "both" and pipeline == PIPELINES[0][1]:
            continue
        log = folder / "form.log"
        headings = run_form(opt, source, pipeline, options, log)
        names = [step["name"] for step in history(tunip, log)]
        if names != [name for name, _ in headings or ()]:
            yield f"{form}: {names}"
        elif form not in ("generic", "changes") and last_module(tunip, log) != last:
            yield f"{form}: another last module"
        elif form in ("functions", "both") and collections.Counter(
                (step["name"], own_symbol(step)) for step in history(tunip, log)
        ) != collections.Counter(expected):
            yield f"{form}: other symbols"
    yield from check_tree(tunip, opt, source, pipeline, folder, expected, last)


def main():
    tunip = sys.argv[1]
    folders = [HERE, *map(pathlib.Path, sys.argv[2:3])]
    tools = [tool for version in VERSIONS if (tool := shutil.which(f"mlir-opt-{version}"))]
    if not tools:
        print("skipped: dumps of mlir-opt (it is not installed)")
        return 77
    runs = failures = 0
    for name, pipeline in PIPELINES:
        source = next((folder / name for folder in folders if (folder / name).exists()), None)
        if not source:
            print(f"skipped: {name} (no folder with further inputs)")
            continue
        for opt in tools:
            with tempfile.TemporaryDirectory() as folder:
                messages = list(check(tunip, opt, source, pipeline, pathlib.Path(folder)))
            runs += 1
            failures += bool(messages)
            print(*(f"{name} with {opt}: {message}" for message in messages), sep="\n",
                  end="\n" if messages else "")
    print(f"forms: {runs - failures} of {runs} pipelines")
    return failures > 0


sys.exit(main())
