#!/usr/bin/env python3
"""Reads the scripts of judged.jsonl with --fold, and compares the result with that of TVM v0.23.

usage: judged.py TUNIP

A line is an object: `source`, `defines` (the constants of its surroundings), and either `json`,
the module that TVM made, or `line` and `message`, the place and the text of its refusal. TVM
wrote all of them but the sources and constants.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def check(tunip, case, folder):
    """What is wrong with a case; empty if nothing is."""
    script, made, wanted = folder / "script.py", folder / "made.json", folder / "wanted.json"
    script.write_text(case["source"], encoding="utf-8")
    defines = [f"--define={name}={value}" for name, value in case.get("defines", {}).items()]
    status, out, err = run(tunip, "save", "--fold", *defines, script, "-o", made)
    if "line" in case:
        fine = status == 2 and f"script.py:{case['line']}:" in err
        return "" if fine else f"exit {status}, TVM refuses line {case['line']}: {out}{err}"
    if status:
        return f"exit {status}: {err}"
    wanted.write_text(case["json"], encoding="utf-8")
    status, out, err = run(tunip, "equal", "--map-free-vars", made, wanted)
    return f"{out}{err}" if status else ""


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    lines = (HERE / "judged.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in map(json.loads, lines):
            fault = check(tunip, case, pathlib.Path(folder))
            wrong += bool(fault)
            if fault:
                print(f"{case['id']}:\n{case['source']}\n{fault}")
    print(f"judged: {len(lines)} scripts, {wrong} wrong")
    return bool(wrong) or not lines


sys.exit(main())
