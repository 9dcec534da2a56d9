#!/usr/bin/env python3
"""Checks `tunip blame` and `tunip trace`: against lines of real dumps that were checked by hand
(blame.tsv), and against pipelines whose edits are known (pipelines.py). All programs that count or
show the lines of a step must agree (counts.py), and all show that loops changed places. Patches
apply.

usage: run.py TUNIP [--pipelines N]
"""

import json
import lzma
import pathlib
import shutil
import subprocess
import sys
import tempfile

import counts
import mlir_passes
import pipelines

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))
import corpus  # noqa: E402

THREADS = corpus.DATA / "cli/data/threads"
PIPELINES = 60
PERMUTATIONS = 40
PATCHES = 150


def run(*arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def blame(tunip, history, *arguments):
    return run(tunip, "blame", *arguments, "--history", history, "--format", "json")["lines"]


# ---- real dumps ----

def unpacked(history, folder):
    """The command may have been built without liblzma."""
    if history.suffix != ".xz":
        return history
    plain = pathlib.Path(folder) / history.stem
    plain.write_bytes(lzma.decompress(history.read_bytes()))
    return plain


def check_table(tunip):
    """Each row: the history, a step in it, a line, the step that changed it last, its text."""
    failures, rows, cache = 0, 0, {}
    for row in (HERE / "blame.tsv").read_text().splitlines()[1:]:
        history, at, line, step, name, text = row.split("\t")
        key = (history, at)
        if key not in cache:
            with tempfile.TemporaryDirectory() as folder:
                cache[key] = blame(tunip, unpacked(HERE / "data" / history, folder), at)
        found = cache[key][int(line) - 1]
        rows += 1
        if (found["step"], found["name"], found["text"].strip()) != (int(step), name, text):
            failures += 1
            print(f"{history} {at}:{line}: expected {step} {name}: {text}\n"
                  f"    got {found['step']} {found['name']}: {found['text'].strip()}")
    print(f"table: {rows - failures} of {rows} lines")
    return failures == 0 and rows >= 50


# ---- generated pipelines ----

def by_function(lines):
    """The lines of each function, without the one that defines it."""
    functions, name = {}, None
    for line in lines:
        text = line["text"]
        if text.startswith("    def "):
            name = text.split("(")[0].split()[-1]
            functions[name] = []
        elif text.startswith("    @"):
            name = None
        elif name and text.strip():
            functions[name].append((text, line["step"]))
    return functions


def write_steps(steps, folder):
    for step, functions in enumerate(steps):
        (folder / f"{step:03}_p.py").write_text(pipelines.script_of(functions))
    return functions


def check_pipeline(tunip, seed, folder):
    """Returns the number of lines and how many of them were blamed on the right step."""
    functions = write_steps(pipelines.Pipeline(seed).steps(), folder)
    found = by_function(blame(tunip, folder))
    total = right = 0
    for name, body in functions.items():
        expected = list(pipelines.lines_of(body))
        if [text for text, _ in found[name]] != [text for text, _ in expected]:
            sys.exit(f"pipeline {seed}: {name} is printed in another way")
        for (text, step), (_, wanted) in zip(found[name], expected):
            total += 1
            right += step in wanted
            if step not in wanted:
                print(f"pipeline {seed}: {name}: {text}: expected {sorted(wanted)}, got {step}")
    return total, right


def check_pipelines(tunip, count):
    total = right = 0
    for seed in range(count):
        with tempfile.TemporaryDirectory() as folder:
            lines, fine = check_pipeline(tunip, seed, pathlib.Path(folder))
        total += lines
        right += fine
    print(f"pipelines: {right} of {total} lines in {count} pipelines")
    return right == total


# ---- permutations, patches ----

def shows_permutation(tunip, seed, folder):
    """Whether each program shows that the loops of a line changed places."""
    functions, permuted = pipelines.permutation(seed)
    write_steps((functions, permuted), folder)
    before, after = sorted(folder.iterdir())
    texts = [step.read_text().splitlines() for step in (before, after)]
    line = next(i for i, pair in enumerate(zip(*texts)) if pair[0] != pair[1])
    diff = counts.output_of(tunip, "diff", before, after).splitlines()
    page = counts.steps_of_page(counts.output_of(tunip, "explorer", folder))[1]
    return {
        "diff": "-" + texts[0][line] in diff and "+" + texts[1][line] in diff,
        "history": run(tunip, "history", folder, "--format", "json")["steps"][1]["lines"][
            "changed"] > 0,
        "blame": [at["step"] for at in blame(tunip, folder) if at["text"] == texts[1][line]] == [1],
        "explorer": page["counts"]["changed"] > 0}


def check_permutations(tunip):
    failures = 0
    for seed in range(PERMUTATIONS):
        with tempfile.TemporaryDirectory() as folder:
            shown = shows_permutation(tunip, seed, pathlib.Path(folder))
        if not all(shown.values()):
            failures += 1
            print(f"permutation {seed}: {shown}")
    print(f"permutations: {PERMUTATIONS - failures} of {PERMUTATIONS} are shown")
    return not failures


def patched(text, patch, folder):
    (folder / "text").write_text(text)
    subprocess.run(["patch", "-s", folder / "text"], input=patch, text=True, check=False)
    return (folder / "text").read_text()


def check_patches(tunip):
    """A patch turns the text of one step into that of the next one. Equal modules need none."""
    done = fine = 0
    for seed in range(PATCHES):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            write_steps(pipelines.Pipeline(seed).steps(), folder)
            steps = sorted(folder.iterdir())
            pairs = list(zip(steps, steps[1:]))
            for pair in pairs[seed % len(pairs):] + pairs:
                patch = counts.output_of(tunip, "diff", "--format", "patch", *pair)
                if patch:
                    break
            before, after = (counts.output_of(tunip, "print", step) for step in pair)
            done += 1
            if patched(before, patch, folder) == after:
                fine += 1
            else:
                print(f"patch {seed}: from {pair[0].name} to {pair[1].name} does not apply")
    print(f"patches: {fine} of {done} apply")
    return fine == done


# ---- traces ----

QUIET = ("unchanged", "renamed", "indentation changed")


def check_traces(tunip):
    """A trace leads from each line to the step that blame names."""
    history = HERE / "data" / "schedule-gemm"
    lines, failures = blame(tunip, history), 0
    last = max(history.iterdir())
    for line in lines:
        place = f"{last}:{line['line']}"
        steps = run(tunip, "trace", place, "--history", history, "--format", "json")["steps"]
        made = [s["step"] for s in steps for at in s["lines"] if at["what"] not in QUIET]
        if line["step"] not in made:
            failures += 1
            print(f"trace {place}: {made}, blame says {line['step']}")
    print(f"traces: {len(lines) - failures} of {len(lines)} agree with blame")
    return not failures


def unpacked_archives(folder):
    """The histories in the archives that lie beside the repository: saved graphs and texts."""
    archives = sorted((corpus.SHARED / "data/passes").glob("*.tar.xz"))
    if not archives:
        print("skipped: counts of the pipelines in ../shared (no ../shared/data/passes)")
    for archive in archives:
        shutil.unpack_archive(archive, folder)
        top = pathlib.Path(folder) / archive.name.split(".")[0]
        yield from [top / name for name in ("dump", "json") if (top / name).is_dir()] or [top]


def unpacked_marked(folder):
    """The programs of marked.py."""
    for archive in sorted((HERE / "marked").glob("*.tar.xz")):
        top = pathlib.Path(folder) / "marked" / archive.name.split(".")[0]
        shutil.unpack_archive(archive, top)
        yield from sorted(top.iterdir())


FUNCTION = """  func.func @%s(%%arg0: memref<64xf32>, %%arg1: index) attributes {
    tag = {a = 1, b = 2}
  } {
    %%0 = arith.constant %s : f32
    affine.for %%i = 0 to 64 {
      memref.store %%0, %%arg0[%%i] : memref<64xf32>
    }
    return
  }
"""

MODULES = {"|": "module @inner {\n", ":": "gpu.module @inner {\n"}

# The functions of each step, with a number: some change, go, come back, or change places, also into
# a module for a device. The explorer makes the lines of a function once for all steps that have it
# at the same place.
SHARING = ("f1.0 g2.0 h3.0", "f9.0 g2.0 h3.0", "g2.0 h3.0", "h3.0 g2.0", "f1.0 g2.0 h3.0",
           "f1.0 | g2.0 h3.0", "f1.0 | g2.0 h4.0", "f1.0 | | g2.0 h4.0", "| f1.0 g2.0 h4.0",
           "f1.0 : g2.0 h4.0")


def write_sharing(folder):
    """A folder of MLIR whose steps share functions."""
    folder.mkdir()
    for number, names in enumerate(SHARING):
        words = [MODULES.get(word) or FUNCTION % (word[0], word[1:]) for word in names.split()]
        text = "module {\n" + "".join(words) + "}\n" * (1 + names.count("|") + names.count(":"))
        (folder / f"{number}_step.mlir").write_text(text, encoding="utf-8")
    return folder


def check_counts(tunip):
    with tempfile.TemporaryDirectory() as folder:
        histories = [unpacked(path, folder) for path in sorted((HERE / "data").iterdir())]
        histories.append(write_sharing(pathlib.Path(folder) / "sharing"))
        histories += [*sorted(THREADS.iterdir()), *unpacked_archives(folder)]
        histories += corpus.sample(unpacked_marked(folder), 8, "counts of marked programs")
        fine = counts.check_all(tunip, histories)
    print(f"counts: {'agree' if fine else 'differ'} in {len(histories)} histories")
    return fine


def mlir_logs(folder):
    """The logs of MLIR: those of cli/data, and those beside the repository."""
    archive = corpus.SHARED / "data/mlir/logs/logs.tar.xz"
    yield from sorted((corpus.DATA / "cli/data").glob("mlir_*.log"))
    if archive.exists():
        shutil.unpack_archive(archive, folder)
        yield from sorted(log for log in pathlib.Path(folder).glob("*.log") if log.stat().st_size)
    else:
        print("skipped: counts of logs in ../shared (no ../shared/data/mlir/logs)")


def made_logs(folder):
    """Logs of own pipelines: of functions, and of modules with locations."""
    for number, (name, command) in enumerate(mlir_passes.pipelines(corpus.SHARED)):
        log = pathlib.Path(folder) / f"{name}.log"
        options = ("--mlir-print-ir-module-scope", "--mlir-print-debuginfo") * (number % 2)
        if mlir_passes.write_log(log, command, *options):
            yield log


def check_mlir_counts(tunip):
    with tempfile.TemporaryDirectory() as folder:
        logs = [*mlir_logs(folder), *made_logs(folder)]
        fine = counts.check_all(tunip, logs, compares_files=False)
    print(f"counts of MLIR: {'agree' if fine else 'differ'} in {len(logs)} logs")
    return fine and len(logs) > 4


def main():
    tunip, more = sys.argv[1], "--pipelines" in sys.argv
    count = int(sys.argv[sys.argv.index("--pipelines") + 1]) if more else PIPELINES
    checks = [check_table(tunip), check_pipelines(tunip, count), check_permutations(tunip),
              check_traces(tunip), check_counts(tunip), check_mlir_counts(tunip)]
    if shutil.which("patch"):
        checks.append(check_patches(tunip))
    else:
        print("skipped: patches (no patch)")
    sys.exit(0 if all(checks) else 1)


if __name__ == "__main__":
    main()
