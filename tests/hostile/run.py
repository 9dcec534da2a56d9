#!/usr/bin/env python3
"""Passes hostile text through every channel: no output may control a terminal.

usage: run.py TUNIP PLUGINS

channels.tsv lists the channels. Each gets names, strings, keys, paths and file names made of the
characters below, and every output is checked code point by code point.
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = pack.data() / "golden"

# In JSON a lone surrogate stands for a byte that is not UTF-8: see saved().
TEXTS = {
    "esc": "a\x1b]0;owned\x07\x1b[2J",
    "lines": "b\r\nmodule.json: fine\x0b\x0c",
    "c1": "c\x9b31m\x85",
    "bidi": "d\u202e\u202d\u2066\u2069\u200e\u200f\u061c",
    "nul": "e\0f",
    "bytes": "g\udcff\udc9b\udcc3",
    "hidden": "h\u2028\u2029\u200b\ufeff\xad\u200d\U000e0041",
    "del": "i\x7f",
    "mark": "\u0301j",
    "markup": "k</style></script><!--\"'><img src=x onerror=alert(1)>&lt;",
}
ELEMENT = re.compile(r"<img|<!--")  # in a page
NAMES = "tir_blk.alloc"  # a pair that differs only in names
LAYOUT = "\n\t"

problems = []


def is_hidden(character):
    return character not in LAYOUT and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")


def has_controls(text):
    """A saved graph with such a character in the key of a type is refused."""
    return any(c < " " or c == "\x7f" for c in text)


def check(where, data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        problems.append(f"{where}: {error}")
        return
    found = sorted({f"U+{ord(c):04X}" for c in text if is_hidden(c)})
    if found:
        problems.append(f"{where}: {' '.join(found)}")
    if text.startswith("<!DOCTYPE html>") and ELEMENT.search(text):
        problems.append(f"{where}: markup")


# ---- inputs ----

def saved(graph):
    """JSON with bytes in place of lone surrogates, and without unnecessary escapes."""
    text = json.dumps(graph, ensure_ascii=False)
    return text.encode("utf-8", "surrogateescape")


def graph_of(nodes):
    return {"root_index": len(nodes),
            "nodes": [{"type": "None"}] + [{"type": kind, "data": data} for kind, data in nodes]}


def string(text):
    return "ffi.String", text


def roots(text, value):
    """Graphs in which `text` is a string, a key, a variable, a function, an unknown type and a
    field of it, beside a type of the plugin. Two graphs with other `value`s differ."""
    data = base64.b64encode(text.encode("utf-8", "surrogateescape")).decode("ascii")
    text = text.encode("utf-8", "ignore").decode("utf-8")  # readers refuse other strings
    yield "map", [string(text), ("int", value), ("ffi.Map", [1, 2])]
    yield "list", [string(text), ("int", value), ("ffi.Bytes", data), ("ffi.Array", [1, 2, 3])]
    yield "type", [string(text), ("my." + text, {text: 1}), ("int", value),
                   ("ffi.Array", [1, 2, 3])]
    tile = {"dtype": "int32", "value": 1, "rows": value, "span": 0}
    yield "tile", [string(text), ("acme.Tile", tile), ("ffi.Array", [1, 2])]
    for name, old in (("script.two_prims", "main"), (NAMES, "A")):
        module = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
        for node in module["nodes"]:
            if node["type"] == "ffi.String" and node["data"] == old:
                node["data"] = text + str(value)
        yield name, module


def as_graph(made):
    return made if isinstance(made, dict) else graph_of(made)


class Inputs:
    def __init__(self, folder, plugins):
        self.folder = folder
        self.plugin = pathlib.Path(plugins) / "hostile.so"

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def files(self, text):
        """The words of channels.tsv for each graph with `text`."""
        for (kind, left), (_, right) in zip(roots(text, 1), roots(text, 2)):
            yield kind, self.words(text, saved(as_graph(left)), saved(as_graph(right)))

    def words(self, text, left, right):
        argument = text.replace("\0", "")
        findings = [{"message": text, "code": text, "path": "<root>", "notes": [text],
                     "labels": [{"path": "<root>", "message": text}]}]
        return {
            "FILE": self.write("left.json", left), "LEFT": self.write("left.json", left),
            "RIGHT": self.write("right.json", right),
            "EVIL": self.write(argument.replace("/", "") + ".json", left),
            "FINDINGS": self.write("findings.json", saved(findings).replace(b"\\u0000", b"")),
            "CONFIG": self.write("config.json", saved({argument: argument})),
            "BROKEN": self.write("broken.json", saved({text: [text]})),
            "PLUGINS": str(self.plugin.parent), "PLUGIN": str(self.plugin),
            "OUT": str(self.folder / "out"), "TEXT": argument,
        }


# ---- channels ----

def channels():
    for line in (HERE / "channels.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, status, arguments = line.split("\t")
            yield name, {int(s) for s in status.split("|")}, arguments.split()


def filled(argument, words):
    for word, value in words.items():
        argument = argument.replace(word, value)
    return argument


def run(tunip, where, statuses, arguments, words):
    out = pathlib.Path(words["OUT"])
    out.unlink(missing_ok=True)
    argv = [tunip] + [filled(argument, words) for argument in arguments]
    done = subprocess.run([a.encode("utf-8", "surrogateescape") for a in argv],
                          capture_output=True, check=False)
    if done.returncode not in statuses:
        problems.append(f"{where}: exit {done.returncode}: {done.stderr[:200]}")
    check(f"{where}: stdout", done.stdout)
    check(f"{where}: stderr", done.stderr)
    if out.exists():
        check(f"{where}: file", out.read_bytes())
    return len(done.stdout) + len(done.stderr)


def main():
    tunip, plugins = sys.argv[1:]
    runs = 0
    silent = {name for name, _, _ in channels()}
    with tempfile.TemporaryDirectory() as folder:
        inputs = Inputs(pathlib.Path(folder), plugins)
        for title, text in TEXTS.items():
            for number, (kind, words) in enumerate(inputs.files(text)):
                for name, statuses, arguments in channels():
                    if number and not {"FILE", "LEFT"} & set(arguments):
                        continue
                    runs += 1
                    others = {0} if kind == NAMES else set()
                    others |= {2} if kind == "type" and has_controls(text) else set()
                    if run(tunip, f"{name} {title} {kind}", statuses | others, arguments, words):
                        silent.discard(name)
    problems.extend(f"{name}: writes nothing at all" for name in silent)
    print(*problems, f"hostile: {runs} runs, {len(problems)} problems", sep="\n")
    return 1 if problems or not runs else 0


sys.exit(main())
