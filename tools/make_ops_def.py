#!/usr/bin/env python3
"""Compares the tables of operators with OPS_TSV: every operator that a version of TVM registers,
with its TScriptPrinterName and its TScriptDtypePrintLocation. Writes the table of Relay's
operators.

usage: make_ops_def.py check OLD_TSV NEW_TSV     names, words, versions and places
       make_ops_def.py results                   dtypes of calls, in a Python with TVM v0.23.0
       make_ops_def.py relay OPS_TSV > src/dialects/relay/ops.def

`check` and `results` print each difference between TVM and src/dialects/tir/ops.def (`check` also
src/dialects/relax/ops.def), and exit with status 1 if there is one. OLD_TSV is of v0.23, NEW_TSV of
v0.26. `results` finds the result of a script's function by calling it; it says nothing about
functions that do more than make a call. `relay` is for v0.19.
"""

import csv
import pathlib
import re
import sys

from make_types import snake

DIALECTS = pathlib.Path(__file__).resolve().parent.parent / "src" / "dialects"
RELAY_HEAD = """\
/* ops.def -- the operators of Relay, by name: X(operator, struct of its attributes), or
 * PLAIN(operator) for one without attributes. Made by tools/make_ops_def.py from TVM v0.19's
 * registry. */
"""
# The prefixes of the tensor IR.
OLD_PREFIX, NEW_PREFIX = "tir.", "tirx."
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


class Row:
    """A row of a table: its name, the versions that have it, and the values of its fields."""

    def __init__(self, text):
        strings = re.sub(r'"\s+"', "", text)
        self.name, rest = re.match(r'"([^"]+)", (.*)', strings, flags=re.S).groups()
        versions = re.match(r"(\d+),\s+(?:(\d+),)?", rest)
        self.since, self.until = int(versions[1]), int(versions[2] or 0)
        self.fields = dict(re.findall(r"(MAKES|DTYPE|WHEN)\((\w+)\)", rest))
        assigned = r'\.(word|later_word|is_wordless|is_optional) = "?([\w.]+)"?'
        self.fields.update(re.findall(assigned, rest))

    def is_in(self, version, is_registered=True):
        """Whether the version has the row. `is_registered`: its registry has the operator."""
        is_left_out = "is_optional" in self.fields and not is_registered
        return not self.until and not is_left_out if version == 26 else not self.since

    def word(self, version):
        later = self.fields.get("later_word") if version == 26 else None
        usual = "" if "is_wordless" in self.fields else self.fields.get("word", self.name)
        return later or usual


def table(dialect):
    text = (DIALECTS / dialect / "ops.def").read_text(encoding="utf-8")
    found = re.findall(r'^X\((".*?)\)$(?=\nX\(|\n?\Z)', text, flags=re.M | re.S)
    return [Row(row) for row in found]


def compare(version, registered, known):
    """Yields a line for each difference; `known` maps names to word and place."""
    for name in sorted(registered.keys() | known.keys()):
        if registered.get(name) != known.get(name):
            yield (f"v0.{version} {name}: TVM has {registered.get(name)}, "
                   f"the table {known.get(name)}")


def check(*paths):
    lines = []
    for version, prefix, path in zip((23, 26), (OLD_PREFIX, NEW_PREFIX), paths):
        own = [op for op in rows(path) if op["op"].startswith(prefix)]
        registered = {op["op"]: (op["script_name"], place_of(op)) for op in own}
        known = {prefix + row.name: (row.word(version), row.fields.get("DTYPE", "NONE"))
                 for row in table("tir") if row.is_in(version, prefix + row.name in registered)}
        lines += compare(version, registered, known)
        relax = {op["op"]: "" for op in rows(path) if op["op"].startswith("relax.")}
        lines += compare(version, relax, {row.name: "" for row in table("relax")
                                          if row.is_in(version)})
    return lines


def check_results():
    from tvm import tir  # pylint: disable=import-outside-toplevel
    from tvm.script.ir_builder import tir as script  # pylint: disable=import-outside-toplevel
    lines = []
    for row in table("tir"):
        made = row.fields["MAKES"]
        if row.since or "DTYPE" in row.fields or "is_wordless" in row.fields:
            continue
        found = makes(tir, script, OLD_PREFIX + row.name, row.word(23)) or "NOTHING"
        if found != made:
            lines.append(f"{row.name}: TVM makes {found}, the table has {made}")
    return lines


def broken(line):
    """The line, broken behind its first comma if it is too long."""
    return line if len(line) <= COLUMNS else line.replace(", ", ",\n  ", 1)


def write_relay(path):
    print(RELAY_HEAD + "/* clang-format off */")
    for op in rows(path):
        name, attrs = op["op"], op["attrs_type"].removeprefix("relay.attrs.")
        if name.startswith(("tir.", "relax.")):
            continue
        struct = f"{'ir' if attrs == 'DictAttrs' else 'relay'}_{snake(attrs)}"
        line = f'X("{name}", tunip_{struct})' if attrs else f'PLAIN("{name}")'
        print(broken(line))


COMMANDS = {"check": check, "results": check_results, "relay": write_relay}

if __name__ == "__main__":
    differences = COMMANDS[sys.argv[1]](*sys.argv[2:])
    print("\n".join(differences or ()), end="\n" if differences else "")
    sys.exit(bool(differences))
