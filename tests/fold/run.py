#!/usr/bin/env python3
"""Compares what tunip makes of expressions with --fold with table.tsv, which says what TVM makes.

usage: run.py TUNIP [--random N] [--seed N] [--show N] [--python COMMAND]

A row of table.tsv has an expression and the result: the node as tunip reads it without --fold, or
`rejected` if TVM raises an error. model.py computes the results from TVM's rules, and table.py
lists the expressions. --random N adds N random expressions. All are read as scripts of v0.23 and of
v0.26, for which model.py computes the results again. --show N prints the first N differences.

With --python, or TUNIP_TVM_PYTHON, a Python that imports TVM v0.23.0 also judges all expressions
(judge.py).
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import model
import table

JUDGE = pathlib.Path(__file__).resolve().parent / "judge.py"
HEADER = "from tvm.script import {} as T\n\n@T.prim_func(private=True)\ndef f({}):\n"
FIRST_LINE = 5
DIALECTS = {23: "tir", 26: "tirx"}


def script(expressions, vintage=23):
    params = ", ".join(f"{name}: T.{dtype}" for name, dtype in table.VARIABLES.items())
    # As an argument, a number stays: T.evaluate(0) would be dropped.
    body = (f'    T.evaluate(T.call_extern("int32", "", {text}))\n' for text in expressions)
    return HEADER.format(DIALECTS[vintage], params) + "".join(body)


def run(tunip, *arguments):
    return subprocess.run([tunip, *arguments], capture_output=True, text=True, check=False)


def refused(tunip, path):
    """The expressions of a script that tunip refuses with --fold, by number, and its messages."""
    done = run(tunip, "save", "--fold", "--errors", "json", "-o", os.devnull, path)
    errors = [json.loads(line) for line in done.stderr.splitlines()]
    return {error["labels"][0]["line"] - FIRST_LINE: error["message"] for error in errors}


class Reader:
    """Reads expressions with tunip, as a script of a version of TVM."""

    def __init__(self, tunip, folder, vintage):
        self.tunip, self.vintage = tunip, vintage
        self.path = os.path.join(folder, "script.py")

    def write(self, expressions):
        with open(self.path, "w", encoding="utf-8") as out:
            out.write(script(expressions, self.vintage))

    def lines(self, expressions, *flags):
        """A line for each expression: the node that tunip makes of it."""
        self.write(expressions)
        done = run(self.tunip, "print", "--backend", "text", *flags, self.path)
        lines = [line.strip() for line in done.stdout.splitlines()[1:] if line.strip()]
        if done.returncode != 0 or len(lines) != len(expressions):
            sys.exit(f"exit {done.returncode}, {len(lines)} lines\n{done.stderr[:2000]}")
        return lines

    def differences(self, pairs):
        """Expressions, TVM's node and tunip's node, where these differ."""
        self.write([text for text, _ in pairs])
        messages = refused(self.tunip, self.path)
        taken = [i for i in range(len(pairs)) if i not in messages]
        known = [i for i, (_, result) in enumerate(pairs) if result != "rejected"]
        got = dict(zip(taken, self.lines([pairs[i][0] for i in taken], "--fold")))
        want = dict(zip(known, self.lines([pairs[i][1] for i in known])))
        for i, (text, _) in enumerate(pairs):
            if want.get(i) != got.get(i):
                yield text, want.get(i, "rejected"), got.get(i, f"rejected: {messages.get(i)}")


def compare(tunip, pairs, vintage, show):
    with tempfile.TemporaryDirectory() as folder:
        wrong = list(Reader(tunip, folder, vintage).differences(pairs))
    for text, want, got in wrong[:show]:
        print(f"{text}\n    TVM:   {want}\n    tunip: {got}")
    print(f"fold, v0.{vintage}: {len(pairs)} expressions, {len(wrong)} wrong")
    return bool(wrong)


def judged(command, tunip, pairs):
    """Whether a real TVM contradicts: judge.py prints the differences."""
    model.vintage = 23
    text = "".join(f"{text}\n" for text, _ in pairs if table.is_defined(text))
    done = subprocess.run([*command.split(), JUDGE, tunip], input=text, text=True, check=False)
    return done.returncode != 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tunip", type=os.path.abspath)
    parser.add_argument("--random", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=30)
    parser.add_argument("--python", default=os.environ.get("TUNIP_TVM_PYTHON"))
    options = parser.parse_args()
    rows = table.TABLE.read_text(encoding="utf-8").splitlines()
    pairs = [tuple(row.split("\t")) for row in rows]
    texts = table.random_rows(options.seed, options.random)
    pairs += [(text, table.result_of(text)) for text in texts]
    wrong = compare(options.tunip, pairs, 23, options.show)
    model.vintage = 26
    later = [(text, table.result_of(text)) for text, _ in pairs]
    wrong |= compare(options.tunip, later, 26, options.show)
    if options.python:
        wrong |= judged(options.python, options.tunip, pairs)
    else:
        print("skipped: the verdicts of a real TVM (TUNIP_TVM_PYTHON is not set)")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
