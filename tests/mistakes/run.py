#!/usr/bin/env python3
"""Reads scripts with common mistakes: each causes one message, at the right place.

usage: run.py TUNIP [--accept] [--python]

A case of a *.cases file is a description, what tunip reports, and a script:

    === a bracket is missing before a loop
    4:24 '[' was never closed
    python 4:25                    where CPython reports the mistake, if that is another place
    ---
    @T.prim_func
    ...

tunip reports the same with and without --fold, unless a line begins with `fold` (only with it)
or `read` (only without it). A case without a message in one mode is read in this mode. <TAB> in a
script is a tab.

--accept writes the messages anew; it never changes a place. --python asks the Python that runs it
where it reports the mistakes of syntax.
"""

import pathlib
import re
import subprocess
import sys
import warnings

HERE = pathlib.Path(__file__).resolve().parent
MODES = {"read": [], "fold": ["--fold"]}
REPORT = re.compile(r"<stdin>:(\d+:\d+): error: (.*)")


class Case:
    def __init__(self, text):
        head, _, self.script = text.partition("\n---\n")
        self.text = self.script.replace("<TAB>", "\t")
        self.title, *lines = head.split("\n")
        self.python = None
        self.expected = {mode: [] for mode in MODES}
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "python":
                self.python = rest
            elif word in MODES:
                self.expected[word].append(tuple(rest.split(" ", 1)))
            else:
                for reports in self.expected.values():
                    reports.append((word, rest))

    def __str__(self):
        read, fold = self.expected["read"], self.expected["fold"]
        if read == fold:
            lines = [f"{place} {message}" for place, message in read]
        else:
            lines = [f"{mode} {place} {message}" for mode, reports in self.expected.items()
                     for place, message in reports]
        if self.python:
            lines.append(f"python {self.python}")
        return "\n".join([self.title, *lines, "---", self.script])


def parse(path):
    _, *texts = ("\n" + path.read_text(encoding="utf-8")).split("\n=== ")
    return [Case(text) for text in texts]


def reports_of(tunip, case, mode):
    command = [tunip, "print", "--from", "python", "--strict", *MODES[mode], "-"]
    run = subprocess.run(command, input=case.text, capture_output=True, text=True, check=False)
    found = REPORT.findall(run.stderr)
    status = 2 if case.expected[mode] else 0
    return found, run.returncode == status or run.stderr


def check(tunip, case, accept):
    """What is wrong about the case; empty if nothing is."""
    wrong = []
    for mode, expected in case.expected.items():
        found, status = reports_of(tunip, case, mode)
        if accept and [place for place, _ in found] == [place for place, _ in expected]:
            case.expected[mode] = found
        elif found != expected or status is not True:
            wrong.append(f"  {mode}: expected {expected}, got {found}"
                         + ("" if status is True else f"; exit status:\n{status}"))
    return "\n".join(wrong)


def ask_python(case):
    """What is wrong about the place that Python reports for the first mistake."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(case.text, "case", "exec")
        except SyntaxError as error:
            reports = case.expected["fold"]
            want = case.python or (reports[0][0] if reports else None)
            place = f"{error.lineno}:{error.offset}"
            return "" if place == want else f"  python {place} {error.msg}, not {want}"
    return f"  Python has no error at {case.python}" if case.python else ""


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    accept = "--accept" in sys.argv
    count = failed = 0
    for path in sorted(HERE.glob("*.cases")):
        cases = parse(path)
        for case in cases:
            wrong = ask_python(case) if "--python" in sys.argv else check(tunip, case, accept)
            count += 1
            failed += bool(wrong)
            if wrong:
                print(f"{path.name}: {case.title}\n{wrong}")
        if accept:
            text = "".join(f"=== {case}\n" for case in cases)
            path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    print(f"mistakes: {count} cases, {failed} wrong")
    return bool(failed) or not count


sys.exit(main())
