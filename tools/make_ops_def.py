#!/usr/bin/env python3
"""Writes src/dialects/tir/ops.def: the operators that TIR calls print under a name of their own.

usage: make_ops_def.py OPS_TSV > ops.def

OPS_TSV lists every operator TVM v0.23.0 registers, with its TScriptPrinterName and its
TScriptDtypePrintLocation.
"""

import csv
import sys

HEAD = """\
/* ops.def -- what TIR calls print for an operator: X(name, script name, where the dtype goes).
 * Define X before including. Sorted by name; made by tools/make_ops_def.py from TVM v0.23.0's
 * registry.
 * An operator that is not here prints under its registered name, without the dtype. */
"""


def main():
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        ops = [op for op in csv.DictReader(file, delimiter="\t") if op["script_name"]]
    print(HEAD, end="")
    for op in sorted(ops, key=lambda op: op["op"].encode()):
        place = (op["dtype_location"] or "none").upper()
        print(f'X("{op["op"]}", "{op["script_name"]}", {place})')


if __name__ == "__main__":
    main()
