#!/usr/bin/env python3
"""Lists the headers of the public C API, and how many functions of each the extension calls.

usage: coverage.py SOURCE [--missing HEADER]

Each header of which the extension calls no function has a reason in GAPS; otherwise the program
fails, which run.py notices. With --missing, it lists the functions of a header that have no call.
"""

import pathlib
import re
import sys

FUNCTION = re.compile(r"TUNIP_API\s[^;{]*?\b(tunip_\w+)\s*\(")
MAKES = "`tunip.make()` and the classes of types make the nodes by their field tables"
GAPS = {
    "html.h": "notebooks show colours by `_repr_html_`; pages come from `tunip.run()`",
    "json.h": "Python has a JSON module",
    "uses.h": "editors ask `tunip lsp`",
    "tvm/tir.h": MAKES, "tvm/tir_builder.h": "`tunip.builder` is written in Python, upon `make()`",
}


def table(source):
    """The rows: header, functions, those that the extension calls, reason."""
    code = "\n".join(path.read_text(encoding="utf-8")
                     for folder in ("bindings/python/ext", "bindings/tvm")
                     for path in sorted((source / folder).glob("*.c")))
    called = set(re.findall(r"\btunip_\w+", code))
    include = source / "include/tunip"
    for header in [*sorted(include.glob("*.h")), *sorted((include / "tvm").glob("*.h"))]:
        names = sorted(set(FUNCTION.findall(header.read_text(encoding="utf-8"))))
        name = header.relative_to(include).as_posix()
        if names and not name.endswith(("types.h", "attrs.h", "v26.h", "pattern.h", "others.h")):
            yield name, names, [one for one in names if one in called]


def main():
    rows = list(table(pathlib.Path(sys.argv[1])))
    if sys.argv[2:3] == ["--missing"]:
        for header, names, found in rows:
            if header == sys.argv[3]:
                print(*sorted(set(names) - set(found)), sep="\n")
        return
    print("| header | functions | used | why not |\n|---|---|---|---|")
    for header, names, found in rows:
        if not found and header not in GAPS:
            sys.exit(f"coverage.py: no reason for {header} in GAPS")
        print(f"| `{header}` | {len(names)} | {len(found)} | {GAPS.get(header, '')} |")


if __name__ == "__main__":
    main()
