#!/usr/bin/env python3
"""Reads the scripts in TVM's own tests as TVM's parser reads them, and counts.

usage: tvm_tests.py TUNIP

The environment variable TUNIP_TVM_PYTHON names a Python with TVM v0.23.0, TUNIP_TVM_TESTS a folder
of TVM's tests (tests/python). Without them the test is skipped. Each decorated definition is parsed
by TVM from its text and by `tunip save --fold`; scripts that use names of their surroundings are
left out. The test fails if fewer of the scripts that TVM reads are equal than LEAST.
"""

import ast
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

LEAST = 0.97
WORDS = ("prim_func", "ir_module", "R.function", "relax.function")
VOCABULARY = ("I", "R", "T", "relax", "tir", "tvm")


def is_script(decorator):
    callee = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(callee).endswith(WORDS)


def definitions(tree):
    """The outermost definitions that are scripts."""
    for node in ast.iter_child_nodes(tree):
        if any(map(is_script, getattr(node, "decorator_list", []))):
            yield node
        else:
            yield from definitions(node)


def scripts(path):
    """The texts of the scripts of a file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in definitions(ast.parse(text)):
        begin = min(decorator.lineno for decorator in node.decorator_list)
        yield textwrap.dedent("\n".join(lines[begin - 1:node.end_lineno])) + "\n"


def is_closed(text):
    """Whether a script uses no names but its own, the vocabulary's and Python's."""
    names = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Name, ast.arg))]
    bound = {node.arg if isinstance(node, ast.arg) else node.id for node in names
             if isinstance(node, ast.arg) or not isinstance(node.ctx, ast.Load)}
    bound |= {node.name for node in ast.walk(ast.parse(text)) if hasattr(node, "name")}
    known = bound.union(VOCABULARY, dir(__builtins__), ("ir_module", "prim_func"))
    return all(isinstance(node, ast.arg) or node.id in known for node in names)


def verdict(tunip, tvm, text, out):
    """What TVM and tunip make of one script."""
    try:
        wanted = tvm.script.from_source(text, check_well_formed=False)
    except Exception:  # TVM has many kinds
        wanted = None
    out.with_suffix(".py").write_text(text, encoding="utf-8")
    done = subprocess.run([tunip, "save", "--fold", "-o", out, out.with_suffix(".py")],
                          capture_output=True, check=False)
    if wanted is None or done.returncode:
        return {(True, True): "both refuse", (True, False): "only TVM refuses",
                (False, True): "only tunip refuses"}[wanted is None, done.returncode != 0]
    made = tvm.ir.load_json(out.read_text(encoding="utf-8"))
    same = tvm.ir.structural_equal(made, wanted, map_free_vars=True)
    return "equal" if same else "unequal"


def count(tunip, path):
    """Runs in a Python with TVM: the counts of one file, as JSON on the last line."""
    import tvm  # pylint: disable=import-outside-toplevel
    import tvm.script.parser.relax  # pylint: disable=import-outside-toplevel,unused-import

    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for text in filter(is_closed, scripts(pathlib.Path(path))):
            counts[verdict(tunip, tvm, text, pathlib.Path(folder) / "out.json")] += 1
    print(json.dumps(counts))


def main():
    python, folder = os.environ.get("TUNIP_TVM_PYTHON"), os.environ.get("TUNIP_TVM_TESTS")
    if not python or not folder:
        print("skipped: TVM's own tests (TUNIP_TVM_PYTHON and TUNIP_TVM_TESTS are not set)")
        return 77
    tunip, total = str(pathlib.Path(sys.argv[1]).resolve()), collections.Counter()
    for path in sorted(pathlib.Path(folder).rglob("test_*.py")):
        if not any(map(is_closed, scripts(path))):
            continue
        done = subprocess.run([python, __file__, tunip, str(path)], capture_output=True, text=True,
                              check=False)
        if done.returncode:
            total["files on which TVM dies"] += 1
        else:
            total.update(json.loads(done.stdout.splitlines()[-1]))
    read = total["equal"] + total["unequal"] + total["only tunip refuses"]
    print(", ".join(f"{number} {name}" for name, number in total.most_common()))
    print(f"oracle: {total['equal']} of {read} scripts that TVM reads are equal")
    return total["equal"] < LEAST * read or not read


if len(sys.argv) == 3:
    count(*sys.argv[1:])
else:
    sys.exit(main())
