#!/usr/bin/env python3
"""Writes tables of operators, from OPS_TSV: every operator that a version of TVM registers, with
its TScriptPrinterName and its TScriptDtypePrintLocation.

usage: make_ops_def.py calls OPS_TSV > src/dialects/tir/ops.def
       make_ops_def.py names OPS_TSV > src/dialects/tir/ops_v26.def
       make_ops_def.py changes OLD_TSV NEW_TSV > src/dialects/ir/changed_ops.def
       make_ops_def.py relay OPS_TSV > src/dialects/relay/ops.def

`calls` runs in a Python that can import TVM v0.23.0: the result of a script's function is found by
calling it. The others need no TVM: `names` is for v0.26, and `changes` lists the operators that
only one of v0.23 and v0.26 has, and `relay` is for v0.19.
"""

import csv
import sys

from make_types import snake

NAMES_HEAD = """\
/* ops_v26.def -- operators of TVM v0.26's tensor IR: X(name, script name, place of the dtype).
 * Define X before including. Sorted by name; made by tools/make_ops_def.py from TVM v0.26's
 * registry. An operator without a row prints under its registered name, without the dtype. */
"""
CHANGES_HEAD = """\
/* changed_ops.def -- the operators that only one of TVM v0.23 and v0.26 has, apart from the prefix
 * of the tensor IR: X(name, version). Define X before including. Sorted by name; made by
 * tools/make_ops_def.py from the registries of both. */
"""
RELAY_HEAD = """\
/* ops.def -- the operators of Relay, by name: X(operator, struct of its attributes), or
 * PLAIN(operator) for one without attributes. Made by tools/make_ops_def.py from TVM v0.19's
 * registry. */
"""
# The prefixes of the tensor IR.
OLD_PREFIX, NEW_PREFIX = "tir.", "tirx."
HEAD = """\
/* ops.def -- calls of operators: X(name, script name, place of the dtype, dtype of the call that
 * the script's function makes, condition under which it makes exactly this call). Define X before
 * including. Sorted by name; made by tools/make_ops_def.py from TVM v0.23.0's registry. An operator
 * without a row prints under its registered name, without the dtype. */
"""
# Functions that do more than make a call: they fold, cast, take other arguments, or add
# missing ones.
WHEN = {
    "ceil": "FLOAT", "exp": "FLOAT", "fabs": "FLOAT", "floor": "FLOAT", "isnan": "FLOAT",
    "nearbyint": "FLOAT", "round": "FLOAT", "trunc": "FLOAT",
    "bitwise_and": "INTS", "bitwise_or": "INTS", "bitwise_xor": "INTS", "shift_left": "INTS",
    "shift_right": "INTS", "bitwise_not": "INT", "pow": "FLOATS",
    "likely": "VARIES", "if_then_else": "CHOICE",
    "call_llvm_intrin": "NUMBERED", "call_llvm_pure_intrin": "NUMBERED",
    "reinterpret": "RECAST", "address_of": "LOAD", "dp4a": "NEVER",
    "assume": "ONE", "make_filled_simdgroup_matrix": "FIVE", "simdgroup_load": "SEVEN",
    "simdgroup_store": "SEVEN",
}
FIXED = {"bool": "BOOL", "int32": "INT32", "uint32": "UINT32", "handle": "HANDLE", "": "VOID"}
MOST_ARGS = 9
COLUMNS = 100


def trials(tir):
    """Lists of arguments, of one dtype and of several."""
    def var(dtype):
        return tir.Var("x", dtype)
    buffer = tir.decl_buffer((8,), "float32")
    for items in ([var("float32")], [var("int64")], [var("handle")], [tir.BufferLoad(buffer, [0])],
                  [var("bool"), var("int64"), var("int64")],
                  [var("handle"), var("float32"), var("uint8"), var("int8")]):
        for count in range(MOST_ARGS):
            yield [items[i % len(items)] for i in range(count)]


def given_back(tir, function, op, args):
    """The dtype of the call of `op` with exactly these arguments; None if another node is made."""
    try:
        call = function(*args)
    except Exception:  # pylint: disable=broad-except
        return None
    same = isinstance(call, tir.Call) and getattr(call.op, "name", "") == op
    same = same and len(call.args) == len(args)
    same = same and all(a.same_as(b) for a, b in zip(call.args, args))
    return str(call.dtype) if same else None


def makes(tir, script, op, name):
    """The dtype; all trials must agree."""
    function = getattr(script, name, None)
    possible = None
    for args in trials(tir) if function else ():
        dtype = given_back(tir, function, op, args)
        if dtype is None:
            continue
        found = {f"ARG_{i}" for i in (0, 1) if i < len(args) and str(args[i].dtype) == dtype}
        found |= {FIXED[dtype]} & set(FIXED.values()) if dtype in FIXED else set()
        possible = found if possible is None else possible & found
    return sorted(possible)[0] if possible else None


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return sorted(table, key=lambda row: row["op"].encode())


def place_of(op):
    return (op["dtype_location"] or "none").upper()


def write_calls(path):
    from tvm import tir  # pylint: disable=import-outside-toplevel
    from tvm.script.ir_builder import tir as script  # pylint: disable=import-outside-toplevel
    print(HEAD, end="")
    for op in rows(path):
        name, place = op["script_name"], place_of(op)
        if not name:
            continue
        dtype = "GIVEN" if place != "NONE" else makes(tir, script, op["op"], name)
        when = WHEN.get(name, "ALWAYS") if dtype else "NEVER"
        print(f'X("{op["op"]}", "{name}", {place}, {dtype or "NOTHING"}, {when})')


def broken(line):
    """The line, broken behind its first comma if it is too long."""
    return line if len(line) <= COLUMNS else line.replace(", ", ",\n  ", 1)


def write_names(path):
    print(NAMES_HEAD, end="")
    for op in rows(path):
        if op["script_name"]:
            line = f'X("{op["op"]}", "{op["script_name"]}", {place_of(op)})'
            print(broken(line))


def write_changes(old, new):
    def renamed(name, start, other):
        return other + name.removeprefix(start) if name.startswith(start) else name
    before, after = ({row["op"] for row in rows(path)} for path in (old, new))
    only = [(name, 23) for name in before if renamed(name, OLD_PREFIX, NEW_PREFIX) not in after]
    only += [(name, 26) for name in after if renamed(name, NEW_PREFIX, OLD_PREFIX) not in before]
    print(CHANGES_HEAD, end="")
    for name, version in sorted(only, key=lambda row: row[0].encode()):
        print(f'X("{name}", {version})')


def write_relay(path):
    print(RELAY_HEAD + "/* clang-format off */")
    for op in rows(path):
        name, attrs = op["op"], op["attrs_type"].removeprefix("relay.attrs.")
        if name.startswith(("tir.", "relax.")):
            continue
        struct = f"{'ir' if attrs == 'DictAttrs' else 'relay'}_{snake(attrs)}"
        line = f'X("{name}", tunip_{struct})' if attrs else f'PLAIN("{name}")'
        print(broken(line))


COMMANDS = {"calls": write_calls, "names": write_names, "changes": write_changes,
            "relay": write_relay}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
