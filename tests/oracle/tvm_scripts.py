"""tvm_scripts.py -- runs in a Python with TVM v0.23.0: compares what tunip and TVM read in scripts.

usage: tvm_scripts.py FILE...             the scripts that stand in test files of TVM
       pytest -p tvm_scripts FILE         all that the tests of a file parse

The environment variables TUNIP and TUNIP_ROWS name the command, and the file to which each script
adds a line: what it uses, what TVM and tunip made of it, and why.
"""

import ast
import builtins
import inspect
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import types

import tvm
import tvm.testing
import tvm.script.parser.relax
import tvm.script.parser.tir
from tvm.script.parser.core import entry, parser as core_parser
from tvm.script.parser.core.diagnostics import Source

TUNIP, ROWS = os.environ["TUNIP"], os.environ["TUNIP_ROWS"]
WORDS = ("prim_func", "ir_module", "R.function", "relax.function", "rx.function")
SECONDS = 60  # of processor time, for one script
IMPORTS = (ast.Import, ast.ImportFrom)
PARSE, REPORT = entry.parse, core_parser.Parser.report_error
reported = []  # what TVM said of a script, the first of it first


def report_error(self, node, error):
    reported.append((getattr(node, "lineno", 0), str(error).strip()))
    return REPORT(self, node, error)


# ---- a script and its surroundings ----

def is_literal(value):
    if isinstance(value, (list, tuple)):
        return all(map(is_literal, value))
    return value is None or type(value) in (bool, int, float, str)


def names_used(text):
    """The names that a script takes from its surroundings."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return []
    bound, used = set(), set()
    for node in nodes:
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif hasattr(node, "name"):
            bound.add(node.name)
    return sorted(name for name in used - bound if not hasattr(builtins, name))


def surroundings(text, space):
    """(constants, imports, other names): what --define says, what `import` says, and the rest."""
    constants, imports, others = {}, {}, []
    for name in filter(space.__contains__, names_used(text)):
        value = space[name]
        module = value if isinstance(value, types.ModuleType) else inspect.getmodule(value)
        if is_literal(value):
            constants[name] = repr(value)
        elif isinstance(value, types.ModuleType) and module.__name__.startswith("tvm"):
            imports[name] = module.__name__
        elif module is None or not module.__name__.startswith("tvm.script"):
            others.append(name)
    return constants, imports, others


def header(imports):
    """The imports of the vocabulary under other names than the usual ones."""
    for name, module in sorted(imports.items()):
        place, _, last = module.rpartition(".")
        if place in ("tvm.script.parser", "tvm.script") and name not in (last, "ITR"):
            yield f"from tvm.script import {last} as {name}\n"


# ---- verdicts ----

def verdict(text, constants, head, wanted):
    """What TVM (`wanted`: the object, or None) and tunip make of one script, and why."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = pathlib.Path(folder) / "script.py", pathlib.Path(folder) / "out.json"
        script.write_text(head + text, encoding="utf-8")
        defines = [f"--define={name}={value}" for name, value in constants.items()]
        done = subprocess.run([TUNIP, "save", "--fold", *defines, "-o", out, script],
                              capture_output=True, text=True, check=False)
        line, said = next(iter(reported), (0, ""))
        if done.returncode not in (0, 2):
            return "tunip dies", done.stderr
        if wanted is None and done.returncode:
            # TVM does not say in which line it misses that a program is well-formed.
            same = not line or f"script.py:{line + head.count(chr(10))}:" in done.stderr
            return ("both refuse", "") if same else ("both refuse, at different lines",
                                                     f"{done.stderr}\nTVM: {line}: {said}")
        if wanted is None:
            return "only TVM refuses", said
        if done.returncode:
            return "only tunip refuses", done.stderr.partition("script.py:")[2].partition(" ")[2]
        made = tvm.ir.load_json(out.read_text(encoding="utf-8"))
    if tvm.ir.structural_equal(made, wanted, map_free_vars=True):
        return "equal", ""
    try:
        tvm.ir.assert_structural_equal(made, wanted, map_free_vars=True)
    except ValueError as error:
        return "unequal", str(error)
    return "unequal", ""


