#!/usr/bin/env python3
"""Compares `tunip inspect` with what TVM shows of its libraries.

usage: run.py TUNIP [DATA]

DATA has a folder for each library; its README describes the files. Each is inspected as a bare blob
and, if there is a C compiler, as a library. Without DATA, the libraries of fixtures.py are used.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import fixtures


def tunip(command, *arguments, status=0):
    words = [command, "inspect", *map(str, arguments)]
    run = subprocess.run(words, capture_output=True)
    if run.returncode != status:
        raise AssertionError(f"{arguments}: exit {run.returncode}: {run.stderr.decode()}")
    return run.stdout


def kind_of(module):
    return module.get("kind", module.get("type_key"))


def same_tree(ours, theirs, problems, where=()):
    """A module whose code is in the library has the loader _lib."""
    if ours["kind"] not in ("_lib", kind_of(theirs)):
        problems.append(f"tree {where}: {ours['kind']}, expected {kind_of(theirs)}")
    if "dso_exportable" in theirs and ours["dso_exportable"] != theirs["dso_exportable"]:
        problems.append(f"tree {where}: dso_exportable")
    if ours["kind"] != "_lib" and "source" in theirs and ours["source"] != theirs["source"]:
        problems.append(f"tree {where}: source of {ours['source']}, expected {theirs['source']}")
    imports = theirs["imports"] if isinstance(theirs["imports"], list) else []
    if len(imports) != len(ours["imports"]):
        problems.append(f"tree {where}: {len(ours['imports'])} imports, expected {len(imports)}")
    for number, pair in enumerate(zip(ours["imports"], imports)):
        same_tree(*pair, problems, where + (number,))


def source_of(report, kind, number):
    """The path of the source of a module, or None for code in the library."""
    path = f"{number}-{kind}"
    module = next((m for m in report["contents"] if m["path"] == path), None)
    if module is None:
        return None
    parts = [part["path"] for part in module["contents"]]
    return next((p for p in parts if p.rpartition("/")[2].startswith("source.")), None)


def tensors_of(params):
    """The order of parameters is that of a hash table, which differs between runs of TVM."""
    return {(t["path"].rpartition("/")[2], t["note"], t["sha256"]) for t in params["contents"]}


def check(command, path, folder):
    problems = []
    report = json.loads(tunip(command, "--format", "json", path))
    if (folder / "tree.json").exists():
        theirs = json.loads((folder / "tree.json").read_text())
        same_tree(report["tree"], theirs.get("tree", theirs), problems)
    expected = {name: name for name in ("bytecode.txt", "bytecode.py", "stats.txt", "graph.json")}
    for file in folder.glob("source-*.txt"):
        number, kind = file.stem.split("-", 2)[1:]
        expected[file.name] = source_of(report, kind, number)
    for name, part in expected.items():
        if part and (folder / name).exists():
            shown = tunip(command, "--raw", "--show", part, path)
            if shown != (folder / name).read_bytes():
                problems.append(f"{name} differs")
    if (folder / "params.bin").exists():
        theirs = json.loads(tunip(command, "--format", "json", folder / "params.bin"))
        inside = [part for module in report["contents"] for part in module["contents"]
                  if part["kind"] == "params"]
        if tensors_of(theirs) != tensors_of(inside[0]):
            problems.append("parameters differ")
    if report["symbols"] and (folder / "symbols.txt").exists():
        listed = {tuple(line.split()[:2]) for line in
                  (folder / "symbols.txt").read_text().splitlines()}
        if listed != {(s["name"], s["kind"]) for s in report["symbols"]}:
            problems.append("symbols differ")
    return problems


def check_map(command, path, *how):
    """Spans lie within each other and within the text; a part shows the bytes of the file."""
    text = tunip(command, path, *how)
    found = json.loads(tunip(command, path, *how, "--source-map", "-"))
    content, docs, problems = path.read_bytes(), found["docs"], []
    if found["bytes"] != len(text) or not docs:
        problems.append("bytes")
    for at, doc in enumerate(docs):
        inner = docs[at + 1:at + 1 + doc["inside"]]
        if any(d["begin"] < doc["begin"] or d["end"] > doc["end"] for d in inner):
            problems.append(f"{doc} does not hold what is in it")
        if doc["line"] != text.count(b"\n", 0, doc["begin"]) + 1:
            problems.append(f"{doc}: line")
        shown, saved = text[doc["begin"]:doc["end"]], None
        if "file_begin" in doc:
            saved = content[doc["file_begin"]:doc["file_end"]]
        if doc["kind"] == "part" and "--raw" in how and shown != saved:
            problems.append(f"{doc}: other bytes")
        name = re.match(rb"@(\S+?):?\s", shown) if doc["kind"] == "function" else None
        if name and name[1] not in saved:
            problems.append(f"{doc}: another function")
    return [f"source map {how}: {problem}" for problem in problems[:3]]


def check_maps(command, path):
    problems = check_map(command, path)
    if tunip(command, path, "--functions"):
        problems += check_map(command, path, "--functions")
    report = json.loads(tunip(command, path, "--format", "json"))
    for module in report["contents"]:
        for part in module["contents"]:
            if part["role"] == "view" or part["kind"] == "source":
                problems += check_map(command, path, "--raw", "--show", part["path"])
    return problems


def check_round_trip(command, path, work):
    """The artifacts of a file, of its extracted folder, and of what is packed from that."""
    place = pathlib.Path(tempfile.mkdtemp(dir=work))
    steps = [(path, "--pack", "direct.tar"), (path, "--extract", "folder"),
             ("folder", "--pack", "again.tar"), ("again.tar", "--pack", "one.set"),
             ("one.set", "--pack", "last.tar")]
    for source, option, made in steps:
        tunip(command, place / source, option, place / made)
    archives = {(place / name).read_bytes() for name in ("direct.tar", "again.tar", "last.tar")}
    return [] if len(archives) == 1 else ["the artifacts change when they are saved and read"]


RECTANGLE = re.compile(
    r'<a class="\w+" href="#(p\d+)" aria-label="[^"]*: (\d+) bytes"><title>[^<]*</title>'
    r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>')
GAP, LARGE = 1, 20  # between rectangles; from this size on, gaps hardly change an area


def is_within(inner, outer):
    return (inner != outer and inner[2] >= outer[2] and inner[3] >= outer[3]
            and inner[2] + inner[4] <= outer[2] + outer[4]
            and inner[3] + inner[5] <= outer[3] + outer[5])


def check_treemap(command, path):
    """The parts of a part are within its rectangle, do not overlap, and share it by their bytes."""
    problems = []
    page = tunip(command, "--format", "html", path).decode()
    found = [(link, int(size), *map(float, numbers))
             for link, size, *numbers in RECTANGLE.findall(page)]
    groups = {}
    if len(found) < 2:
        problems.append("the page has no sizes")
    for each in found:
        if f'id="{each[0]}"' not in page:
            problems.append(f"no part {each[0]}")
        around = [other for other in found if is_within(each, other)]
        groups.setdefault(min(around, key=lambda a: a[4] * a[5], default=None), []).append(each)
    for parts in groups.values():
        for i, (_, _, x, y, wide, tall) in enumerate(parts):
            problems += [f"{parts[i]} is over {other}" for other in parts[i + 1:]
                         if x < other[2] + other[4] - 0.2 and other[2] < x + wide - 0.2
                         and y < other[3] + other[5] - 0.2 and other[3] < y + tall - 0.2]
        ratios = [(wide + GAP) * (tall + GAP) / size for _, size, _, _, wide, tall in parts
                  if min(wide, tall) >= LARGE]
        if ratios and max(ratios) > 1.05 * min(ratios):
            problems.append(f"areas for a byte: {min(ratios):.4f} to {max(ratios):.4f}")
    return problems


SECTIONS = re.compile(r"\] (\.\S+)\s+(\S+)\s+\w{16} \w{6} (\w{6})")


def check_regions(command, work):
    """The bytes of a library that belong to no symbol have the names of their sections."""
    if not shutil.which("cc") or not shutil.which("readelf"):
        print("skipped: the sections of a library (no cc or readelf)")
        return True
    source, library = work / "regions.c", work / "regions.so"
    source.write_text("int numbers[4000] = {1};\nint f(int x) { return x * 3; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    listed = subprocess.run(["readelf", "-SW", library], capture_output=True, text=True,
                            check=True).stdout
    sections = {name: int(size, 16) for name, kind, size in SECTIONS.findall(listed)
                if kind != "NOBITS"}
    page = tunip(command, "--format", "html", library).decode()
    found = {name: int(size) for name, size
             in re.findall(r'aria-label="([^":]*): (\d+) bytes"', page)}
    symbols = {name: found.pop(name, 0) for name in ("numbers", "f")}
    fine = symbols["numbers"] == 16000 and found.get(".symtab") == sections[".symtab"] \
        and found.get(".strtab") == sections[".strtab"] and "section headers" in found \
        and found[".data"] == sections[".data"] - 16000 and "other bytes" not in found \
        and all(size <= sections.get(name, size) for name, size in found.items())
    if not fine:
        print(f"sections: {found}, {symbols}, expected {sections}")
    return fine


def check_memory(command, work):
    """Contents are mapped, and their pages are let go."""
    size, most = 256 << 20, 64 << 20
    head, tail = fixtures.big(size)
    path = work / "big.bin"
    with open(path, "wb") as file:
        file.write(head)
        file.seek(size, 1)
        file.write(tail)
    problems = []
    for arguments in (["--show", "p0"], ["--pack", work / "big.set"]):
        words = [command, "inspect", path, *arguments]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        if run.returncode != 0 or usage.ru_maxrss << 10 > most:
            problems.append(f"{arguments[0]}: exit {run.returncode}, {usage.ru_maxrss} KiB")
    print(*(f"memory: {problem}" for problem in problems), sep="\n", end="")
    return not problems


def check_order(command, work):
    """Statistics of many functions have the order of an unordered map."""
    path = work / "many.ro"
    path.write_bytes(fixtures.relay_many(fixtures.relay_names(30000)))
    lines = tunip(command, "--show", "stats.txt", path).splitlines()
    fine = hashlib.sha256(lines[2]).hexdigest() == fixtures.ORDER
    if not fine:
        print("order: of the functions in the statistics")
    return fine


def check_folder(command, folder, build, work):
    problems = check(command, folder / "blob.bin", folder)
    problems += check_round_trip(command, folder / "blob.bin", work)
    problems += check_maps(command, folder / "blob.bin")
    problems += check_treemap(command, folder / "blob.bin")
    if build and shutil.which("cc"):
        library = work / (folder.name + ".so")
        subprocess.run([build, folder, library], check=True)
        problems += [f"library: {problem}" for problem in check(command, library, folder)]
        problems += check_round_trip(command, library, work)
        problems += check_treemap(command, library)
    for problem in problems:
        print(f"{folder.name}: {problem}")
    return not problems


def main():
    command = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as place:
        work = pathlib.Path(place)
        fixtures.make_all(work / "fixtures")
        folders = sorted(path for path in (work / "fixtures").iterdir() if path.is_dir())
        results = [check_folder(command, folder, None, work) for folder in folders]
        results += [check_memory(command, work), check_order(command, work),
                    check_regions(command, work)]
        data = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
        if data and data.is_dir():
            folders = sorted(path.parent for path in data.glob("*/blob.bin"))
            results += [check_folder(command, folder, data / "build", work) for folder in folders]
        else:
            print("skipped: artifact (no libraries of TVM)")
    print(f"artifact: {sum(results)} of {len(results)}")
    return 0 if results and all(results) else 1


sys.exit(main())
