#!/usr/bin/env python3
"""Prints every saved object here and compares the text with what TVM v0.23.0 printed.

usage: run.py TUNIP

A case of a pack has the parts `json` and `py`, the text without a newline at its end. With settings
it is a case ID@NAME with the parts `config.json` and `py`; the object is that of the case ID.
"""

import difflib
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data() / "golden"


def command(tunip, expected):
    """Prints what `expected` holds."""
    case = expected.name.removesuffix(".py")
    settings = ["--config", f"{case}.config.json"] if "@" in case else []
    return [tunip, "print", case.partition("@")[0] + ".json", *settings]


def check(tunip, expected):
    run = subprocess.run(command(tunip, expected), cwd=DATA, capture_output=True, check=False)
    want = expected.read_bytes() + b"\n"
    if run.returncode == 0 and run.stdout == want and not run.stderr:
        return True
    print(f"--- {expected.name}: exit status {run.returncode}",
          pack.repeat("golden", command(tunip, expected)), sep="\n")
    print(run.stderr.decode(errors="replace"), end="")
    lines = (text.decode(errors="replace").splitlines() for text in (want, run.stdout))
    print(*difflib.unified_diff(*lines, "expected", "printed", lineterm=""), sep="\n")
    return False


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    cases = sorted(path for path in DATA.glob("*.py") if path.name != "run.py")
    results = [check(tunip, case) for case in cases]
    print(f"golden: {sum(results)} of {len(results)}")
    return 0 if results and all(results) else 1


sys.exit(main())
