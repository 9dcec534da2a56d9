"""scripts.py -- runs in a Python with TVM v0.23.0: compares what tunip reads from scripts with TVM.

usage: scripts.py TUNIP [--jobs N] [--seconds N] [--part I/N] [--only CHECK] [FOLDER ...]

    saved     what `tunip save` makes of each printed text of golden/ loads in TVM; TVM says that it
              equals the object if tunip says so, with free variables mapped
    fold      of the scripts of script/ that have a .fold.expected, `tunip save --fold` makes what
              TVM's parser makes, and TVM prints this text
    refused   TVM's parser refuses the scripts of script/ that have an .err file
    lossless  TVM's parser makes the same object of the lossless print of golden/ wherever it makes
              it of TVM's own text. Objects that it makes only of the lossless one are gained

With folders, `saved` and `lossless` are done for the objects in them, and nothing else: for each
NAME.json that has a NAME.py. A text that lacks its metadata is printed again with it.

Each case has a process of its own, because TVM needs more time and memory than there is for some.
Such a case counts as unfinished, which is no failure: of a thousand, a few.
known.tsv lists the cases that TVM cannot decide, with the reason; one that passes is a failure.
"""

import argparse
import itertools
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile

import tvm
from tvm.script.parser import ir as I, relax as R, tir as T

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "corpus"))
import corpus  # pylint: disable=wrong-import-position
from known import read_known  # pylint: disable=wrong-import-position

VOCABULARY = {"I": I, "T": T, "R": R, "tvm": tvm}
MOST_MEMORY = 6 << 30
# How a case ends. None: its text is not read, or says other IR.
RESULTS = {"": "passed", None: "unread", "gained": "gained"}
ENDS = [*RESULTS.values(), "wrong"]


def equal(left, right):
    return bool(tvm.ir.structural_equal(left, right, map_free_vars=True))


def load(path):
    """The object of a file. Operators that only a library or a test has are registered."""
    text = path.read_text(encoding="utf-8")
    while True:
        try:
            return tvm.ir.load_json(text)
        except Exception as error:
            unknown = re.search(r"Operator (\S+) is not registered", str(error))
            if not unknown:
                raise
            tvm.ir._ffi_api.RegisterOp(unknown[1], "")  # pylint: disable=protected-access


def save(tunip, out, path, *flags):
    """Whether `tunip save` reads the script."""
    done = subprocess.run([tunip, "save", *flags, "-o", out, path], capture_output=True,
                          check=False)
    return done.returncode == 0


def is_of_other_version(path):
    """Whether the file is of a version whose types this TVM does not have."""
    saved = json.loads(path.read_text(encoding="utf-8")).get("metadata", {}).get("tvm_version")
    return saved is not None and saved != tvm.__version__


def text_of(tunip, out, path):
    """The script of an object, with its metadata."""
    for text in (path.with_suffix(".meta.txt"), path.with_suffix(".py")):
        if text.exists() and "# Metadata omitted." not in text.read_text(encoding="utf-8"):
            return text
    printed = subprocess.run([tunip, "print", "--show-meta", path], capture_output=True, check=True)
    whole = out.with_suffix(".py")
    whole.write_bytes(printed.stdout)
    return whole


def check_saved(tunip, out, path):
    """None: the text is not read."""
    if not save(tunip, out, text_of(tunip, out, path)):
        return None
    if is_of_other_version(out):
        return None
    done = subprocess.run([tunip, "equal", out, path], capture_output=True,
                          check=False)
    said = equal(load(out), load(path))
    if said != (done.returncode == 0):
        return f"{'equal' if said else 'not equal'} for TVM alone"
    return "" if said else None


def read_defines(path):
    path = path.with_suffix(".defines.json")
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def parse(path):
    names = {key: eval(value) for key, value in read_defines(path).items()}
    text = re.sub(r"^from .*", "", path.read_text(encoding="utf-8"), flags=re.M)
    checked = "check_well_formed=False" not in text  # from_source() does not look at decorators
    return tvm.script.from_source(text, {**VOCABULARY, **names}, check_well_formed=checked)


