#!/usr/bin/env python3
"""Checks docs/debugging.md in gdb: nodes in one line, tunip-dump and `call tunip_dump()`; and nodes
in a core file, in which gdb cannot call functions.

usage: run.py GDB PROGRAM SCRIPT
"""

import pathlib
import re
import subprocess
import sys
import tempfile

SHOWN = {
    "n->sum": "tir.Add(dtype=int32, a=tir.Var, b=ir.IntImm)",
    "n->variable": 'tir.Var(dtype=int32, name="x", type_annotation=ir.PrimType)',
    "n->sum->b": "ir.IntImm(dtype=int32, value=7)",
    "n->text": 'ffi.String("hello")',
    "n->list": "ffi.Array([2])",
    "n->nothing": "NULL",
    "n->untyped": "no node",
    "n->wild": "no node",
    "n->garbled": "no node",
}
DUMPED = "x + 7"
SENTENCES = ("*n is no node: its type is ", "n is no node: its type is ",
             "1.5 is no node: its type is double", "0x10: no node")


def gdb(*argv):
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.stdout


def batch(commands):
    return [word for command in commands for word in ("-ex", command)]


def marked(name, command):
    return [f"echo [[{name}]]", command, "echo [[]]\\n"]


def answers(output):
    found = re.findall(r"\[\[(.+?)\]\](.*?)\[\[\]\]", output, re.S)
    return {name: text.strip() for name, text in found}


def prints():
    return [part for name in SHOWN for part in marked(name, f"output {name}")]


def check_shown(where, told):
    for name, expected in SHOWN.items():
        text = re.sub(r"^0x[0-9a-f]+ ", "", told.get(name, "(nothing)"))
        if text != expected:
            yield f"{where}: print {name}: {text!r} instead of {expected!r}"


def check(where, told, expected):
    for name, text in expected.items():
        if text not in told.get(name, ""):
            yield f"{where}: {name}: {told.get(name)!r} instead of {text!r}"


def main():
    gdb_path, program, script = sys.argv[1:]
    start = [gdb_path, "-nx", "-batch", "-iex", "set debuginfod enabled off",
             "-ex", f"source {script}"]
    with tempfile.TemporaryDirectory() as work:
        core = pathlib.Path(work) / "core"
        live = gdb(*start, *batch(
            ["break stop_here", "run"] + prints() +
            marked("dump", "tunip-dump n->sum") + marked("call", "call (void)tunip_dump(n->sum)") +
            marked("dump NULL", "tunip-dump n->nothing") +
            marked("struct", "tunip-dump *n->sum") +
            [f"generate-core-file {core}"] +
            [f"tunip-dump {word}" for word in ("*n", "n", "1.5", "n->wild")]), program)
        if "Breakpoint 1, stop_here" not in live:
            print("skipped: gdb (it cannot run a program here)", live, sep="\n")
            return 77
        dead = gdb(*start, *batch(prints() + marked("dump", "tunip-dump n->sum")), program,
                   str(core))
    told, later = answers(live), answers(dead)
    wrong = [*check_shown("running", told), *check_shown("core", later),
             *check("running", told, {"dump": DUMPED, "struct": DUMPED, "call": DUMPED,
                                     "dump NULL": "NULL"}),
             *check("core", later, {"dump": SHOWN["n->sum"]})]
    for sentence in SENTENCES:
        if sentence not in live:
            wrong.append(f"running: tunip-dump does not say {sentence!r}")
    print(*wrong, f"gdb: {len(SHOWN)} values, running and in a core file", sep="\n")
    return 1 if wrong else 0


sys.exit(main())
