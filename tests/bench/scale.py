#!/usr/bin/env python3
"""Makes a module of N functions from a module with another number of the same function.

usage: scale.py MODULE.json N > OUT.json

The saved graph of such a module repeats itself: from the second function on, each function has the
same nodes as the one before, except that all indices are shifted and the number in its name grows.
"""

import json
import re
import sys

ENOUGH = 200_000  # characters at the start that hold three functions
HEADER = re.compile(r'\{"root_index": \d+,"nodes": \[')
NUMBER = re.compile(r"\d+")


def read_nodes(text):
    """The texts of the nodes at the start of the file."""
    decoder = json.JSONDecoder()
    at = HEADER.match(text).end()
    while True:
        try:
            _, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError:
            return
        yield text[at:end]
        at = end + 1


def make_template(second, third):
    """The text with %d for each number that grows, and the steps of these numbers."""
    old, new = (list(NUMBER.finditer(text)) for text in (second, third))
    pieces, starts, steps, at = [], [], [], 0
    for before, after in zip(old, new):
        step = int(after[0]) - int(before[0])
        if step == 0:
            continue
        pieces.append(second[at:before.start()].replace("%", "%%") + "%d")
        starts.append(int(before[0]))
        steps.append(step)
        at = before.end()
    return "".join(pieces) + second[at:].replace("%", "%%"), starts, steps


def node(kind, **data):
    return f'{{"type": "{kind}","data": {json.dumps(data, separators=(",", ": "))}}}'


def array(kind, numbers):
    return f'{{"type": "{kind}","data": [{",".join(map(str, numbers))}]}}'


def module_nodes(first, ends, names):
    """The nodes after the functions: the maps that list them, and the module."""
    functions = (k for name, end in zip(names, ends) for k in (name + 1, end))
    variables = (k for name in names for k in (name, name + 1))
    yield array("ffi.Map", functions)
    yield array("ffi.Map", variables)
    yield array("ffi.Map", ())
    yield node("ir.SourceMap", source_map=first + 2)
    yield array("ffi.Map", ())
    yield node("ir.DictAttrs", __dict__=first + 4)
    yield array("ffi.Map", ())
    yield node("ir.IRModule", functions=first, global_var_map_=first + 1, source_map=first + 3,
               attrs=first + 5, global_infos=first + 6)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        nodes = list(read_nodes(file.read(ENOUGH)))
    count = int(sys.argv[2])
    starts = [k - 1 for k, text in enumerate(nodes) if text.startswith('{"type": "ir.GlobalVar"')]
    size = starts[2] - starts[1]
    second, third = (",".join(nodes[at:at + size]) for at in starts[1:3])
    template, values, steps = make_template(second, third)

    names = [starts[0]] + [starts[1] + k * size for k in range(count - 1)]
    ends = [starts[1] - 1] + [name + size - 1 for name in names[1:]]
    out = sys.stdout
    out.write(f'{{"root_index": {ends[-1] + 8},"nodes": [' + ",".join(nodes[:starts[1]]))
    for _ in range(count - 1):
        out.write("," + template % tuple(values))
        values = [value + step for value, step in zip(values, steps)]
    out.write("," + ",".join(module_nodes(ends[-1] + 1, ends, names)))
    out.write('],"metadata": {"tvm_version": "0.23.0"}}')


main()
