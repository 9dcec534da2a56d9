#!/usr/bin/env python3
"""Makes a module of about N functions by copying the saved objects of ../golden repeatedly.

usage: multiply.py relax|mixed N > OUT.json

"relax" takes Relax functions, "mixed" modules in which Relax and TIR functions call each other. The
global names of each copy get a number. Objects that refer to global infos of a module (virtual
devices and meshes) are left out.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

TESTS = pathlib.Path(__file__).resolve().parent.parent
SCALARS = {"int", "float", "bool", "DataType"}
NEEDS_MODULE = {"ir.VDevice", "relax.distributed.DeviceMesh"}
FUNCTIONS = {"relax.expr.Function", "tir.PrimFunc"}


def load_references():
    """type -> names of the fields that hold indices of nodes"""
    bases, fields, key = {}, {}, None
    for line in (TESTS / "types/types.tsv").read_text(encoding="utf-8").splitlines():
        row = line.split("\t")
        if row[0] == "type":
            key = row[1]
            bases[key], fields[key] = row[2], set()
        elif row[0] == "field" and (row[2] not in SCALARS or "optional" in row[3]):
            fields[key].add(row[1])
    for key in fields:
        base = bases[key]
        while base in fields:
            fields[key] |= fields[base]
            base = bases[base]
    return fields


REFERENCES = load_references()


class Graph:
    """The functions of a saved object, as templates for copies."""

    def __init__(self, nodes, root):
        self.nodes, self.kinds = nodes, {node["type"] for node in nodes}
        self.functions = list(self.find_functions(root))
        self.named = {self.nodes[var]["data"]["name_hint"] for var, _ in self.functions}
        self.named |= set(self.find_symbols())
        self.template, self.indices = self.make_template()

    def find_functions(self, root):
        """(global variable, function); a function without a variable gets one"""
        if self.nodes[root]["type"] == "ir.IRModule":
            entries = self.nodes[self.nodes[root]["data"]["functions"]]["data"]
            yield from zip(entries[::2], entries[1::2])
        elif self.nodes[root]["type"] in FUNCTIONS:
            none = next(i for i, node in enumerate(self.nodes) if node["type"] == "None")
            self.nodes += [{"type": "ffi.String", "data": "main"},
                           {"type": "ir.GlobalVar", "data": {"span": none, "struct_info_": none,
                                                             "name_hint": len(self.nodes)}}]
            yield len(self.nodes) - 1, root

    def find_symbols(self):
        for _, function in self.functions:
            attrs = self.nodes[self.nodes[function]["data"]["attrs"]].get("data")
            entries = self.nodes[attrs["__dict__"]]["data"] if attrs else []
            for key, value in zip(entries[::2], entries[1::2]):
                if self.nodes[key].get("data") == "global_symbol":
                    yield value

    def make_template(self):
        """The text with %d for each index and %s for the number after a name"""
        texts, indices = [], []
        for at, node in enumerate(self.nodes):
            kind, data = node["type"], node.get("data")
            references = REFERENCES.get(kind, ())
            if kind in ("ffi.Array", "ffi.Map"):
                text = "[" + ",".join("%d" for _ in data) + "]"
                indices += data
            elif isinstance(data, dict):
                members = (f'"{name}": ' + self.field(name in references, value, indices)
                           for name, value in data.items())
                text = "{" + ",".join(members) + "}"
            else:
                text = json.dumps(data).replace("%", "%%")
                if at in self.named:
                    text = text[:-1] + '_%d"'
                    indices.append(None)
            member = "" if data is None else ',"data": ' + text
            texts.append('{"type": "%s"%s}' % (kind, member))
        return ",".join(texts), indices

    @staticmethod
    def field(is_index, value, indices):
        if not is_index:
            return json.dumps(value).replace("%", "%%")
        indices.append(value)
        return "%d"

    def write(self, offset, number):
        """The text of a copy whose first node is the `offset`th, and its functions."""
        values = tuple(number if at is None else at + offset for at in self.indices)
        functions = [(var + offset, function + offset) for var, function in self.functions]
        return self.template % values, functions


def load_graphs(kind):
    for path in sorted((pack.data() / "golden").glob("*.json")):
        if path.name.endswith(".config.json"):
            continue
        saved = json.loads(path.read_text(encoding="utf-8"))
        graph = Graph(saved["nodes"], saved["root_index"])
        kinds = {graph.nodes[function]["type"] for _, function in graph.functions}
        wanted = FUNCTIONS if kind == "mixed" else {"relax.expr.Function"}
        if kinds == wanted and not graph.kinds & NEEDS_MODULE:
            yield graph


def node(kind, data):
    return json.dumps({"type": kind, "data": data}, separators=(",", ": "))


def module_nodes(at, functions):
    """The nodes after the functions, from the node `at` on; the last one is the module."""
    yield node("ffi.Map", [index for pair in functions for index in pair])
    yield node("ffi.Map", [])
    yield node("ir.SourceMap", {"source_map": at + 1})
    yield node("ir.DictAttrs", {"__dict__": at + 1})
    yield node("ir.IRModule", {"functions": at, "global_var_map_": at + 1, "source_map": at + 2,
                               "attrs": at + 3, "global_infos": at + 1})


def main():
    graphs, count = list(load_graphs(sys.argv[1])), int(sys.argv[2])
    texts, functions, size, number = [], [], 0, 0
    while len(functions) < count:
        graph = graphs[number % len(graphs)]
        text, copied = graph.write(size, number)
        texts.append(text)
        functions += copied
        size += len(graph.nodes)
        number += 1
    texts += module_nodes(size, functions)
    sys.stdout.write('{"root_index": %d,"nodes": [' % (size + 4) + ",".join(texts))
    sys.stdout.write('],"metadata": {"tvm_version": "0.23.0"}}')


main()
