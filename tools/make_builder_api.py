#!/usr/bin/env python3
"""Makes the table of what TVM's IRBuilder has: the facts behind the builder backend.

usage: make_builder_api.py NAMES.DEF

Runs in a Python that can import TVM v0.23.0. A row names a callable as a program would behind any
prefix, and its parameters: "a" must be given, "a=" may be, "*" takes any number more, "**" any
keywords; those behind "/" only by keyword.
"""

import importlib
import inspect
import pathlib
import re
import sys

LONGEST_LINE = 100
MODULES = ("ir", "tir", "relax")
KINDS = inspect.Parameter
HEAD = """\
/* names.def -- what TVM v0.23.0's IRBuilder has, in order: X(name, parameters). A parameter "a"
 * must be given, "a=" may be, "*" stands for any number more, "**" for any keywords; those behind
 * "/" go by keyword only. Made by tools/make_builder_api.py. */
"""


def parameters(function):
    """The parameters as words; whatever cannot be asked takes anything."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return "* **"
    words, keyword_only = [], False
    for p in signature.parameters.values():
        if p.kind == KINDS.VAR_POSITIONAL:
            words.append("*")
        elif p.kind == KINDS.VAR_KEYWORD:
            words.append("**")
        else:
            if p.kind == KINDS.KEYWORD_ONLY and not keyword_only:
                words.append("/")
                keyword_only = True
            words.append(p.name + ("" if p.default is KINDS.empty else "="))
    return " ".join(words)


def takes_dtype(function):
    """Wrappers of operators drop the keyword `dtype`, which scripts give to all of them."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_name == "wrapped" and "dtype" in code.co_consts


def is_missing(function, words):
    """Whether a function named like a dtype is in Python alone, and what it calls is nowhere."""
    if not words.startswith("expr= ") or "is_size_var=" not in words:
        return False
    try:
        function()
    except AttributeError:
        return True
    return False


def add(rows, name, function):
    words = parameters(function)
    if is_missing(function, words):
        return
    if takes_dtype(function) and "**" not in words.split() and "dtype" not in words:
        words = (words + ("" if "/" in words.split() else " /") + " dtype=").strip()
    rows.setdefault(name, set()).add(words)


def members(space, rows):
    """The callables of a namespace, and the operators in modules inside it."""
    for name in getattr(space, "__all__", None) or dir(space):
        value = getattr(space, name)
        is_space = inspect.ismodule(value) and re.search(r"\.op\b|\.distributed$", value.__name__)
        if is_space or name == "axis":
            rows[name] = {""}
            for inner, function in inspect.getmembers(value, inspect.isfunction):
                add(rows, f"{name}.{inner}", function)
        elif callable(value) and not name.startswith("_") and not inspect.ismodule(value):
            add(rows, name, value)


def literal(words):
    """One string, over as many lines as it takes."""
    lines, line = [], ""
    for word in words.split():
        if len(line) + len(word) > LONGEST_LINE - 10:
            lines.append(line)
            line = ""
        line += word + " "
    lines.append(line.rstrip())
    return "\n  ".join(f'"{line}"' for line in lines)


def main():
    rows = {}
    for module in MODULES:
        members(importlib.import_module(f"tvm.script.ir_builder.{module}"), rows)
    text = HEAD
    for name in sorted(rows):
        for words in sorted(rows[name]):
            line = f'X("{name}", "{words}")'
            if len(line) > LONGEST_LINE:
                line = f'X("{name}",\n  {literal(words)})'
            text += line + "\n"
    pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")


main()
