"""Runs in a Python with TVM v0.23.0: compares what tunip and TVM's parser make of expressions.

usage: judge.py TUNIP [--show N] < EXPRESSIONS

TVM parses a function for each expression, in a child process, because some expressions crash it:
the least int64 divided by -1. tunip reads one function for all expressions that it does not refuse.
TVM loads what `tunip save --fold` writes, and compares statement by statement. The exit status is 1
if a verdict or a node differs.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

import tvm
from tvm.script import tir as T

import run

EQUAL, DIFFERENT, REFUSED = "equal", "different", "refused"


def saved(tunip, expressions):
    """For each expression the statement that tunip saved; None where it refuses."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "all.py"), os.path.join(folder, "all.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(run.script(expressions))
        wrong = run.refused(tunip, path)
        kept = [i for i in range(len(expressions)) if i not in wrong]
        with open(path, "w", encoding="utf-8") as file:
            file.write(run.script([expressions[i] for i in kept]))
        subprocess.run([tunip, "save", "--fold", "-o", out, path], check=True)
        with open(out, encoding="utf-8") as file:
            func = tvm.ir.load_json(file.read())
    made = dict(zip(kept, func.body.seq if len(kept) > 1 else [func.body]))
    return [made.get(i) for i in range(len(expressions))]


def parsed(text):
    """TVM's statement; None if it refuses the expression."""
    try:
        script = run.script([text]).split("\n\n", 1)[1]  # TVM's parser does not take imports
        return tvm.script.from_source(script, {"T": T}).body
    except Exception:  # pylint: disable=broad-except
        return None


def verdict(text, ours):
    theirs = parsed(text)
    if theirs is None:
        return (EQUAL if ours is None else DIFFERENT), "TVM refuses it"
    if ours is None:
        return DIFFERENT, f"TVM: {theirs}; tunip refuses it"
    is_equal = tvm.ir.structural_equal(theirs, ours, map_free_vars=True)
    return (EQUAL if is_equal else DIFFERENT), f"TVM: {theirs}; tunip: {ours}"


def judge_from(start, expressions, statements):
    """Yields the verdicts from expression `start` on, until the end or a crash."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        with os.fdopen(writer, "w", encoding="utf-8", buffering=1) as out:
            for i in range(start, len(expressions)):
                out.write(json.dumps(verdict(expressions[i], statements[i])) + "\n")
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
    os.waitpid(child, 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tunip")
    parser.add_argument("--show", type=int, default=30)
    options = parser.parse_args()
    expressions = sys.stdin.read().splitlines()
    statements = saved(options.tunip, expressions)
    verdicts = []
    while len(verdicts) < len(expressions):
        verdicts.extend(judge_from(len(verdicts), expressions, statements))
        if len(verdicts) < len(expressions):
            is_refused = statements[len(verdicts)] is None
            verdicts.append((EQUAL if is_refused else DIFFERENT, "TVM crashes"))
    wrong = [i for i, (kind, _) in enumerate(verdicts) if kind != EQUAL]
    for i in wrong[: options.show]:
        print(f"{expressions[i]}\n    {verdicts[i][1]}")
    crashes = collections.Counter(text for _, text in verdicts)["TVM crashes"]
    refused = sum(statement is None for statement in statements)
    print(f"TVM: {len(expressions)} expressions, {len(wrong)} differ; "
          f"tunip refuses {refused}, {crashes} crash TVM")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
