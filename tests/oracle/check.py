"""check.py -- runs in a Python with TVM v0.23.0: compares our test data, and tunip, with TVM.

usage: check.py TUNIP SAVE

    text      TVM prints each object of golden/ as the text beside it
    saved     what tunip_save() writes (SAVE, the program of save.c) loads in TVM, and equals the
              object
    program   the builder program of an object makes an equal object
    verdict   TVM's verdict on each of our pairs is that of `tunip equal` and of its file

known.tsv lists the cases that TVM cannot decide, with the reason: check, case, why. A case in the
list that passes is a failure, too.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

import tvm
import tvm_ffi
from tvm.ir.base import get_first_structural_mismatch
from tvm.relax.dpl.pattern import GlobalVarPattern
from tvm.runtime.script_printer import PrinterConfig, _script
from tvm_ffi.access_path import AccessPath

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "corpus"))
import corpus  # pylint: disable=wrong-import-position
from known import read_known  # pylint: disable=wrong-import-position

GLOBAL_PATTERN = "relax.dpl.GlobalVarPattern"
OPERATORS = ["vendor.band"]  # operators of our test data that TVM does not have
PATH_KEYS = ("path_to_underline", "path_to_annotate")
STEP = re.compile(r'\.(\w+)|\[(-?\d+)\]|\["((?:[^"\\]|\\.)*)"\]|'
                  r'\[([\w.]+)\("([^"]*)"\)\]|\[(\w+)\]')
LONGEST_REASON = 300
AS_REPR = tvm_ffi.get_global_func("node.AsRepr")


def load_with_globals(graph, is_global):
    """TVM has no way to load a GlobalVarPattern: the nodes for which is_global() holds are made
    here. One may be the root, or an element of a list that is the root."""
    root = graph["nodes"][graph["root_index"]]
    if is_global(root):
        return GlobalVarPattern()
    others = [{"type": "None"} if is_global(node) else node for node in graph["nodes"]]
    loaded = tvm.ir.load_json(json.dumps({**graph, "nodes": others}))
    made = [GlobalVarPattern() if is_global(graph["nodes"][index]) else element
            for index, element in zip(root["data"], loaded)]
    return tvm_ffi.convert(made)


def load(path):
    text = path.read_text(encoding="utf-8")
    if f'"{GLOBAL_PATTERN}"' not in text:
        return tvm.ir.load_json(text)
    return load_with_globals(json.loads(text), lambda node: node["type"] == GLOBAL_PATTERN)


def run(*command):
    """The standard output; None if the command refuses."""
    done = subprocess.run(list(map(str, command)), capture_output=True, check=False)
    return done.stdout.decode("utf-8") if done.returncode == 0 else None


# ---- printing with settings ----

def find_key(table, name):
    """The key of a map that is a node with this name: a global variable or a variable."""
    names = ("name_hint", "name")
    return next(key for key in table.keys() if name in (getattr(key, n, None) for n in names))


def member(node, name):
    """A field of a node; None if there is none, because a path may lead nowhere."""
    if isinstance(node, tvm.ir.DictAttrs) and name == "__dict__":
        return node._dict()  # pylint: disable=protected-access
    return getattr(node, name, None)


def element(node, key):
    try:
        return node[key]
    except (TypeError, KeyError, IndexError):
        return None


def read_path(text, root):
    """Converts the text of an access path; keys that are nodes are looked up in the graph."""
    path, node = AccessPath.root(), root
    for attr, item, key, _, callee_name, name in STEP.findall(text.removeprefix("<root>")):
        if attr:
            path, node = path.attr(attr), member(node, attr)
        elif item:
            path, node = path.array_item(int(item)), element(node, int(item))
        else:
            key = json.loads(f'"{key}"') if key else find_key(node, callee_name or name)
            path, node = path.map_item(key), element(node, key)
    return path


def settings(config, node):
    ready = dict(config)
    if "path_to_underline" in config:
        ready["path_to_underline"] = [read_path(t, node) for t in config["path_to_underline"]]
    if "path_to_annotate" in config:
        notes = config["path_to_annotate"].items()
        ready["path_to_annotate"] = {read_path(text, node): note for text, note in notes}
    return ready


def show(node, config):
    if hasattr(type(node), "script"):
        return node.script(**config)
    return _script(node, PrinterConfig(**config)) if config else AS_REPR(node)


# ---- checks: each yields (case, a function that returns a complaint or None) ----

def check_text(expected):
    case = expected.stem
    node = load(corpus.DATA / "golden" / (case.partition("@")[0] + ".json"))
    config = {}
    if "@" in case:
        config = json.loads(expected.with_name(case + ".config.json").read_text(encoding="utf-8"))
    got, want = show(node, settings(config, node)), expected.read_bytes().decode("utf-8")
    if got == want:
        return None
    lines = zip(got.splitlines(), want.splitlines())
    first = next(((a, b) for a, b in lines if a != b), ("", "another number of lines"))
    return f"TVM prints {first[0]!r}, the file has {first[1]!r}"


def compare(made, saved):
    where = get_first_structural_mismatch(made, saved, map_free_vars=True)
    return where and f"not equal: {where}"


def check_saved(save, path):
    text = run(save, path)
    if text is None:
        return "tunip_save() fails"
    made, saved = tvm.ir.load_json(text), load(path)
    # Some types have no equality in TVM. The same text of both is the stronger condition anyway.
    same_text = tvm.ir.save_json(made) == tvm.ir.save_json(saved)
    return None if same_text else compare(made, saved)


def check_program(tunip, path):
    program = run(tunip, "print", "--backend=builder", path)
    if program is None:
        return None  # the builder test checks which are refused and why
    space = {"__name__": "program"}
    exec(compile(program, path.name, "exec"), space)  # pylint: disable=exec-used
    return compare(space["ib"].get(), load(path))


def message_of_tvm(lhs, rhs, map_free_vars):
    """TVM's reason why they are not equal; empty if they are equal."""
    try:
        tvm.ir.assert_structural_equal(load(lhs), load(rhs), map_free_vars=map_free_vars)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


