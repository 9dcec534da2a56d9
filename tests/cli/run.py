#!/usr/bin/env python3
"""Runs the command line cases of *.cases.

usage: run.py TUNIP PLUGINS [FILE.cases ...]

Without names of files, all of them run.

PLUGINS is the folder of the libraries of tests/plugin/lib, in cases $PLUGINS.
$EXAMPLES is the folder of the examples.

A case is a few lines, and an empty line ends it:

    # a description
    $ tunip print loop.json        run by sh in a copy of data/, whose packs are unpacked
    needs gzip                     skips the case if this build cannot unpack gzip, or if there is
                                   no command of this name
    needs threads                  skips the case if this build has no threads
    needs posix                    skips the case on Windows: tunip starts another program in it,
                                   or a file has a name that is not allowed there
    needs cc                       skips the case if there is no C compiler of this name
    exit 2                         the exit status; 0 without this line
    > text                         a line of standard output, exactly
    >~ pattern                     a line of standard output that the regular expression matches
    ! text, !~ pattern             the same of standard error
    >* or !*                       any number of lines

A stream without lines must be empty: without `>` lines standard output has no text.
"""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
DATA = pack.data() / "cli/data"


class Case:
    def __init__(self, block, place):
        self.place = place
        self.title, self.script, self.status, self.needs = "", [], 0, []
        self.streams = {">": [], "!": []}
        for line in block:
            self.add(line)

    def add(self, line):
        word, _, rest = line.partition(" ")
        if word == "#":
            self.title += rest
        elif word == "$":
            self.script.append(rest)
        elif word == "needs":
            self.needs.append(rest)
        elif word == "exit":
            self.status = int(rest)
        elif word[0] in self.streams and word[1:] in ("", "~", "*"):
            pattern = {"": re.escape(rest), "~": rest, "*": None}[word[1:]]
            self.streams[word[0]].append(pattern)
        else:
            sys.exit(f"{self.place}: cannot read '{line}'")


def signature(path):
    """What changes with a file. A folder changes with its files, so only its mode counts."""
    s = path.lstat()
    if stat.S_ISDIR(s.st_mode):
        return s.st_mode
    return s.st_mode, s.st_ino, s.st_size, s.st_ctime_ns


def remove(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


class Copy:
    """A copy of data/ in which the cases run. After a case only the files that it changed are
    copied again, because to copy all of them takes longer than most cases.
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        shutil.copytree(DATA, self.folder, dirs_exist_ok=True)
        self.kept = {path: signature(self.folder / path) for path in self.paths()}

    def paths(self):
        """All files and folders; a folder before what is in it."""
        for folder, folders, files in os.walk(self.folder):
            yield from (pathlib.Path(folder, name).relative_to(self.folder)
                        for name in folders + files)

    def restore(self):
        for path in [path for path in self.paths() if path not in self.kept]:
            remove(self.folder / path)
        for path, before in self.kept.items():
            copy = self.folder / path
            if os.path.lexists(copy) and signature(copy) == before:
                continue
            remove(copy)
            if (DATA / path).is_dir():
                shutil.copytree(DATA / path, copy)
            else:
                shutil.copy2(DATA / path, copy)
            self.kept[path] = signature(copy)


def matches(lines, patterns):
    """Whether the lines match the patterns; None matches any number of lines."""
    if not patterns:
        return not lines
    if patterns[0] is None:
        return any(matches(lines[k:], patterns[1:]) for k in range(len(lines) + 1))
    first = bool(lines) and re.fullmatch(patterns[0], lines[0]) is not None
    return first and matches(lines[1:], patterns[1:])


def read_cases(path):
    block, start = [], 1
    for number, line in enumerate(path.read_text().splitlines() + [""], 1):
        if line:
            block.append(line)
            continue
        if any(text.startswith("$ ") for text in block):
            yield Case(block, f"{path.name}:{start}")
        block, start = [], number + 1


def check(case, tunip, plugins, folder):
    script = f'tunip() {{ "{tunip}" "$@"; }}\n' + "\n".join(case.script)
    env = {**os.environ, "PLUGINS": str(plugins), "EXAMPLES": str(HERE.parent.parent / "examples"),
           "TUNIP": str(tunip)}
    run = subprocess.run(["sh", "-c", script], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, errors="replace")
    out, err = run.stdout.splitlines(), run.stderr.splitlines()
    fine = (run.returncode == case.status and matches(out, case.streams[">"])
            and matches(err, case.streams["!"]))
    if not fine:
        print(f"--- {case.place}: {case.title}", *("$ " + line for line in case.script),
              pack.repeat("cli/data", ["sh"]), sep="\n")
        print(f"exit {run.returncode} (expected {case.status})")
        print(*("> " + line for line in out), *("! " + line for line in err), sep="\n")
    return fine


def main():
    tunip, plugins = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    version = subprocess.run([tunip, "--version"], check=True, capture_output=True, text=True)
    names = sys.argv[3:] or {path.name for path in HERE.glob("*.cases")}
    results, there = [], set(version.stdout.split())
    there ^= {"threads", "programs"}  # `--version` names them only if they are missing
    if "programs" in there:
        there.add("posix")
    there.add("cc")
    there -= {name for name in ("cc", "gzip", "xz", "zstd") if not shutil.which(name)}
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(folder)
        for path in sorted(HERE.glob("*.cases")):
            for case in read_cases(path) if path.name in names else ():
                missing = [what for what in case.needs if what not in there]
                if missing:
                    print(f"skipped: cli {case.place} (without {' and '.join(missing)})")
                    continue
                results.append(check(case, tunip, plugins, folder))
                copy.restore()
    print(f"cli: {sum(results)} of {len(results)}")
    return 0 if results and all(results) else 1


sys.exit(main())
