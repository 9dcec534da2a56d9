#!/usr/bin/env python3
"""Writes types.tsv and types_v26.tsv, with which test_types.c compares the field tables of the
dialects.

usage: make_types_tsv.py TYPES_JSON > types.tsv

TYPES_JSON lists the types of TVM v0.23.0 or v0.26 as its reflection describes them: key, ancestors,
structural equality, and the fields with their declared types and equality flags. The declared type
is a text ("type"), or, as v0.26 gives it, JSON in JSON ("schema").
"""

import json
import re
import sys

PREFIXES = ("ir.", "tir.", "tirx.", "te.", "arith.", "relax.", "target.", "ffi.reflection.")
# The rest of s_tir is the state of schedules and tuning.
SINGLES = ("ffi.Object", "s_tir.Instruction", "s_tir.InstructionKind", "s_tir.LoopRV",
           "s_tir.SBijectiveLayout", "s_tir.SBlockRV", "s_tir.SLayout", "s_tir.Trace")
# Types that only passes over Relax and running programs use.
TOOLS = ("relax.transform.", "relax.vm.", "tirx.transform.")

STATE = "the state of a schedule or of a tool, which no saved program holds"
NO_FIELDS = "built and dropped inside one analysis; has no fields to save"
EXCLUDED = {
    "arith.Analyzer": STATE,
    "arith.CanonicalExpr": NO_FIELDS,
    "arith.PresburgerSet": NO_FIELDS,
    "arith.RewriteSimplifierStats": STATE,
    "arith.SplitExpr": NO_FIELDS,
    "arith.SumExpr": NO_FIELDS,
    "ir.GlobalVarSupply": STATE,
    "ir.NameSupply": STATE,
    "ir.UniqueNameSupply": STATE,
    "relax.BlockBuilder": STATE,
    "relax.DataflowBlockPass": STATE,
    "relax.DataflowBlockRewrite": STATE,
    "relax.ExecBuilder": STATE,
    "relax.FunctionPass": STATE,
    "relax.MatchResult": STATE,
    "relax.TEPlaceholderOp": STATE,
    "relax.distributed.Sharding": "the result of an analysis",
    "relax.dpl.ExprPatternRewriter": STATE,
    "relax.dpl.OrRewriter": STATE,
    "relax.dpl.PatternContext": STATE,
    "relax.dpl.PatternContextRewriter": STATE,
    "relax.dpl.PatternMatchingRewriter": STATE,
    "relax.dpl.TupleRewriter": STATE,
    "target.MemoryInfo": "looked up by name, never saved",
    "target.TargetTag": "looked up by name, never saved",
    "target.VirtualDevice": "of Relay, which v0.23.0 no longer has",
    "tir.BlockDependenceInfo": STATE,
    "tir.BlockScope": STATE,
    "tir.Dependency": STATE,
    "tir.PrimFuncPass": STATE,
    "tir.PyStmtExprMutator": STATE,
    "tir.PyStmtExprVisitor": STATE,
    "tir.Schedule": STATE,
    "tir.ScheduleState": STATE,
    "tir.StmtSRef": STATE,
    "tir.schedule.AutoTensorizeMappingInfo": STATE,
    "tir.schedule.TensorizeInfo": STATE,
    "tirx.DispatchContext": STATE,
    "tirx.PrimFuncPass": STATE,
    "tirx.PyStmtExprMutator": STATE,
    "tirx.PyStmtExprVisitor": STATE,
}

# The types in field tables: a C++ string is saved as an ffi.String, and a function is not saved.
RESPELLED = {"std::string": "ffi.String", "ffi.Function": "Any"}
# Fields declared as ffi.Object that may also hold containers and values.
HOLD_ANY = {("relax.attrs.SplitAttrs", "indices_or_sections")}


def plain(name):
    """The type without its parameters: a field table describes containers one level deep."""
    name = re.sub(r"\[.*", "", name)
    return RESPELLED.get(name, name)


def spelling(declared):
    container = re.fullmatch(r"(ffi\.Array|ffi\.Map)\[(.*)\]", declared)
    if not container:
        return plain(declared)
    count = 1 if container[1] == "ffi.Array" else 2
    parts = [plain(part) for part in container[2].split(", ", count - 1)]
    return f"{container[1]}[{', '.join(parts)}]"


def unpacked(schema):
    """ffi.Array[ir.Expr] for {"type": "ffi.Array", "args": [{"type": "ir.Expr"}]}."""
    args = ", ".join(map(unpacked, schema.get("args", [])))
    return f"{schema['type']}[{args}]" if args else schema["type"]


def declared_type(field):
    if "type" in field:
        return field["type"]
    return unpacked(json.loads(json.loads(field["schema"])["type_schema"]))


def field_row(key, field):
    declared = "Any" if (key, field["name"]) in HOLD_ANY else declared_type(field)
    flags = [field["eq"]] if field["eq"] else []
    optional = re.fullmatch(r"Optional\[(.*)\]", declared)
    if optional:
        declared = optional[1]
        flags.append("optional")
    return ["field", field["name"], spelling(declared), ",".join(flags) or "-"]


def type_row(entry):
    equality = entry["structural_eq"].replace("none", "unsupported")
    base = entry["ancestors"][-1] if entry["ancestors"] else "-"
    return ["type", entry["key"], base, equality]


def wanted(key):
    if key in EXCLUDED or key.startswith(TOOLS):
        return False
    return key in SINGLES or key.startswith(PREFIXES)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if wanted(entry["key"])]
    print("# Made by make_types_tsv.py: type, key, base, equality; field, name, type, flags.")
    for entry in entries:
        print("\t".join(type_row(entry)))
        for field in entry["fields"]:
            print("\t".join(field_row(entry["key"], field)))


if __name__ == "__main__":
    main()
