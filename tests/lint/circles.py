#!/usr/bin/env python3
"""Finds circles: headers that include each other, and rooms whose functions call each other.

usage: circles.py ROOT BUILD [--list]

A room is a folder of sources with the folders inside of it; ROOMS has the exceptions. Files of one
room may call each other. Calls are the undefined symbols of object files. A call through a pointer
does not count, because lower rooms call higher ones through tables of functions. Using a table of
another file does not count either, because a rule must be able to name its dialect. Calls of
CONTEXT do not count: every function of the library has a context, whose members are those of rooms
that stand higher.

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


TOPS = ("src", "programs")
# Folders whose folders are rooms.
ROOMS = ("src/dialects", "src/views", "src/backends", "programs")
MAINS = "programs/debug/programs"  # they stand above the command, and the command above the rest
CONTEXT = "src/library/context.c"


def room_of(file):
    """The room of a source, by its path from the root."""
    if file.startswith(MAINS):
        return MAINS
    parts = file.split("/")
    top = "/".join(parts[:2]) if parts[0] == "src" else parts[0]
    return "/".join(parts[:len(top.split("/")) + 1]) if top in ROOMS else top


def files(root, pattern):
    return [path for top in TOPS for path in sorted((root / top).rglob(pattern))]


def includes(root):
    """Header -> headers it includes."""
    edges = collections.defaultdict(set)
    for path in files(root, "*.h"):
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r'^#include "([^"]+)"', text, re.M):
            found = (path.parent / target).resolve().relative_to(root)
            edges[path.relative_to(root).as_posix()].add(found.as_posix())
    return edges


def objects(root, build):
    """Source -> its object file."""
    found = {}
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        directory = pathlib.Path(command["directory"])
        source = (directory / command["file"]).resolve()
        words = shlex.split(command["command"])
        if any(source.is_relative_to(root / top) for top in TOPS) and "-o" in words:
            inside = source.relative_to(root).as_posix()
            found.setdefault(inside, directory / words[words.index("-o") + 1])
    return found


def symbols(root, build):
    """Function -> its source; source -> names it uses; sources without an object file."""
    defined, used = {}, collections.defaultdict(set)
    sources = {path.relative_to(root).as_posix() for path in files(root, "*.c")}
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
    """Strongly connected components of more than one item (Tarjan, with a stack of its own)."""
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


def report(what, edges, why):
    """Prints the circles of a graph, and says how many it has."""
    found = circles(edges)
    for group in found:
        print(f"circle of {len(group)} {what}: {', '.join(group)}")
        for a in group:
            for b in sorted(edges[a] & set(group)):
                names = sorted(why[a, b])
                if "--list" in sys.argv:
                    print(f"    {a} -> {b}: {', '.join(names[:6]) if names else 'include'}")
    print(f"circles: {len(found)} among {len(edges)} {what}")
    return len(found)


def main():
    root, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    calls, why = collections.defaultdict(set), collections.defaultdict(set)
    defined, used, missing = symbols(root, build)
    for file, names in used.items():
        for name in names:
            target = defined.get(name, CONTEXT)
            if target != CONTEXT and room_of(target) != room_of(file):
                calls[room_of(file)].add(room_of(target))
                why[room_of(file), room_of(target)].add(name)
    found = report("headers", includes(root), collections.defaultdict(set))
    found += report("rooms", calls, why)
    for path in sorted(missing):
        print(f"{path}: no object file in {build.name}")
    return 1 if found or missing else 0


sys.exit(main())
