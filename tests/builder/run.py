#!/usr/bin/env python3
"""Programs of the builder backend: golden ones, and what must hold of all.

usage: run.py TUNIP [--accept]

The part `program` of a case here is what `--backend builder` writes for the object of the same
name in ../golden; --accept writes them anew. The `oracle` test runs the programs of all golden
objects in TVM.

Of every saved object of ../golden and of the large corpus, the program compiles and every call of
it is one that the IRBuilder has, with the right number and names of arguments; or it is refused,
with a message that says for which construct. corpus.tsv holds how many of each group are written:
fewer is a failure.
"""

import ast
import collections
import difflib
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))
import corpus  # noqa: E402
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

GOLDEN = pack.data() / "golden"
API = HERE.parent.parent / "src" / "backends" / "builder" / "names.def"
ROW = re.compile(r'X\("([^"]+)",((?:\s*"[^"]*")+)\)')
# A refusal names what it is that cannot be written, and the place.
REFUSAL = re.compile(
    r"\S.* (cannot be built|is not in the IRBuilder's API|of the IRBuilder's API does not take "
    r"these arguments)(, in function `[^`]+`)?( at <root>.*)?$")


def read_api():
    api = collections.defaultdict(list)
    for name, parts in ROW.findall(API.read_text()):
        words = "".join(re.findall(r'"([^"]*)"', parts)).split()
        api[name].append(words)
    return api


def accepts(words, places, keywords):
    """Whether the parameters take so many arguments by place, and those by keyword."""
    by_place, by_keyword, needed = [], set(), set()
    target_is_keyword = False
    for word in words:
        if word in ("*", "/"):
            target_is_keyword = True
            continue
        name = word.rstrip("=")
        by_keyword.add(name)
        if not target_is_keyword:
            by_place.append(name)
        if not word.endswith("=") and word != "**":
            needed.add(name)
    given = set(by_place[:places])
    if places > len(by_place) and "*" not in words:
        return False
    if given & keywords or (keywords - by_keyword and "**" not in words):
        return False
    return needed <= given | keywords


def dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, ".".join(reversed(parts))) if isinstance(node, ast.Name) else (None, "")


def check_calls(tree, api):
    """The complaints about calls of names that were imported from the builder."""
    spaces = {alias.asname for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
              for alias in node.names if alias.asname}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        space, name = dotted(call.func)
        if space not in spaces:
            continue
        keywords = {keyword.arg for keyword in call.keywords}
        if not any(accepts(words, len(call.args), keywords) for words in api.get(name, [])):
            yield f"line {call.lineno}: {space}.{name} is not called so"


def write(tunip, path):
    return subprocess.run([tunip, "print", "--backend=builder", str(path)], capture_output=True)


def check(tunip, path, api):
    """Whether there is a program, and the complaints."""
    run = write(tunip, path)
    if run.returncode:
        message = run.stderr.decode(errors="replace").strip()
        bad = run.stdout or not REFUSAL.search(message)
        return False, [f"refused with {message!r}"] if bad else []
    try:
        tree = ast.parse(run.stdout)
        compile(tree, str(path), "exec")
    except (SyntaxError, ValueError) as error:
        return True, [f"not Python: {error}"]
    return True, list(check_calls(tree, api))


def check_all(tunip, paths, api):
    """How many of each folder are written, and the number of complaints."""
    counts, complaints = collections.Counter(), 0
    with ThreadPoolExecutor() as pool:
        for path, (written, bad) in zip(paths, pool.map(lambda p: check(tunip, p, api), paths)):
            counts[f"{path.parent.parent.name}/{path.parent.name}"] += written
            complaints += len(bad)
            for line in bad:
                print(f"{path.name}: {line}")
    return counts, complaints


def check_golden(tunip, accept):
    failed = 0
    for expected in sorted((pack.data() / "builder").glob("*.program")):
        run = write(tunip, GOLDEN / (expected.stem + ".json"))
        if accept:
            expected.write_bytes(run.stdout)
        want = expected.read_bytes()
        if run.stdout == want and not run.returncode:
            continue
        failed += 1
        print(f"--- {expected.name}: {run.stderr.decode(errors='replace')}",
              pack.repeat("golden", [tunip, "print", "--backend=builder", f"{expected.stem}.json"]),
              sep="\n")
        lines = (text.decode(errors="replace").splitlines() for text in (want, run.stdout))
        print(*difflib.unified_diff(*lines, "expected", "written", lineterm=""), sep="\n")
    if accept:
        pack.accept("builder")
    return failed


def compare_counts(counts, accept):
    table = HERE / "corpus.tsv"
    if accept:
        table.write_text("".join(f"{group}\t{n}\n" for group, n in sorted(counts.items())))
    fewer = 0
    for line in table.read_text().splitlines():
        group, _, before = line.partition("\t")
        if counts.get(group, 0) < int(before):
            print(f"{group}: {counts.get(group, 0)} programs, {before} before")
            fewer += 1
    return fewer


def main():
    tunip, accept = str(pathlib.Path(sys.argv[1]).resolve()), "--accept" in sys.argv[2:]
    api = read_api()
    failed = check_golden(tunip, accept)
    counts, complaints = check_all(tunip, sorted(GOLDEN.glob("*[!g].json")), api)
    print(f"builder: golden objects: {sum(counts.values())} programs, {complaints} complaints")
    failed += complaints
    if corpus.has_large("builder programs of the large corpus"):
        paths = [path for path in corpus.large_objects() if path.parent.name != "pairs"]
        counts, complaints = check_all(tunip, paths, api)
        print(f"builder: corpus: {sum(counts.values())} programs, {complaints} complaints")
        failed += complaints + compare_counts(counts, accept)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