def add_row(path, text, space, wanted):
    constants, imports, others = surroundings(text, space)
    kind, why = "uses names of its surroundings", " ".join(others)
    if not others:
        kind, why = verdict(text, constants, "".join(header(imports)), wanted)
    with open(ROWS, "a", encoding="utf-8") as rows:
        row = {"file": path, "kind": kind, "why": why, "source": text, "names": constants}
        rows.write(json.dumps(row) + "\n")


# ---- the scripts that stand in a file ----

def is_script(decorator):
    callee = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(callee).endswith(WORDS)


def definitions(tree, around=()):
    """The outermost definitions that are scripts, each with the functions around it."""
    for node in ast.iter_child_nodes(tree):
        if any(map(is_script, getattr(node, "decorator_list", []))):
            yield node, around
        else:
            is_function = isinstance(node, ast.FunctionDef)
            yield from definitions(node, (*around, node) if is_function else around)


def names_bound(body, kinds, space):
    """`space` with what statements of some kinds bind, if they are short: others may run long."""
    space = dict(space)
    for node in body:
        text = ast.unparse(node)
        if isinstance(node, kinds) and len(text) < 300:
            try:
                exec(text, space)  # pylint: disable=exec-used
            except Exception:  # a package that is not there: its scripts miss names
                pass
    return space


class TooLong(Exception):
    """TVM has not read a script in SECONDS."""


def stop(_signal, _frame):
    raise TooLong


def read_scripts(path):
    """Adds a row for each script of a file."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    tree, lines = ast.parse(text), text.splitlines()
    usual = entry._default_globals()  # pylint: disable=protected-access
    module = names_bound(tree.body, (*IMPORTS, ast.Assign), usual)
    for node, around in definitions(tree):
        space = module
        for function in around:  # test functions import T again, as another module
            space = names_bound(function.body, IMPORTS, space)
        begin = min(decorator.lineno for decorator in node.decorator_list)
        script = textwrap.dedent("\n".join(lines[begin - 1:node.end_lineno])) + "\n"
        check = not any("check_well_formed=False" in ast.unparse(d) for d in node.decorator_list)
        wanted = None
        reported.clear()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            wanted = PARSE(script, space, check)
        except TooLong:
            continue
        except Exception:  # TVM has many kinds
            if any("ndefined variable" in said for _, said in reported):
                continue  # a name of the function around it
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        add_row(path, script, space, wanted)


def main():
    failed = False
    for path in sys.argv[1:]:
        child = os.fork()  # a crash of TVM ends the work on one file
        if child == 0:
            signal.signal(signal.SIGPROF, stop)
            read_scripts(path)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            failed = True
            print(path, flush=True)
    return failed


# ---- all that tests parse ----

def frame_names(text, frame, path):
    """The names of a script as the functions of the test file bind them."""
    space = dict(entry._default_globals())  # pylint: disable=protected-access
    for name in names_used(text):
        at = frame
        while at is not None:
            if at.f_code.co_filename == path and name in at.f_locals:
                space[name] = at.f_locals[name]
                break
            at = at.f_back
    return space


def parse(program, extra_vars=None, check_well_formed=True):
    """Does what TVM's function does, and adds a row."""
    text = program if isinstance(program, str) else Source(program).source
    space = extra_vars or frame_names(text, sys._getframe(1), parse.path)
    reported.clear()
    try:
        wanted = PARSE(program, extra_vars, check_well_formed)
    except Exception:
        add_row(parse.path, text, space, None)
        raise
    add_row(parse.path, text, space, wanted)
    return wanted


def pytest_collection(session):
    """Hands our parse() to every module that has imported TVM's."""
    parse.path = str(pathlib.Path(session.config.args[0]).resolve())
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is PARSE:
                setattr(module, name, parse)


core_parser.Parser.report_error = report_error
if __name__ == "__main__":
    sys.exit(main())
