#!/usr/bin/env python3
"""Checks that tools/make_types.py reads and checks the versions of types and fields.

usage: vintages.py ROOT
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

# The rows of "vintages", and what is printed: an error, or a line of a generated header.
CASES = [
    ({"tir.For.step": {"since": "0.23"}},
     "    tunip_node *step; /* ir.PrimExpr or NULL; since TVM 0.23 */"),
    ({"tir.For.step": {"since": "0.22", "until": "0.26"}},
     "    tunip_node *step; /* ir.PrimExpr or NULL; since TVM 0.22 until TVM 0.26 */"),
    ({"tir.Ramp": {"until": "0.26"}}, "/* tir.Ramp: until TVM 0.26 */"),
    ({"relax.Id": {"since": "0.13"}},
     "/* relax.Id: the identity of a variable, apart from its name and its struct info, since TVM "
     "0.13 */"),
    ({"tir.For.stride": {"since": "0.23"}}, "vintages: tir.For.stride is no type and no field"),
    ({"tir.For": {"from": "0.23"}},
     "vintages: tir.For may have `since` and `until`, not ['from']"),
    ({"tir.For": {}}, "vintages: tir.For may have `since` and `until`, not []"),
    ({"tir.For": {"since": "23"}}, "vintages: `23` is no version"),
    ({"tir.For": {"since": "0.20", "until": "0.9"}}, "vintages: tir.For ends before it begins"),
    ({"tir.For": {"since": "0.26"}},
     "vintages: tir.For is in tvm-0.23.json and not in that version"),
    ({"tir.For": {"until": "0.23"}},
     "vintages: tir.For is in tvm-0.23.json and not in that version"),
]


def run(root, copy, rows):
    """All that is printed and written for the schema with these rows."""
    overlay = copy / "schema" / "tvm-0.23.overlay.json"
    facts = json.loads((root / "schema" / overlay.name).read_text(encoding="utf-8"))
    facts["vintages"] = rows
    overlay.write_text(json.dumps(facts), encoding="utf-8")
    done = subprocess.run([sys.executable, root / "tools" / "make_types.py", copy],
                          capture_output=True, text=True, check=False)
    headers = "".join(path.read_text(encoding="utf-8") for path in copy.rglob("*_types.h"))
    return (headers if done.returncode == 0 else done.stderr).replace("\n *", "")


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = 0
    for rows, expected in CASES:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            shutil.copytree(root / "schema", copy / "schema")
            for path in (root / "src" / "dialects").rglob("accounts.def"):
                target = copy / path.relative_to(root)
                target.parent.mkdir(parents=True)
                shutil.copy(path, target)
            if expected not in run(root, copy, rows).splitlines():
                wrong += 1
                print(f"{rows}: not found: {expected}")
    print(f"vintages: {len(CASES)} cases, {wrong} wrong")
    return wrong != 0


sys.exit(main())