def check_fold(tunip, out, path):
    flags = [f"--define={key}={value}" for key, value in read_defines(path).items()]
    if not save(tunip, out, path, "--fold", *flags):
        return "tunip refuses it"
    if is_of_other_version(out):
        return None
    loaded = load(out)
    parsed, text = parse(path), path.with_suffix(".fold.expected").read_text(encoding="utf-8")
    if not equal(loaded, parsed):
        return "another object"
    return "" if parsed.script() == text.removesuffix("\n") else "another text"


def check_refused(_tunip, _out, path):
    try:
        parse(path)
    except Exception:  # TVM has many kinds
        return ""
    return "TVM reads it"


def reads_as(text, original):
    """Whether TVM's parser makes this object of a text."""
    try:
        made = tvm.script.from_source(text, VOCABULARY, check_well_formed=False)
    except Exception:  # TVM has many kinds
        return False
    return equal(made, original)


def check_lossless(tunip, out, path):
    """None: TVM reads neither its own text nor the lossless one."""
    original = load(path)
    printed = subprocess.run([tunip, "print", "--lossless", path], capture_output=True, check=True,
                             text=True)
    from_own = reads_as(text_of(tunip, out, path).read_text(encoding="utf-8"), original)
    if reads_as(printed.stdout, original):
        return "" if from_own else "gained"
    return "TVM reads its own text, and not the lossless one" if from_own else None


def cases(folders):
    paths = itertools.chain(*(sorted(folder.rglob("*.json")) for folder in folders)) \
        if folders else corpus.own_objects()
    for path in paths:
        if path.with_suffix(".py").exists():
            yield "saved", check_saved, path
            yield "lossless", check_lossless, path
    if folders:
        return
    for path in sorted((corpus.DATA / "script").glob("*.fold.expected")):
        yield "fold", check_fold, path.with_name(path.name.replace(".fold.expected", ".py"))
    for path in sorted((corpus.DATA / "script").glob("*.err")):
        yield "refused", check_refused, path.with_name(path.name.partition(".")[0] + ".py")


def run_case(kind, check, path, asked):
    """Runs in the process of a case; its result."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            complaint = check(asked.tunip, pathlib.Path(folder) / "out.json", path)
        except MemoryError:
            os.kill(os.getpid(), signal.SIGXCPU)
        except Exception as error:  # whatever it is, the case has not passed
            complaint = f"{type(error).__name__}: {str(error)[-300:]}"
    if complaint in RESULTS:
        return ENDS.index(RESULTS[complaint])
    print(f"{kind} {path.name}: {complaint}", flush=True)
    return ENDS.index("wrong")


def start(kind, check, path, asked):
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (asked.seconds, asked.seconds + 1))
    os._exit(run_case(kind, check, path, asked))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tunip")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=600, help="of processor time, for one case")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only", help="the only check to make")
    asked = parser.parse_intermixed_args()
    tvm.ir._ffi_api.RegisterOp("vendor.band", "")  # pylint: disable=protected-access
    index, number = map(int, asked.part.split("/"))
    chosen = [case for case in cases(asked.folders) if asked.only in (None, case[0])]
    left = chosen[index - 1::number][::-1]
    known, counts, running = read_known(), {}, {}
    while left or running:
        while left and len(running) < asked.jobs:
            case = left.pop()
            running[start(*case, asked)] = case
        process, status = os.wait()
        kind, _, path = running.pop(process)
        count = counts.setdefault(kind, dict.fromkeys([*ENDS, "known", "unfinished"], 0))
        ended = os.WIFEXITED(status) and os.WEXITSTATUS(status) < len(ENDS)
        stopped = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
        result = ENDS[os.WEXITSTATUS(status)] if ended else "unfinished" if stopped else "wrong"
        if not ended:
            print(f"{kind} {path.name}: {'unfinished' if stopped else f'ended with {status}'}",
                  flush=True)
        if (kind, path.name.partition(".json")[0]) in known:
            if result == "passed":
                print(f"{kind} {path.name}: passes, but known.tsv lists it", flush=True)
            result = "wrong" if result == "passed" else "known"
        count[result] += 1
    for kind, count in counts.items():
        print(f"oracle: {kind}: {count['passed']} passed, {count['gained']} gained, "
              f"{count['unread']} are not read as the same, {count['wrong']} wrong, "
              f"{count['known']} known, {count['unfinished']} unfinished")
    return 1 if any(count["wrong"] for count in counts.values()) else 0


sys.exit(main())
