#!/usr/bin/env python3
"""Completion: bash completes every command and option of the command's help, values and files; zsh
and fish take their scripts and complete options, where they are installed.

usage: completion.py TUNIP COMPLETIONS_DIR
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BASH = """
set -u
. "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_tunip
printf '%s\\n' "${COMPREPLY[@]}"
"""
# A typed command line, and the expected completions.
VALUES = [
    (["print", "--backend", ""], {"builder", "doc", "mlir", "python", "relay", "text"}),
    (["print", "--backend", "=", "py"], {"python"}),
    (["print", "--backend", "="], {"builder", "doc", "mlir", "python", "relay", "text"}),
    (["print", "--color", "a"], {"auto", "always"}),
    (["diff", "--format", "=", "j"], {"json"}),
    (["print", "--from", "tvm"], {"tvm-json", "tvm-legacy"}),
    (["print", "--backend-option", ""], {"braces=", "paths="}),
    (["print", "--int-dtype", ""], set()),
    (["print", "--set", "tir.b"], {"tir.buffer_dtype="}),
    (["print", "--tir-pre"], {"--tir-prefix"}),
    (["print", "bad/run"], {"bad/run.py"}),
    (["print", "-o", "bad/run"], {"bad/run.py"}),
    (["diff", "--quiet", "bad/run"], {"bad/run.py"}),
    (["diff", "-U", ""], set()),
    (["help", "d"], {"debug", "diff", "dialects"}),
]


def run(*argv):
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


def complete(tunip, script, *words):
    return set(run("bash", "-c", BASH, "bash", script, tunip, *words).splitlines()) - {""}


def expected(tunip):
    commands = set(re.findall(r"^  tunip (\w+)", run(tunip, "help"), re.M))
    yield [""], commands | {"--version", "--help"}
    for command in commands - {"help"}:
        helped = run(tunip, "help", command)
        yield [command, "--"], set(re.findall(r"^  .{4}(--[\w-]+)", helped, re.M)) | {"--help"}
    yield from VALUES
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "two words.json").touch()
        for typed in (f"{folder}/two", f"{folder}/two\\ w", f"'{folder}/two w"):
            yield ["print", typed], {f"{folder}/two words.json"}
            yield ["print", "-o", typed], {f"{folder}/two words.json"}


def other_shells(folder):
    for shell, script in (("zsh", "_tunip"), ("fish", "tunip.fish")):
        if shutil.which(shell):
            run(shell, "-n", folder / script)
            yield shell


def main():
    tunip, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    script, wrong, count = str(folder / "tunip.bash"), [], 0
    for words, offered in expected(tunip):
        count += 1
        got = complete(tunip, script, *words)
        if got != offered:
            wrong.append(f"{' '.join(words)!r} gives {sorted(got)} instead of {sorted(offered)}")
    parsed = ", ".join(other_shells(folder)) or "none is here"
    print(*wrong, f"completion: {count} lines in bash; other shells that parse theirs: {parsed}",
          sep="\n")
    return 1 if wrong else 0


sys.exit(main())
