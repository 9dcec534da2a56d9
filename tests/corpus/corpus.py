"""corpus.py -- the objects that the scripts of this folder run on.

Our own objects are in tests/. A much larger corpus may be beside the repository, in
../shared/corpus. If it exists and TUNIP_TEST_ALL is 1, as `./dev test --all` sets it, a script runs
on both; otherwise the script prints a line "skipped: ..." about the part that it did not do.
`./dev test` repeats these lines at its end.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

TESTS = pathlib.Path(__file__).resolve().parent.parent
DATA = pack.data()
SHARED = TESTS.parent.parent / "shared"
LARGE = SHARED / "corpus"
MAPPED = ", free variables mapped"
# Folders of pairs NAME.lhs.json and NAME.rhs.json.
PAIRS = ("diff", "apply", "distinct", "equal")
ALL = os.environ.get("TUNIP_TEST_ALL", "0") != "0"


def has_large(work):
    """Whether to run on the large corpus. If not, prints that `work` is skipped."""
    if LARGE.is_dir() and ALL:
        return True
    why = "for ./dev test --all" if LARGE.is_dir() else "no ../shared/corpus"
    print(f"skipped: {work} ({why})", flush=True)
    return False


def sample(cases, count, work):
    """`count` of the cases, spread evenly and always the same; all of them with TUNIP_TEST_ALL=1.
    Prints how many of `work`, such as "scripts of the large corpus", are skipped.
    """
    cases = list(cases)
    left = len(cases) - count
    if ALL or left <= 0:
        return cases
    print(f"skipped: {left} of {len(cases)} {work} (for ./dev test --all)", flush=True)
    return [cases[i * len(cases) // count] for i in range(count)]


def own_objects():
    """The saved objects of golden/."""
    return [path for path in sorted((DATA / "golden").glob("*.json")) if "@" not in path.name]


def large_objects():
    """The saved objects of the large corpus, pairs included."""
    return sorted(LARGE.glob("*/*/*.json"))


def newer_objects():
    """The saved objects of TVM v0.26."""
    return sorted((SHARED / "data/tvm-0.26").glob("*/*.json"))


def own_pairs(*folders):
    """(lhs, rhs) of our own pairs, of all folders or of some."""
    for folder in folders or PAIRS:
        for lhs in sorted((DATA / folder).glob("*.lhs.json")):
            yield lhs, lhs.with_name(lhs.name.replace(".lhs.", ".rhs."))


def verdicts():
    """The pairs of equal/ with TVM's verdict: lhs, rhs, and a row as in the large corpus. The first
    line of PAIR.verdict says `equal` or `unequal`, and whether TVM mapped free variables. TVM's
    message follows."""
    for path in sorted((DATA / "equal").glob("*.verdict")):
        head, _, message = path.read_bytes().decode().partition("\n")
        yield *(path.with_suffix(f".{side}.json") for side in ("lhs", "rhs")), {
            "id": path.stem, "equal": head.split(",")[0] == "equal",
            "map_free_vars": head.endswith(MAPPED), "message": message.removesuffix("\n")}


def large_verdicts():
    """The same for the pairs of the large corpus."""
    for listing in sorted(LARGE.glob("*/equal.jsonl")):
        files = {path.stem: path for path in listing.parent.rglob("*.json")}
        for line in listing.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield files[row["lhs"]], files[row["rhs"]], row


def hand_on(command, lines):
    """Runs a program with the lines as its standard input; returns its exit status."""
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(command, input=text, text=True, check=False).returncode
