#!/usr/bin/env python3
"""Checks that docs/api-stability.md has a rule for each struct of the public headers, and that
structs are what it says: handles are opaque, options begin with their size.

usage: stability.py ROOT
"""

import pathlib
import re
import sys

# Structs whose layout is TVM's (tunip/tvm) have one rule together. The structs of Docs have one.
DOCS = re.compile(r"tunip_docs?(_\w+)?$")


def structs(root):
    """Name -> the members, or None for an opaque struct."""
    found = {}
    for path in sorted([*root.glob("include/tunip/*.h"), *root.glob("include/tunip/ext/*.h"),
                        root / "include/tunip/tvm/tir_builder.h"]):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^typedef struct (\w+) \1;", text, re.M):
            found.setdefault(name, None)
        for name, body in re.findall(r"^(?:typedef )?struct (\w+) \{\n(.*?)^\}", text,
                                     re.M | re.S):
            found[name] = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    rows = re.findall(r"^\| ([a-z ]+) \| (.*?) \|", (root / "docs/api-stability.md").read_text(
        encoding="utf-8"), re.M)
    kinds = {name: kind for kind, cell in rows for name in re.findall(r"`(tunip_\w+)`", cell)}
    found = structs(root)
    problems = [f"{name} has no rule" for name in found
                if name not in kinds and not (DOCS.match(name) and name != "tunip_doc_tree")]
    for name, kind in kinds.items():
        body = found.get(name, "")
        first = body.split(";")[0].strip() if body else ""
        if name not in found:
            problems.append(f"{name} is in no header")
        elif (kind == "handle") != (body is None):
            problems.append(f"{name} is {'opaque' if body is None else 'not opaque'}")
        elif kind == "options" and first != "size_t size":
            problems.append(f"{name} begins with `{first}`")
        elif kind == "description of an extension" and first != "uint32_t abi":
            problems.append(f"{name} begins with `{first}`")
    for problem in problems:
        print(f"docs/api-stability.md: {problem}")
    print(f"stability: {len(kinds)} structs, {len(problems)} problems")
    return problems != []


sys.exit(main())
