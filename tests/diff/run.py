#!/usr/bin/env python3
"""Runs `tunip diff` on the parts `lhs.json` and `rhs.json` of each case, compares the output with
the part `diff`, and checks that ../../docs/diff.md shows it.

usage: run.py TUNIP [--accept]
"""

import difflib
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data() / "diff"
PAGE = pack.TESTS.parent / "docs" / "diff.md"


def diff(tunip, name, *options):
    files = [f"{name}.lhs.json", f"{name}.rhs.json"]
    run = subprocess.run([tunip, "diff", *options, *files], cwd=DATA, capture_output=True,
                         text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def check(tunip, expected):
    """Returns the problems of one case."""
    name = expected.stem
    status, out, err = diff(tunip, name)
    if (status, err) != (1, ""):
        return f"exit {status}\n{err}"
    want = expected.read_text(encoding="utf-8")
    if out != want:
        return "".join(difflib.unified_diff(want.splitlines(True), out.splitlines(True)))
    if diff(tunip, name, "--quiet") != (1, "", ""):
        return "--quiet is not quiet"
    return "" if want in PAGE.read_text(encoding="utf-8") else f"not in {PAGE.name}"


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    cases = sorted(path.with_name(path.name.replace(".lhs.json", ".diff"))
                   for path in DATA.glob("*.lhs.json"))
    for case in cases if "--accept" in sys.argv else []:
        case.write_text(diff(tunip, case.stem)[1], encoding="utf-8")
    wrong = {case.stem: text for case in cases if (text := check(tunip, case))}
    if "--accept" in sys.argv:
        pack.accept("diff")
    for name, text in wrong.items():
        print(f"{name}: {text}",
              pack.repeat("diff", [tunip, "diff", f"{name}.lhs.json", f"{name}.rhs.json"]),
              sep="\n")
    print(f"diff: {len(cases)} cases, {len(wrong)} wrong")
    return bool(wrong) or not cases


sys.exit(main())
