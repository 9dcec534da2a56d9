#!/usr/bin/env python3
"""Runs `tunip diff` and `tunip equal` with one thread and with more: the edits, their order, the
renames, the exit status and the messages are the same. The pairs are those of this folder, and
generated modules (../bench/multiply.py, and functions of Relay) with edits.

usage: threads.py TUNIP
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
MULTIPLY = HERE.parent / "bench" / "multiply.py"
THREADS = ("2", "4")
FORMS = (("diff", "--format", "json"), ("diff", "--strict-free-vars", "--format", "json"),
         ("diff", "--only-names"), ("equal",), ("equal", "--strict-free-vars"))


def run(tunip, form, threads, lhs, rhs):
    command, *options = form
    done = subprocess.run([tunip, command, *options, "--threads", threads, lhs, rhs],
                          capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def check(tunip, lhs, rhs):
    """Returns the problems of one pair."""
    problems = []
    for form in FORMS:
        alone = run(tunip, form, "1", lhs, rhs)
        if alone[0] not in (0, 1):
            problems.append(f"{' '.join(form)}: exit {alone[0]}\n{alone[2].decode()}")
        problems += [f"{' '.join(form)}: {threads} threads give another result"
                     for threads in THREADS if run(tunip, form, threads, lhs, rhs) != alone]
    return "\n".join(problems)


def multiply(kind):
    """A module whose functions correspond by name: the module keeps their variables."""
    made = subprocess.run([sys.executable, MULTIPLY, kind, "100"], capture_output=True, check=True)
    graph = json.loads(made.stdout)
    nodes = graph["nodes"]
    module = nodes[graph["root_index"]]["data"]
    variables = nodes[module["functions"]]["data"][::2]
    module["global_var_map_"] = len(nodes)
    nodes.append({"type": "ffi.Map", "data": [index for var in variables
                                              for index in (nodes[var]["data"]["name_hint"], var)]})
    return json.dumps(graph)


def relay(count):
    """A module of Relay, whose functions have equal types."""
    lines = ['#[version = "0.0.5"]']
    tensor = "Tensor[(10, 10), float32]"
    for i in range(count):
        first = 4 * i
        lines += [f"def @f{i}(%x: {tensor}, %y: {tensor}) -> {tensor} {{",
                  f"  %{first} = add(%x, %y);", f"  %{first + 1} = multiply(%{first}, %y);",
                  f"  %{first + 2} = add(%{first + 1}, %{first});",
                  f"  subtract(%{first + 2}, %{first + 1})", "}"]
    return "\n".join(lines) + "\n"


def edit_nodes(text, changed, renamed, moved, seed):
    """Changes numbers, renames variables, and exchanges neighbours in arrays."""
    pick = random.Random(seed)
    graph = json.loads(text)
    nodes = graph["nodes"]
    numbers = [n["data"] for n in nodes if n["type"] == "ir.IntImm"]
    names = [nodes[n["data"]["name"]] for n in nodes
             if n["type"] == "tir.Var" and isinstance(n["data"].get("name"), int)]
    arrays = [n["data"] for n in nodes if n["type"] == "ffi.Array" and len(n.get("data", ())) > 2]
    for data in pick.sample(numbers, min(changed, len(numbers))):
        data["value"] += 1000
    for node in pick.sample(names, min(renamed, len(names))):
        node["data"] += "_other"
    for array in pick.sample(arrays, min(moved, len(arrays))):
        array[0], array[1] = array[1], array[0]
    return json.dumps(graph)


def edit_lines(text, count, seed):
    pick = random.Random(seed)
    lines = text.splitlines()
    places = [i for i, line in enumerate(lines) if "multiply(" in line]
    for i in pick.sample(places, count):
        lines[i] = lines[i].replace("multiply(", "divide(")
    return "\n".join(lines) + "\n"


def generate(folder):
    """Yields the names and both files of each pair."""
    edits = {"none": (0, 0, 0), "one": (1, 0, 0), "few": (5, 0, 0), "many": (200, 20, 20),
             "names": (0, 3, 0), "moves": (0, 0, 4), "mixed": (3, 3, 2)}
    for kind in ("mixed", "relax"):
        text = multiply(kind)
        lhs = folder / f"{kind}.json"
        lhs.write_text(text, encoding="utf-8")
        for seed, (name, counts) in enumerate(edits.items()):
            rhs = folder / f"{kind}.{name}.json"
            rhs.write_text(edit_nodes(text, *counts, seed), encoding="utf-8")
            yield f"{kind}, {name}", lhs, rhs
    text = relay(80)
    lhs = folder / "relay.relay"
    lhs.write_text(text, encoding="utf-8")
    for count in (0, 1, 3, 40):
        rhs = folder / f"relay.{count}.relay"
        rhs.write_text(edit_lines(text, count, count), encoding="utf-8")
        yield f"relay, {count}", lhs, rhs


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    pairs = [(path.name, path, path.with_name(path.name.replace(".lhs.", ".rhs.")))
             for path in sorted((pack.data() / "diff").glob("*.lhs.json"))]
    with tempfile.TemporaryDirectory() as folder:
        pairs += generate(pathlib.Path(folder))
        wrong = {name: text for name, lhs, rhs in pairs if (text := check(tunip, lhs, rhs))}
    for name, text in wrong.items():
        print(f"{name}: {text}")
    print(f"diff, threads: {len(pairs)} pairs, {len(wrong)} wrong")
    return bool(wrong)


sys.exit(main())
