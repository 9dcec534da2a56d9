"""scripts.py -- runs in a Python with TVM v0.23.0: compares what tunip reads from scripts with TVM.

usage: scripts.py TUNIP

    saved     what `tunip save` makes of each printed text of golden/ loads in TVM; TVM says that it
              equals the object if tunip says so, with free variables mapped
    fold      of the scripts of script/ that have a .fold.expected, `tunip save --fold` makes what
              TVM's parser makes, and TVM prints this text
    refused   TVM's parser refuses the scripts of script/ that have an .err file
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import tvm
from tvm.script.parser import ir as I, relax as R, tir as T

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "corpus"))
import corpus  # pylint: disable=wrong-import-position

VOCABULARY = {"I": I, "T": T, "R": R, "tvm": tvm}


def equal(left, right):
    return bool(tvm.ir.structural_equal(left, right, map_free_vars=True))


def save(tunip, out, path, *flags):
    """Whether `tunip save` reads the script."""
    done = subprocess.run([tunip, "save", *flags, "-o", out, path], capture_output=True,
                          check=False)
    return done.returncode == 0


def check_saved(tunip, out, path):
    """None: the text is not read."""
    if not save(tunip, out, path.with_suffix(".py")):
        return None
    done = subprocess.run([tunip, "equal", "--map-free-vars", out, path], capture_output=True,
                          check=False)
    loaded = tvm.ir.load_json(out.read_text(encoding="utf-8"))
    said = equal(loaded, tvm.ir.load_json(path.read_text(encoding="utf-8")))
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
    loaded = tvm.ir.load_json(out.read_text(encoding="utf-8"))
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


def cases():
    for path in corpus.own_objects():
        if path.with_suffix(".py").exists():
            yield "saved", check_saved, path
    for path in sorted((TESTS / "script").glob("*.fold.expected")):
        yield "fold", check_fold, path.with_name(path.name.replace(".fold.expected", ".py"))
    for path in sorted((TESTS / "script").glob("*.err")):
        yield "refused", check_refused, path.with_name(path.name.partition(".")[0] + ".py")


def main():
    tvm.ir._ffi_api.RegisterOp("vendor.band", "")  # pylint: disable=protected-access
    counts, wrong = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, check, path in cases():
            try:
                complaint = check(sys.argv[1], pathlib.Path(folder) / "out.json", path)
            except Exception as error:  # whatever it is, the case has not passed
                complaint = f"{type(error).__name__}: {str(error)[-300:]}"
            total = counts.setdefault(kind, [0, 0])
            total[complaint is None] += not complaint
            if complaint:
                wrong += 1
                print(f"{kind} {path.name}: {complaint}", flush=True)
    for kind, (passed, unread) in counts.items():
        print(f"oracle: {kind}: {passed} passed, {unread} are not read as the same")
    return 1 if wrong else 0


sys.exit(main())
