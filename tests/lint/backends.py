#!/usr/bin/env python3
"""Checks that no backend knows a dialect: its sources contain no name, type or prefix of one.

usage: backends.py TUNIP ROOT

`tunip dialects` lists these words. sources.py checks that backends include no header of a dialect.
"""

import pathlib
import re
import subprocess
import sys

# The names of TVM's loader and registry are allowed: they are text of the python backend.
ALLOWED = {("src/backends/python/python.c", "tvm.ir.load_json"),
           ("src/backends/builder/builder.c", "tvm.ir.Op.get"),
           ("src/backends/builder/builder.c", "tvm.ir.Range"),
           ("src/backends/builder/builder.c", "tvm.ir.make_node"),
           ("src/backends/builder/builder.c", "tvm.ir.Range.from_min_extent"),
           ("src/backends/builder/expr.c", "tvm.ir.Range.from_min_extent"),
           # A class of TVM's Python API, and a type that older versions have under this key.
           ("src/backends/builder/expr.c", "GlobalVar"),
           # A language with the name of its dialect, and words of its notice.
           *(("src/backends/mlir/mlir.c", word) for word in ("mlir.c", "mlir", "mlir_state")),
           *(("src/backends/relay/relay.c", word)
             for word in ("relay.c", "relay", "For", "If", "graph"))}
# builder writes calls of an API in which some words are also names of types (Buffer) or begin like
# dialects. It must not contain names of dialects, keys of types and prefixes.
API = "builder"
WORDS_OF_API = {"axis.R", "ir_builder", "ir_module", "tir_vars"}
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


def listed(tunip, *options):
    run = subprocess.run([tunip, "dialects", *options], check=True, capture_output=True, text=True)
    return run.stdout.splitlines()


def forbidden(tunip):
    """The words that may be nowhere, those that may be in no string, and types without dialects."""
    dialects = [line.split() for line in listed(tunip) if line.startswith("dialect ")]
    names = {words[1] for words in dialects}
    prefixes = {words[3] for words in dialects}
    types = {line.split("\t")[0] for line in listed(tunip, "--types")}
    return names | types, prefixes, {key.rpartition(".")[2] for key in types}


def words_in(text):
    return re.findall(r"[A-Za-z_][\w.]*", text)


def parts_of(word):
    """A name with dots or underscores, and its first parts."""
    return {word, re.split(r"[._]", word)[0], *word.split(".")}


def problems_of(path, text, anywhere, in_strings, allowed=()):
    for number, line in enumerate(text.splitlines(), 1):
        inside = {word for string in STRING.findall(line) for word in words_in(string)}
        for word in words_in(line):
            if (path, word) in ALLOWED or word in allowed:
                continue
            if parts_of(word) & anywhere or word in inside and parts_of(word) & in_strings:
                yield f"{path}:{number}: a backend names '{word}'"


def main():
    root = pathlib.Path(sys.argv[2]).resolve()
    anywhere, prefixes, of_types = forbidden(sys.argv[1])
    in_strings = prefixes | of_types
    files = sorted(path for path in (root / "src/backends").rglob("*") if path.is_file())
    problems = []
    for file in files:
        is_api = file.parent.name == API
        problems += problems_of(file.relative_to(root).as_posix(),
                                file.read_text(encoding="utf-8"), anywhere,
                                prefixes if is_api else in_strings,
                                WORDS_OF_API if is_api else ())
    seen = list(problems_of("x.c", 'emit("tir.Buffer"); tir_x(); f("T.grid");', anywhere,
                            in_strings))
    if len(seen) != 3:
        problems.append(f"of 3 names that must be seen {len(seen)} are")
    print(*problems, f"lint: {len(files)} files of backends, {len(anywhere | in_strings)} words, "
          f"{len(problems)} problems", sep="\n")
    return 1 if problems or not files else 0


sys.exit(main())
