#!/usr/bin/env python3
"""Passes the printed texts of golden/, and of the large corpus, to script.c: read as Docs and
rendered by the Python backend, each is the same text.

usage: same.py SCRIPT
"""

import ast
import pathlib
import re
import subprocess
import sys
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))
import corpus  # noqa: E402

# `a < b == c` as printed means (a < b) == c, and in Python a < b and b == c. Docs are those of the
# latter; whoever reads them sees by the shared `b` that it was a chain.
CHAINS = {"tir_prec.cmp_logic"}
# Plain text that happens to be Python.
PLAIN = re.compile(r"repr\.")


def is_python(path):
    """TVM prints names such as `for` as they are."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(path.read_bytes())
        return True
    except (SyntaxError, ValueError):
        return False


def main():
    paths = sorted((corpus.DATA / "golden").glob("*.py"))
    if corpus.has_large("syntax.same: texts of the large corpus"):
        paths += sorted(corpus.LARGE.glob("*/*/*.py"))
    paths = [path for path in paths if path.name != "run.py" and "@" not in path.name]
    run = subprocess.run([sys.argv[1], "same"], input="".join(f"{path}\n" for path in paths),
                         text=True, stdout=subprocess.PIPE, check=False)
    files = [pathlib.Path(line.removesuffix(": differs")) for line in run.stdout.splitlines()
             if line.endswith(": differs")]
    differ = [path for path in files if path.stem not in CHAINS
              and not PLAIN.match(path.name) and is_python(path)]
    for path in differ:
        print(f"{path}: read and rendered it is another text")
    print(f"syntax.same: {len(paths)} texts, {len(differ)} differ, {len(files) - len(differ)} are "
          "not Python, plain text or have chains")
    return 1 if differ else 0


sys.exit(main())
