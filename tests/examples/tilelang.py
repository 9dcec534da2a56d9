#!/usr/bin/env python3
"""The dialect of TileLang: its texts print again the same, each operator reads back under its own
name, each object type is registered, and the generated tables are up to date.

usage: tilelang.py TUNIP PLUGIN
"""

import json
import pathlib
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/tilelang-dialect"
problems = []


def run(*args, text=None):
    return subprocess.run(args, input=text, capture_output=True, text=True, check=False)


def rows(name):
    lines = (EXAMPLE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def same(what, text, out):
    if out != text:
        problems.append(f"{what}: printed otherwise:\n{out}")


def check_texts(tunip, plugin):
    texts = sorted(EXAMPLE.glob("texts/*.tir"))
    for path in texts:
        done = run(tunip, "print", "--load", plugin, path)
        if done.returncode:
            problems.append(f"{path.name}: {done.stderr}")
        same(path.name, path.read_text(encoding="utf-8").rstrip("\n"), done.stdout.rstrip("\n"))
    return len(texts)


def call_of(word, params, dtype):
    """A call with as many arguments as the row asks for."""
    names = [name for name in params.split() if not name.endswith("=") and name[0] != "*"]
    args = ["x" for _ in names] or ["x", "x"]
    if dtype.startswith("named"):
        args[int(dtype.split()[1])] = '"int8"'
    return f"T.{word}({', '.join(args)})"


def operators_of(graph):
    """The names of the operators in a saved graph."""
    nodes = json.loads(graph)["nodes"]
    names = set()
    for node in nodes:
        if node.get("type") == "ir.Op":
            data = node["data"]
            names.add(data if isinstance(data, str) else data["name"])
    return names


def check_operators(tunip, plugin):
    table = rows("operators.tsv")
    calls = "".join(f"    {call_of(*row[1:])}\n" for row in table)
    script = f"# from tvm.script import tir as T\n\n@T.prim_func\ndef main(x: T.int32):\n{calls}"
    printed = run(tunip, "print", "--load", plugin, "-", text=script)
    same("operators", script.rstrip("\n"), printed.stdout.rstrip("\n"))
    saved = run(tunip, "save", "--load", plugin, "-", text=script)
    for name in sorted({row[0] for row in table} - operators_of(saved.stdout)):
        problems.append(f"{name}: a call of another operator is read")
    return len(table)


def check_types(tunip, plugin):
    listed = run(tunip, "dialects", "--types", "--load", plugin).stdout.splitlines()
    known = {line.split("\t")[0]: line.split("\t") for line in listed}
    table = rows("types.tsv")
    for key, base, _, *fields in table:
        wanted = [field.split(":")[0] for field in (fields[0].split() if fields else [])]
        found = known.get(key)
        if not found or found[1] != base.strip("-") or found[3].split() != wanted:
            problems.append(f"{key}: registered as {found}")
    return len(table)


LAYOUT = """@T.prim_func
def main(A: T.Buffer((8,), "float16")):
    T.func_attr({"layout": [T.int32(8)]})
    T.evaluate(0)
"""


def with_layout(tunip):
    """A saved function whose attribute is a tl.Layout, made of the list in LAYOUT."""
    graph = json.loads(run(tunip, "save", "-", text=LAYOUT).stdout)
    nodes = graph["nodes"]
    pairs = next(node["data"] for node in nodes
                 if node["type"] == "ffi.Map" and node.get("data")
                 and nodes[node["data"][0]].get("data") == "layout")
    sizes = pairs[1]
    pairs[1] = len(nodes)
    nodes.append({"type": "tl.Layout", "data": {"input_size": sizes, "forward_index": sizes}})
    return json.dumps(graph)


def check_layout(tunip, plugin):
    """An object is an item of the metadata section, and comes back from there."""
    with tempfile.TemporaryDirectory() as folder:
        saved, printed = pathlib.Path(folder) / "saved.json", pathlib.Path(folder) / "printed.py"
        saved.write_text(with_layout(tunip), encoding="utf-8")
        printed.write_text(run(tunip, "print", "--show-meta", "--load", plugin, saved).stdout,
                           encoding="utf-8")
        if '{"layout": metadata["tl.Layout"][0]}' not in printed.read_text(encoding="utf-8"):
            problems.append("a tl.Layout is no item of the metadata section")
        if run(tunip, "equal", "--load", plugin, printed, saved).returncode:
            problems.append("a tl.Layout does not come back from the metadata section")


ANNOTATED = """# from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    T.copy(T.region(A[0], 1, 16), T.region(B[0], 2, 16))
    T.copy(T.region(A[0], 1, 4), T.region(B[0], 2, 4), eviction_policy=1)
    T.exp(T.float32(1.0))
"""


def calls_of(graph):
    """The entries of the annotations of each saved call; None for a call without the field."""
    nodes = graph["nodes"]
    fields = [node["data"].get("annotations") for node in nodes if node["type"] == "tirx.Call"]
    return [at if at is None else nodes[at]["data"] for at in fields]


def check_saved(tunip, plugin):
    """Calls keep their annotations in saved graphs, and a graph without this field is read, too."""
    with tempfile.TemporaryDirectory() as folder:
        path, later = pathlib.Path(folder) / "calls.json", pathlib.Path(folder) / "v25.json"
        saved = run(tunip, "save", "--load", plugin, "-", text=ANNOTATED).stdout
        graph = json.loads(saved)
        path.write_text(saved, encoding="utf-8")
        if sorted(len(pairs) for pairs in calls_of(graph)) != [0] * 6 + [2]:
            problems.append(f"saved annotations: {calls_of(graph)}")
        same("a saved graph", ANNOTATED.rstrip("\n"),
             run(tunip, "print", "--load", plugin, path).stdout.rstrip("\n"))
        same("a saved graph", saved, run(tunip, "save", "--load", plugin, path).stdout)
        nodes = graph["nodes"]  # the same with the children of the calls after them
        for node in nodes:
            if node["type"] == "tirx.Call":
                nodes.append(nodes[node["data"]["annotations"]])
                node["data"]["annotations"] = len(nodes) - 1
        if run(tunip, "equal", "--load", plugin, path, "-", text=json.dumps(graph)).returncode:
            problems.append("annotations that come after their call are read otherwise")
        for node in nodes:
            if node["type"] == "tirx.Call":
                del node["data"]["annotations"]
        plain = json.dumps(graph)
        same("a graph of TVM", ANNOTATED.replace(", eviction_policy=1", "").rstrip("\n"),
             run(tunip, "print", "--load", plugin, "-", text=plain).stdout.rstrip("\n"))
        done = run(tunip, "print", path)
        if "expected a field of tirx.Call" not in done.stderr:
            problems.append(f"without the plugin: {done.stderr}")
        later.write_text(run(tunip, "save", "--load", plugin, "--vintage", "0.25", path).stdout,
                         encoding="utf-8")
        for version in ("0.23", "0.24"):
            old = run(tunip, "save", "--load", plugin, "--vintage", version, later).stdout
            back = run(tunip, "save", "--load", plugin, "--vintage", "0.25", "-", text=old).stdout
            if run(tunip, "equal", "--load", plugin, later, "-", text=back).returncode:
                problems.append(f"annotations are lost on the way to v{version} and back")
    listed = run(tunip, "dialects", "--load", plugin).stdout
    if "annotations of tirx.Call (v0.24), annotations of tirx.Call (v0.25)\n" not in listed:
        problems.append("the added fields are not listed")


def main():
    tunip, plugin = sys.argv[1:3]
    check_layout(tunip, plugin)
    check_saved(tunip, plugin)
    texts = check_texts(tunip, plugin)
    operators = check_operators(tunip, plugin)
    types = check_types(tunip, plugin)
    if run(sys.executable, EXAMPLE / "make_rows.py", "--check").returncode:
        problems.append("rows.h is not up to date: run make_rows.py")
    for problem in problems:
        print(problem)
    print(f"tilelang: {texts} texts, {operators} operators, {types} types, "
          f"{len(problems)} problems")
    return bool(problems)


sys.exit(main())
