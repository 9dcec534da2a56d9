#!/usr/bin/env python3
"""Prints and compares every object of the corpus as a live object of TVM.

usage: live_corpus.py CORPUS [STEP]     STEP: only every STEP-th object and pair

The text of tunip must be that of `.script()` of this TVM. C++ leaves the order of arguments to the
compiler, so a build of TVM may number some variables in another order than the one that recorded
the corpus: such objects are counted apart, and tunip's text must then be that of the saved object.

Pairs are compared as TVM compares them. Those of equal-in-process.jsonl shared variables when they
were recorded. Here they are compared twice: apart, and with the nodes in common that look the same
in both files.
"""

import collections
import json
import pathlib
import sys

import tvm

import tunip
import tunip.tvm

count = collections.Counter()
failures = []


def fail(kind, what):
    count[kind] += 1
    failures.append(f"{kind}: {what}")


def load(path):
    """The live object; None if this TVM does not load it, or gives a value of Python."""
    try:
        obj = tvm.ir.load_json(path.read_text(encoding="utf-8"))
    except Exception:  # pylint: disable=broad-exception-caught
        return None
    return obj if tunip._live.is_live(obj) else None


# ---- printing ----

def check_text(path):
    obj = load(path)
    if obj is None:
        count["objects that TVM does not load"] += 1
        return
    script = tvm.runtime._ffi_node_api.TVMScriptPrinterScript
    expected = script(obj, tvm.runtime.script_printer.PrinterConfig())
    text = tunip._tunip.live_script(obj.__chandle__(), {})
    if text == expected:
        count["texts like those of .script()"] += 1
    elif text == tunip.read(path).script():
        count["texts that this build of TVM prints in another way than the saved object"] += 1
    else:
        fail("texts that differ", path)


# ---- comparing ----

def references(schema, key):
    """The names of the fields of a type that hold nodes."""
    names = set()
    while key in schema:
        names |= {field[0] for field in schema[key]["fields"]
                  if field[1] not in ("int", "bool", "float", "DataType")}
        key = schema[key].get("base")
    return names


def join(schema, lhs, rhs):
    """Both saved graphs in one, as the JSON of an array. Nodes that look the same are the same."""
    joined, other = json.loads(lhs), json.loads(rhs)
    nodes, moved = joined["nodes"], []
    seen = {json.dumps(node, sort_keys=True): i for i, node in enumerate(nodes)}
    for node in other["nodes"]:
        data = node.get("data")
        if isinstance(data, list) and node["type"] in ("ffi.Array", "ffi.Map"):
            node["data"] = [moved[i] for i in data]
        elif isinstance(data, dict):
            names = references(schema, node["type"])
            node["data"] = {k: moved[v] if k in names else v for k, v in data.items()}
        moved.append(seen.setdefault(json.dumps(node, sort_keys=True), len(nodes)))
        if moved[-1] == len(nodes):
            nodes.append(node)
    nodes.append({"type": "ffi.Array", "data": [joined["root_index"],
                                                moved[other["root_index"]]]})
    joined["root_index"] = len(nodes) - 1
    return json.dumps(joined)


def check_pair(kind, row, lhs, rhs):
    mapped = row["map_free_vars"]
    expected = tvm.ir.structural_equal(lhs, rhs, mapped)
    if tunip.equal(lhs, rhs, map_free_vars=mapped) != expected:
        fail(f"{kind} with another verdict", f"{row['lhs']} {row['rhs']}")
        return
    count[f"{kind} with TVM's verdict"] += 1
    if expected != row["equal"]:
        count[f"{kind} of which TVM says something else than was recorded"] += 1


def check_pairs(corpus, step):
    schema = json.loads((pathlib.Path(__file__).resolve().parents[2] / "schema/tvm-0.23.json")
                        .read_text(encoding="utf-8"))
    paths = {path.stem: path for path in corpus.rglob("*.json")}
    for name, is_shared in (("equal", False), ("equal-in-process", True)):
        lines = (corpus / f"tvm-suite/{name}.jsonl").read_text(encoding="utf-8").splitlines()
        for row in map(json.loads, lines[::1 if is_shared else step]):
            lhs, rhs = (load(paths[row[side]]) for side in ("lhs", "rhs"))
            if lhs is None or rhs is None:
                continue
            check_pair("pairs", row, lhs, rhs)
            if is_shared:
                both = tvm.ir.load_json(join(schema, *(paths[row[side]].read_text(encoding="utf-8")
                                                       for side in ("lhs", "rhs"))))
                check_pair("pairs with nodes in common", row, *both)


def main():
    corpus = pathlib.Path(sys.argv[1])
    step = int(sys.argv[2]) if sys.argv[2:] else 1
    paths = sorted(path for name in ("tvm-suite", "authored")
                   for path in (corpus / name).rglob("*.json"))
    for path in paths[::step]:
        check_text(path)
    check_pairs(corpus, step)
    for kind, number in sorted(count.items()):
        print(f"{number:6} {kind}")
    print(*failures[:20], sep="\n")
    sys.exit(bool(failures))


main()
