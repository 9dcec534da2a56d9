#!/usr/bin/env python3
"""Reads the scripts of the packs here and compares what `tunip print` writes.

usage: run.py TUNIP [--accept]

The parts of a case:

    py        the script
    expected  what it prints; the text reads back as the same text
    warn      the warnings besides; there are none without this part
    err       the messages, with exit status 2 and no output

fold.expected, fold.warn and fold.err: the same with --fold and the constants of defines.json.
The oracle test asks a real TVM for the text of fold.expected, and whether it refuses the script.
"""

import difflib
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data() / "script"


def run(tunip, *arguments, text=None):
    done = subprocess.run([tunip, *arguments], cwd=DATA, input=text, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def defines(name):
    path = DATA / f"{name}.defines.json"
    values = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return [f"--define={key}={value}" for key, value in values.items()]


def warnings(expected):
    return expected.with_suffix(".warn")


def command(tunip, expected):
    name, *fold = expected.name.split(".")[:-1]
    flags = ["--fold", *defines(name)] if fold else []
    return [tunip, "print", "--from", "python", "--strict", *flags, f"{name}.py"]


def output(tunip, expected, accept):
    """What the command writes for an expected file, and what is wrong besides."""
    status, out, err = run(*command(tunip, expected))
    if expected.suffix == ".err":
        return err, "" if (status, out) == (2, "") else f"exit {status}, output:\n{out}"
    again = run(tunip, "print", "-", text=out)
    if status == 0 and again != (0, out, ""):
        return out, f"its text is read back as another text:\n{again[1]}{again[2]}"
    if accept and err and status == 0:
        warnings(expected).write_text(err, encoding="utf-8")
    want = warnings(expected).read_text(encoding="utf-8") if warnings(expected).exists() else ""
    return out, "" if (status, err) == (0, want) else f"exit {status}\n{err}"


def check(tunip, expected, accept):
    got, wrong = output(tunip, expected, accept)
    if accept:
        expected.write_text(got, encoding="utf-8")
    want = expected.read_text(encoding="utf-8")
    return wrong or "".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True)))


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    cases = sorted([*DATA.glob("*.expected"), *DATA.glob("*.err")])
    tested = {case.name.split(".")[0] for case in cases}
    wrong = {f"{case.name}: {pack.repeat('script', command(tunip, case))}": text for case in cases
             if (text := check(tunip, case, "--accept" in sys.argv))}
    for script in DATA.glob("*.py"):
        if script.stem not in ("run", "judged") and script.stem not in tested:
            wrong[script.name] = "nothing is expected of it"
    for name, text in wrong.items():
        print(name, text, sep="\n")
    if "--accept" in sys.argv:
        pack.accept("script")
    print(f"script: {len(cases)} cases, {len(wrong)} wrong")
    return bool(wrong) or not cases


sys.exit(main())
