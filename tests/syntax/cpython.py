#!/usr/bin/env python3
"""CPython's parser as the oracle: scripts and mutations of them are accepted or refused by both,
and the trees have the same shape. A refusal that says "not supported here" is no difference.

usage: cpython.py SCRIPT [--mutations COUNT] [--seed NUMBER] [--show COUNT]
"""

import argparse
import ast
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))
import corpus  # noqa: E402
import shape  # noqa: E402

# Refusals of valid Python.
REFUSED = re.compile(r"(is|are) not supported here|does not fit into 64 bits|"
                     r"is no character of Unicode|is given twice|the function has two parameters")
# A keyword with dots: tunip reads it, because TileLang prints it, and Python does not.
DOTTED = re.compile(rb"[\w\])]\.\w+=(?!=)")
# Texts that CPython's parser takes and its compiler refuses, or that differ by version.
LARGEST = 200_000
WORDS = ("( ) [ ] { } , : ; . = == + - * / // % ** -> := < > <= != not in is and or if else elif "
         "for while with as def class return pass assert lambda None True x 1 2.5 'a' \"b\" @ ~ & "
         "| ^ << += break continue import from 0x1F 1e5 ... \\ # \n").split(" ")
# Expressions, arguments, parameters and statements, many of them wrong.
SNIPPETS = """*x|**x|lambda: x|lambda *a: x|lambda a=1: x|lambda x, x: x|x := 1|(x := 1)|()|x if y|
x if y else z|not x|x=1|x=|x= *x|x:y|::|await x|x,|*x,|yield x|{**x}|{*x}|{x: y}|{x}|f"{x}"|f"{x=}"|
f"{x!r:>{w}}"|f"{x"|b"x"|"a" b"c"|x[*y]|x[*y or z]|x for x in y|1_000|1__0|01|1.e5|1j|x not in y|
x += 1|x = y = 1|f(*a, b=1)|f(*a or b)|f(a=1, b)|f(a=1, *b)|f(**a, b)|f(a for a in b, c)|(*a)|
*a = b|[a, b] = c|f() = 1|None = 1|a.if|x[]|x[::, 1]|x[a=1]|1if x else 2|a < > b|a <> b|a ** -b|
match x:|type X = int|x == y == z|x++|with (a, b):|for a, in b:|for *a in b:|else:|elif x:|try:|
class A(*b):|class A(B, c=1):|def f(*): pass|def f(a, /, b): pass|def f(*a: *b): pass|
def f(a, b=1, c): pass|def f(a=): pass|import a as b.c|from . import a|from a import (b, c,)|
from a import b,|raise x from y|assert x,|return *a, b|return *a|del f()|pass x|@a := b""".replace(
    "\n", "").split("|")
TOKEN = re.compile(r"\w+|\s+|\"[^\"\n]*\"|[^\w\s]")


# ---- texts ----

def own_texts():
    for folder in ("golden", "syntax/data"):
        yield from (path.read_bytes() for path in sorted((corpus.DATA / folder).glob("*.py"))
                    if path.name != "run.py")


def large_texts():
    yield from (path.read_bytes() for path in sorted(corpus.LARGE.glob("*/*/*.py")))
    for listing in ("scripts", "rejects", "ill-formed", "crashers"):
        path = corpus.LARGE / f"scripts/{listing}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["source"].encode("utf-8")


def mutate_tokens(rng, text):
    tokens = TOKEN.findall(text)
    at = rng.randrange(len(tokens))
    kind = rng.randrange(5)
    if kind == 0:
        del tokens[at]
    elif kind == 1:
        tokens.insert(at, tokens[rng.randrange(len(tokens))])
    elif kind == 2:
        tokens.insert(at, f" {rng.choice(WORDS)} ")
    elif kind == 3:
        other = rng.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    else:
        tokens[at] = rng.choice(WORDS)
    return "".join(tokens)


