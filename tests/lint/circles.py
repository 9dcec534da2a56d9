#!/usr/bin/env python3
"""Finds circles of files: headers that include each other, and sources that call each other.

usage: circles.py ROOT BUILD [--list]

Calls are the undefined symbols of object files. A call through a pointer does not count, because
lower layers call higher ones through tables of functions. Using a table of another file does not
count either, because a rule must be able to name its dialect.

BUILD has the object files. Only those that its compile_commands.json lists count, and not objects
of sources that were moved. Functions of a sanitizer's runtime are ignored, so
that builds with and without sanitizers give the same circles.
"""

import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys


def includes(root):
    """Header -> headers it includes."""
    edges = collections.defaultdict(set)
    for path in sorted((root / "src").rglob("*.h")):
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r'^#include "([^"]+)"', text, re.M):
            found = (path.parent / target).resolve().relative_to(root / "src")
            edges[path.relative_to(root / "src").as_posix()].add(found.as_posix())
    return edges


def objects(root, build):
    """Source below src/ -> its object file."""
    found = {}
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        directory = pathlib.Path(command["directory"])
        source = (directory / command["file"]).resolve()
        words = shlex.split(command["command"])
        if source.is_relative_to(root / "src") and "-o" in words:
            inside = source.relative_to(root / "src").as_posix()
            found.setdefault(inside, directory / words[words.index("-o") + 1])
    return found


def symbols(root, build):
    """Function -> its source; source -> names it uses; sources without an object file."""
    defined, used = {}, collections.defaultdict(set)
    sources = {p.relative_to(root / "src").as_posix() for p in (root / "src").rglob("*.c")}
    of = {str(object_file): source for source, object_file in objects(root, build).items()
          if source in sources and object_file.exists()}
    # One process for all: to start one for each of a thousand files takes most of a minute.
    table = subprocess.run(["nm", "-A", "-P", *of], capture_output=True, text=True, check=True)
    for line in table.stdout.splitlines():
        object_file, _, symbol = line.partition(": ")
        name, kind = symbol.split()[:2]
        if kind == "T":
            defined[name] = of[object_file]
        elif kind == "U":
            used[of[object_file]].add(name)
    return defined, used, sources - set(of.values())


def circles(edges):
    """Strongly connected components of more than one file (Tarjan, with a stack of its own)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for start in sorted(edges):
        if start in index:
            continue
        work = [(start, iter(sorted(edges[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            file, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(sorted(edges.get(target, ())))))
                    break
                if target in on_stack:
                    low[file] = min(low[file], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[file])
                if low[file] == index[file]:
                    group = []
                    while not group or group[-1] != file:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    if len(group) > 1:
                        found.append(sorted(group))
    return found


def main():
    root, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    edges = includes(root)
    why = collections.defaultdict(set)
    defined, used, missing = symbols(root, build)
    for file, names in used.items():
        for name in names:
            target = defined.get(name)
            if target and target != file:
                edges[file].add(target)
                why[file, target].add(name)
    found = circles(edges)
    for group in found:
        print(f"circle of {len(group)} files: {', '.join(group)}")
        for a in group:
            for b in sorted(edges[a] & set(group)):
                names = sorted(why[a, b])
                if "--list" in sys.argv:
                    print(f"    {a} -> {b}: {', '.join(names[:6]) if names else 'include'}")
    for path in sorted(missing):
        print(f"{path}: no object file in {build.name}")
    print(f"circles: {len(found)} among {len(edges)} files")
    return 1 if found or missing else 0


sys.exit(main())
