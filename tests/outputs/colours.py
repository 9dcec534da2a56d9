#!/usr/bin/env python3
"""Texts in colours: without the escape sequences they are the plain texts, in all languages and
with all decorations, and so are differences. No sequence extends over the end of a line. A terminal
gets colours, unless NO_COLOR or TERM says otherwise; a pipe and a file get none.

usage: colours.py TUNIP
"""

import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import screen

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

GOLDEN = pack.data() / "golden"
STEP = 3  # of the golden objects, every third is printed
SEQUENCE = re.compile(rb"\x1b\[[0-9;]*m")
OPTIONS = [["--backend", "python"], ["--backend", "text"], ["--backend", "doc"],
           ["--show-meta", "--print-line-numbers", "--path-to-underline", "<root>.body",
            "--path-to-annotate", "<root>.body=a ^ note"]]

problems = []


def run(tunip, *args, **env):
    return subprocess.run([tunip, "print", *map(str, args)], capture_output=True, check=False,
                          env={**os.environ, **env}).stdout


def check_text(tunip, path, options):
    plain = run(tunip, *options, path)
    colour = run(tunip, *options, "--color", "always", path)
    if SEQUENCE.sub(b"", colour) != plain:
        problems.append(f"{path.name} {options}: the text is another one")
    for line in colour.split(b"\n"):
        if (SEQUENCE.findall(line) or [b"\x1b[0m"])[-1] != b"\x1b[0m":
            problems.append(f"{path.name} {options}: a colour is left open: {line}")
    return len(SEQUENCE.findall(colour))


def check_differences(tunip):
    """Differences have the plain text, too, without the carets that colours replace."""
    folder, count = pack.data() / "diff", 0
    for left in sorted(folder.glob("*.lhs.json")):
        pair = [str(left), str(left).replace(".lhs.", ".rhs.")]
        for options in [], ["-y"], ["-y", "-W50"]:
            texts = [subprocess.run([tunip, "diff", *options, "--color", when, *pair],
                                    capture_output=True, check=False).stdout
                     for when in ("never", "always")]
            count += len(SEQUENCE.findall(texts[1]))
            plain, colour = ([line for line in SEQUENCE.sub(b"", text).split(b"\n")
                              if not re.fullmatch(rb"\??[ ^]*", line)] for text in texts)
            if plain != colour:
                problems.append(f"diff {options} {left.name}: the text is another one")
            if options and re.search(rb"\n *\^[ ^]*\n", texts[1]):
                problems.append(f"diff {options} {left.name}: carets beside colours")
            for line in texts[1].split(b"\n"):
                if (SEQUENCE.findall(line) or [b"\x1b[0m"])[-1] != b"\x1b[0m":
                    problems.append(f"diff {options} {left.name}: a colour is left open: {line}")
    return count


def read_bytes(tunip, *args, **env):
    """What the command writes to a terminal."""
    return screen.shown([tunip, *args], {**os.environ, "TERM": "xterm", "NO_COLOR": "",
                                         "TUNIP_PAGER": "", **env})[0]


def read_terminal(tunip, *args, **env):
    """Whether the text that the command prints to a terminal has colours."""
    return b"\x1b" in read_bytes(tunip, "print", *args, **env)


def check_artifact(tunip):
    """A source in a compiled artifact may have any bytes: only colours reach a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "a.cu")
        path.write_bytes(b"int a; /* \x1b[8m \0 \x1b[1;38m \x1b[32 */\n")
        archive = str(path.with_suffix(".tar"))
        with tarfile.open(archive, "w") as tar:
            tar.add(path, "a.cu")
        found = read_bytes(tunip, "inspect", archive, "--show", "a.cu", "--color", "always")
    expected = rb"/* \x1b[8m \x00 \x1b[1;38m \x1b[32 */"
    if expected not in found or b"\x1b[34mint\x1b[0m" not in found:
        problems.append(f"a source in an artifact: {found}, expected {expected}")


def check_terminal(tunip):
    path = str(GOLDEN / "script.softmax.json")
    with tempfile.TemporaryDirectory() as folder:
        file = str(pathlib.Path(folder, "out.py"))
        for expected, found in [
                (True, read_terminal(tunip, path)),
                (False, read_terminal(tunip, "--color", "never", path)),
                (False, read_terminal(tunip, path, NO_COLOR="1")),
                (True, read_terminal(tunip, "--color=always", path, NO_COLOR="1")),
                (False, read_terminal(tunip, path, TERM="dumb")),
                (False, b"\x1b" in run(tunip, path)),
                (False, read_terminal(tunip, "-o", file, path)),
                (False, b"\x1b" in pathlib.Path(file).read_bytes())]:
            if expected != found:
                problems.append(f"colours on a terminal: {found}, expected {expected}")


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    paths = sorted(GOLDEN.glob("*.json"))[::STEP]
    count = sum(check_text(tunip, path, options) for path in paths for options in OPTIONS)
    differences = check_differences(tunip)
    if not count or not differences:
        problems.append("nothing has a colour")
    check_terminal(tunip)
    check_artifact(tunip)
    print(*problems[:40], f"colours: {len(paths)} objects, {count} sequences, "
          f"{len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
