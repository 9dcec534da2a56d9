#!/usr/bin/env python3
"""Writes src/dialects/tir/ops.def: the operators whose calls have a script name.

usage: make_ops_def.py OPS_TSV > ops.def

Runs in a Python that can import TVM v0.23.0. OPS_TSV lists every operator TVM registers, with its
TScriptPrinterName and its TScriptDtypePrintLocation; the result of a script's function of that name
is found by calling it.
"""

import csv
import sys

from tvm import tir
from tvm.script.ir_builder import tir as script

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


def var(dtype):
    return tir.Var("x", dtype)


def trials():
    """Lists of arguments, of one dtype and of several."""
    buffer = tir.decl_buffer((8,), "float32")
    for items in ([var("float32")], [var("int64")], [var("handle")], [tir.BufferLoad(buffer, [0])],
                  [var("bool"), var("int64"), var("int64")],
                  [var("handle"), var("float32"), var("uint8"), var("int8")]):
        for count in range(MOST_ARGS):
            yield [items[i % len(items)] for i in range(count)]


def given_back(function, op, args):
    """The dtype of the call of `op` with exactly these arguments; None if another node is made."""
    try:
        call = function(*args)
    except Exception:  # pylint: disable=broad-except
        return None
    same = isinstance(call, tir.Call) and getattr(call.op, "name", "") == op
    same = same and len(call.args) == len(args)
    same = same and all(a.same_as(b) for a, b in zip(call.args, args))
    return str(call.dtype) if same else None


def makes(op, name):
    """The dtype; all trials must agree."""
    function = getattr(script, name, None)
    possible = None
    for args in trials() if function else ():
        dtype = given_back(function, op, args)
        if dtype is None:
            continue
        found = {f"ARG_{i}" for i in (0, 1) if i < len(args) and str(args[i].dtype) == dtype}
        found |= {FIXED[dtype]} & set(FIXED.values()) if dtype in FIXED else set()
        possible = found if possible is None else possible & found
    return sorted(possible)[0] if possible else None


def main():
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        ops = [op for op in csv.DictReader(file, delimiter="\t") if op["script_name"]]
    print(HEAD, end="")
    for op in sorted(ops, key=lambda op: op["op"].encode()):
        name, place = op["script_name"], (op["dtype_location"] or "none").upper()
        dtype = "GIVEN" if place != "NONE" else makes(op["op"], name)
        when = WHEN.get(name, "ALWAYS") if dtype else "NEVER"
        print(f'X("{op["op"]}", "{name}", {place}, {dtype or "NOTHING"}, {when})')


if __name__ == "__main__":
    main()