def check_verdict(tunip, lhs, rhs, row):
    options = [] if row["map_free_vars"] else ["--strict-free-vars"]
    ours = subprocess.run([tunip, "equal", *options, lhs, rhs], capture_output=True, check=False)
    theirs = message_of_tvm(lhs, rhs, row["map_free_vars"])
    if theirs != row.get("message", theirs):
        return f"TVM says {theirs!r}, the file has {row['message']!r}"
    said = ours.stdout.decode("utf-8").removesuffix("\n")
    return None if theirs == said else f"TVM says {theirs!r}, tunip {said!r}"


def pairs():
    for lhs, rhs in corpus.own_pairs("diff", "apply", "distinct"):
        for map_free_vars in (False, True):
            yield lhs, rhs, {"map_free_vars": map_free_vars}
    yield from corpus.verdicts()


def cases(tunip, save):
    """(check, case, function, arguments)"""
    for expected in sorted((corpus.DATA / "golden").glob("*.py")):
        if expected.name != "run.py":
            yield "text", expected.stem, check_text, (expected,)
    for path in corpus.own_objects():
        yield "saved", path.stem, check_saved, (save, path)
        yield "program", path.stem, check_program, (tunip, path)
    for lhs, rhs, row in pairs():
        case = f"{lhs.parent.name}/{lhs.name.partition('.')[0]}"
        if row["map_free_vars"]:
            case += " (free variables mapped)"
        yield "verdict", case, check_verdict, (tunip, lhs, rhs, row)


def outcome(function, arguments):
    try:
        complaint = function(*arguments)
    except Exception as error:  # any exception is a failure of the case
        lines = [line for line in str(error).splitlines() if line.strip()]
        complaint = f"{type(error).__name__}: {' | '.join(lines[-3:])}"
    return complaint and complaint.replace("\n", " ")[:LONGEST_REASON]


def main():
    for name in OPERATORS:
        tvm.ir._ffi_api.RegisterOp(name, "")  # pylint: disable=protected-access
    known, counts, wrong = read_known(), collections.Counter(), 0
    for check, case, function, arguments in cases(*sys.argv[1:]):
        complaint = outcome(function, arguments)
        counts[check, "known" if complaint else "passed"] += 1
        if bool(complaint) != ((check, case) in known):
            wrong += 1
            print(f"{check} {case}: {complaint or 'passes, but known.tsv lists it'}", flush=True)
    for check in ("text", "saved", "program", "verdict"):
        print(f"oracle: {check}: {counts[check, 'passed']} passed, {counts[check, 'known']} not")
    return 1 if wrong else 0


sys.exit(main())
