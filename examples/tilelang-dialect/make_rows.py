#!/usr/bin/env python3
"""Writes rows.h, the tables of the dialect in C, from operators.tsv and types.tsv.

usage: make_rows.py [--check]

With --check nothing is written, and the exit status is 1 if rows.h is not up to date.
"""

import pathlib
import sys
import textwrap

HERE = pathlib.Path(__file__).parent
SCALARS = {"int": ("int64_t ", "INT"), "bool": ("bool ", "BOOL")}


def read_rows(name):
    for line in (HERE / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def ident(key):
    return key.replace(".", "_").lower()


def write_ops():
    yield "static const tunip_op_row ops[] = {"
    for name, word, params, dtype in read_rows("operators.tsv"):
        is_annotated = name.startswith("tl.tileop.") and params == "*args"
        keywords = "read_annotated" if is_annotated else "NULL"
        yield f'    {{"{name}", "{word}", "{params}", "{dtype}", {keywords}}},'
    yield "};"


def field(struct, text):
    """The member and the row of a field such as `seed:expr?`."""
    name, kind = text.split(":")
    flag = "TUNIP_FLAG_OPTIONAL" if kind.endswith("?") else "0"
    kind = kind.rstrip("?")
    if kind in SCALARS:
        member, row = SCALARS[kind][0], f"{SCALARS[kind][1]}({struct}, {name}, {flag})"
    elif kind == "str":
        member, row = "tunip_string *", f"NODE({struct}, {name}, tunip_string, {flag})"
    elif kind == "any":
        member, row = "tunip_node *", f"ANY({struct}, {name}, {flag})"
    elif kind == "expr":
        member, row = "tunip_node *", f"ABSTRACT({struct}, {name}, tunip_ir_prim_expr, {flag})"
    elif kind == "{}":
        member, row = "tunip_map *", f"MAP({struct}, {name}, tunip_string, tunip_any, {flag})"
    elif kind.startswith("["):
        item = {"any": "tunip_any", "expr": "tunip_ir_prim_expr"}.get(kind[1:-1])
        item = item or ident(kind[1:-1])
        member, row = "tunip_array *", f"ARRAY({struct}, {name}, {item}, {flag})"
    else:
        member, row = f"{ident(kind)} *", f"NODE({struct}, {name}, {ident(kind)}, {flag})"
    return f"    {member}{name};", f"    TUNIP_FIELD_{row},"


def write_type(key, base, equality, fields):
    struct, header = ident(key), "tunip_node" if base == "-" else ident(base)
    made = [field(struct, text) for text in fields]
    yield f"typedef struct {struct} {{"
    yield f"    {header} base;"
    yield from (member for member, _ in made)
    yield f"}} {struct};"
    if made:
        yield f"static const tunip_field {struct}_fields[] = {{"
        yield from (row for _, row in made)
        yield "};"
    parent = "NULL" if base == "-" else f"&{ident(base)}_type"
    macro, rest = ("TYPE", ", NULL") if made else ("BARE_TYPE", "")
    yield f'static TUNIP_{macro}({struct}, "{key}", {parent}, {equality.upper()}, 0{rest});'
    yield ""


def write_types():
    keys = []
    for key, base, equality, *fields in read_rows("types.tsv"):
        keys.append(key)
        yield from write_type(key, base, equality, fields[0].split() if fields else [])
    yield "/* All types, and the rule of each: they print as items of the metadata section. */"
    yield "#define TL_TYPES \\"
    yield from (f"    &{ident(key)}_type, \\" for key in keys)
    yield ""
    yield "#define TL_RULES \\"
    yield from (f'    {{&{ident(key)}_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}}, \\'
                for key in keys)
    yield ""


def wrap(line):
    return textwrap.fill(line, 100, subsequent_indent="        ", drop_whitespace=True,
                         break_on_hyphens=False, break_long_words=False) if line else ""


def main():
    rows = [wrap(line) for line in [*write_types(), "", *write_ops()]]
    text = "\n".join(["/* rows.h -- written by make_rows.py from operators.tsv and types.tsv. */",
                      "/* clang-format off */", *rows, "/* clang-format on */", ""])
    path = HERE / "rows.h"
    if path.exists() and path.read_text() == text:
        return 0
    if "--check" not in sys.argv:
        path.write_text(text)
    print(f"rows.h: {'not up to date' if '--check' in sys.argv else 'written'}")
    return 1 if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
