#!/usr/bin/env python3
"""Every expression, statement, binding, struct info and type has a constructor in the public
headers: a function that makes a node of a graph and returns its struct.

usage: constructors.py SOURCE_DIR
"""

import pathlib
import re
import sys

ROOTS = {"ir.BaseExpr", "tir.Stmt", "relax.expr.Binding", "ir.StructInfo", "ir.Type"}
WITHOUT = {
    "tir.Block",  # tunip_tir_block_new() makes it within its tir.BlockRealize
    "ir.BaseFunc", "ir.PrimExpr", "ir.RelaxExpr", "relax.expr.LeafExpr",  # abstract
    "relax.expr.DataflowVar", "tir.SizeVar",  # made as a tunip_relax_var, a tunip_tir_var
    "arith.IterMapExpr", "arith.IterSplitExpr", "arith.IterSumExpr",  # results of analyses
}


def main():
    source = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(source / "tools"))
    import make_types  # pylint: disable=import-outside-toplevel
    schema = make_types.read_schemas(source / "schema")[0]
    types = schema.types
    headers = "\n".join(path.read_text(encoding="utf-8")
                        for path in (source / "include/tunip/tvm").glob("*.h"))
    made = set(re.findall(r"(\w+)\s*\*\s*\w+\(\s*tunip_graph \*graph", headers))
    missing, count = [], 0
    for key in types:
        base = types[key].get("base")
        while base in types and base not in ROOTS:
            base = types[base].get("base")
        if base not in ROOTS or key in WITHOUT:
            continue
        count += 1
        if schema.struct(key) not in made:
            missing.append(key)
    print(*(f"{key} has no constructor" for key in missing),
          f"constructors: {count - len(missing)} of {count}", sep="\n")
    return 1 if missing or count < 50 else 0


sys.exit(main())