def mutate_parts(rng, text):
    """Puts a snippet in place of a token, beside one, or on a line of its own."""
    snippet = rng.choice(SNIPPETS)
    if rng.randrange(3) == 0:
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())]
        lines.insert(at, indent + snippet)
        return "\n".join(lines)
    tokens = TOKEN.findall(text)
    at = rng.randrange(len(tokens))
    tokens[at] = rng.choice((snippet, f"{tokens[at]} {snippet}", f"{snippet} {tokens[at]}"))
    return "".join(tokens)


def mutate_lines(rng, text):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif kind == 2:
        lines[at] = " " * rng.randrange(1, 6) + lines[at]
    elif kind == 3:
        lines[at] = lines[at][rng.randrange(1, 5):]
    elif kind == 4:
        lines[at] = "\t" * (len(lines[at]) - len(lines[at].lstrip())) + lines[at].lstrip()
    elif at + 1 < len(lines):
        lines[at:at + 2] = [lines[at] + rng.choice(("", ";", "\\\n", " # c\n")) + lines[at + 1]]
    return "\n".join(lines)


def mutate_bytes(rng, text):
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(3)
    if kind == 0:
        return text[:at] + text[at + rng.randrange(1, 4):]
    if kind == 1:
        return text[:at]
    return text[:at] + rng.choice("()[]{}'\"\\\n\r\t#:;,.=$?!`0_jéλ \f") + text[at:]


def mutations(texts, count, seed):
    rng = random.Random(seed)
    short = [text.decode("utf-8") for text in texts if 20 < len(text) < 4000]
    for _ in range(count):
        text = rng.choice(short)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            kind = rng.choice((mutate_tokens, mutate_parts, mutate_lines, mutate_bytes))
            text = kind(rng, text) or "x"
        yield text.encode("utf-8")


# ---- comparing ----

def oracle(data):
    """"ok SHAPE", "error", "unsupported", or "unplaced"."""
    try:
        text = data.decode("utf-8-sig")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
        skipped = len(data) - len(text.encode("utf-8"))
        return "ok " + shape.Shape(text, skipped).visit(tree)
    except shape.Unsupported:
        return "unsupported"
    except shape.Unplaced:
        return "unplaced"
    except (SyntaxError, ValueError):
        return "error"


def differs(text, ours, theirs):
    if theirs == "error" and DOTTED.search(text):
        return False
    if theirs == "unplaced":
        return not ours.startswith("ok") and not REFUSED.search(ours)
    if ours.startswith("error"):
        return theirs != "error" and not REFUSED.search(ours)
    return ours != theirs


def read_all(program, folder, texts):
    names = []
    for number, text in enumerate(texts):
        path = pathlib.Path(folder) / f"{number}.py"
        path.write_bytes(text)
        names.append(f"{path}\n")
    run = subprocess.run([program, "shape"], input="".join(names), text=True, check=False,
                         stdout=subprocess.PIPE)
    return run.stdout.splitlines()


def show(number, text, ours, theirs):
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), 0)
    print(f"--- text {number}:\n{text.decode('utf-8', 'replace')[:1500]}\n    ours: "
          f"{ours[:200]}\n  theirs: {theirs[:200]}\n differ at: {ours[max(at - 60, 0):at + 60]}\n"
          f"            {theirs[max(at - 60, 0):at + 60]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--mutations", type=int, default=5000 if corpus.ALL else 1000)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    texts = list(own_texts())
    if corpus.has_large("cpython: scripts of the large corpus"):
        texts += large_texts()
    texts += mutations(texts, options.mutations, options.seed)
    texts = [text for text in texts if len(text) < LARGEST]
    problems = accepted = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        answers = read_all(options.program, folder, texts)
    for number, (text, ours) in enumerate(zip(texts, answers, strict=True)):
        theirs = oracle(text)
        accepted += ours.startswith("ok")
        refused += theirs == "unsupported"
        if differs(text, ours, theirs):
            problems += 1
            if problems <= options.show:
                show(number, text, ours, theirs)
    print(f"cpython: {len(texts)} texts, {accepted} accepted, {refused} not supported, "
          f"{problems} problems")
    return 1 if problems else 0


sys.exit(main())
