#!/usr/bin/env python3
"""Writes what the relax dialect knows of operator attributes: structs, field tables, list of types.

usage: make_relax_attrs.py TYPES_JSON ROOT

TYPES_JSON lists the types of TVM v0.23.0 as its reflection describes them. ROOT is the folder of
the project, where these files are written:

    include/tunip/tvm/relax_attrs.h      the structs
    src/dialects/relax/generated/attrs.c       the field tables
    src/dialects/relax/generated/attrs.def     the list of types
"""

import json
import pathlib
import re
import sys

PREFIX = "relax.attrs."
COLUMNS = 100

HEADER = """\
/* relax_attrs.h -- the attributes of Relax operators. Made by tools/make_relax_attrs.py from TVM
 * v0.23.0's reflection; what <tunip/tvm/ir.h> says of structs and NULL holds here. */
#ifndef TUNIP_RELAX_ATTRS_H
#define TUNIP_RELAX_ATTRS_H

#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

"""

FOOTER = """\

#ifdef __cplusplus
}
#endif
#endif
"""

TABLES = """\
/* attrs.c -- field tables of the attributes of Relax operators. Made by tools/make_relax_attrs.py
 * from TVM v0.23.0's reflection. */
#include "../types.h"

#define ATTRS(s, name) TUNIP_TYPE(s, "relax.attrs." name, &ir_attrs_type, TREE, 0, NULL)
"""

LIST = """\
/* attrs.def -- the attributes of Relax operators, one a line: X(struct). Define X before including.
 * Made by tools/make_relax_attrs.py from TVM v0.23.0's reflection. */
"""

# A declared type: the member's C type and its row, in which S is the struct, M the member, F flags.
PLAIN = {
    "int": ("int64_t ", "TUNIP_INT(S, M, F)"),
    "float": ("double ", "TUNIP_FLOAT(S, M, F)"),
    "bool": ("bool ", "TUNIP_BOOL(S, M, F)"),
    "DataType": ("tunip_dtype ", "TUNIP_DTYPE(S, M, F)"),
    # An IntImm or an array: nothing narrower is a base of both.
    "ffi.Object": ("tunip_node *", "TUNIP_ANY(S, M, F)"),
}
NODES = {
    "int": "tunip_int",  # behind Optional, where it is boxed
    "ffi.String": "tunip_string",
    "ir.IntImm": "ir_int_imm",
    "ir.FloatImm": "ir_float_imm",
    "ir.VDevice": "ir_vdevice",
    "tir.IndexMap": "tir_index_map",
    "relax.expr.PrimValue": "relax_prim_value",
    "relax.distributed.DeviceMesh": "relax_device_mesh",
    "relax.distributed.Placement": "relax_placement",
}
# Structs that relax.h defines after including this header.
LATER = ("relax_prim_value", "relax_device_mesh", "relax_placement")


def snake(name):
    """BatchNormAttrs -> batch_norm_attrs, Conv2DAttrs -> conv2d_attrs, ToVDeviceAttrs ->
    to_vdevice_attrs."""
    for whole in ("NLL", "RMS", "PRelu", "TIR", "VDevice", "TopK", "ND", "1D", "2D", "3D"):
        name = name.replace(whole, whole.capitalize() if whole[0].isalpha() else whole.lower())
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def declared(field):
    """The type without Optional, and whether it was there."""
    optional = re.fullmatch(r"Optional\[(.*)\]", field["type"])
    return (optional[1], True) if optional else (field["type"], False)


def shape(field):
    """C type of the member and form of the row."""
    kind, optional = declared(field)
    if kind in PLAIN and not optional:
        return PLAIN[kind]
    if kind in NODES:
        return f"{NODES[kind]} *", f"TUNIP_NODE(S, M, {NODES[kind]}, F)"
    item = re.fullmatch(r"ffi\.Array\[(.*)\]", kind)
    if item:
        return "tunip_array *", f"TUNIP_ARRAY(S, M, {NODES[item[1]]}, F)"
    if kind == "ffi.Map[ffi.String, Any]":
        return "tunip_map *", "TUNIP_MAP(S, M, tunip_string, tunip_any, F)"
    sys.exit(f"no C type is known for {field['type']}")


def struct_of(entry):
    return "relax_" + snake(entry["key"].removeprefix(PREFIX))


def write_struct(entry):
    end, comment = f"}} {struct_of(entry)};", f"/* {entry['key']} */"
    fits = len(end) + 1 + len(comment) <= COLUMNS
    if not fits:
        yield comment
    yield f"typedef struct {struct_of(entry)} {{"
    yield "    ir_attrs base;"
    for field in entry["fields"]:
        yield f"    {shape(field)[0]}{field['name']};"
    yield f"{end} {comment}" if fits else end
    yield ""


def row(struct, field):
    flags = "TUNIP_OPTIONAL" if declared(field)[1] else "0"
    form = shape(field)[1]
    for letter, text in (("S", struct), ("M", field["name"]), ("F", flags)):
        form = re.sub(rf"\b{letter}\b", text, form)
    return form


def write_table(entry):
    struct = struct_of(entry)
    yield ""
    yield f"static const tunip_field {struct}_fields[] = {{"
    for field in entry["fields"]:
        yield f"    {row(struct, field)},"
    yield "};"
    yield f"ATTRS({struct}, \"{entry['key'].removeprefix(PREFIX)}\");"


def write(path, head, lines, foot=""):
    path.write_text(head + "\n".join(lines) + "\n" + foot, encoding="utf-8")


def main():
    root = pathlib.Path(sys.argv[2])
    with open(sys.argv[1], encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if entry["key"].startswith(PREFIX)]
    lines = [f"struct {name};" for name in LATER] + [""]
    for entry in entries:
        lines += write_struct(entry)
    lines += [f"TUNIP_API extern tunip_type {struct_of(entry)}_type;" for entry in entries]
    text = "\n".join(lines)
    for name in LATER:
        text = text.replace(f"    {name} *", f"    struct {name} *")
    write(root / "include/tunip/tvm/relax_attrs.h", HEADER, [text], FOOTER)
    tables = [line for entry in entries for line in write_table(entry)]
    write(root / "src/dialects/relax/generated/attrs.c", TABLES, tables)
    listed = [f"X({struct_of(entry)})" for entry in entries]
    write(root / "src/dialects/relax/generated/attrs.def", LIST, listed)


if __name__ == "__main__":
    main()
