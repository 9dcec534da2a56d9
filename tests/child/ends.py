#!/usr/bin/env python3
"""Ends tunip while it waits for another process: the process, and all that it started, must end.

usage: ends.py TUNIP KERNELS

Each of these processes says on a pipe that it runs. The pipe comes to its end when the last process
that can write to it has ended.
"""

import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "debug"))
import graphs  # noqa: E402 (it is in the folder beside this one)
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data() / "cli" / "data"
PATIENCE = 1800  # seconds; nothing is measured with it
NEVER = "3600"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
WAIT = f"sleep {NEVER} & echo x >&$LINE; sleep {NEVER}"


def commands(tunip, kernels, folder):
    graph = graphs.Graph()
    graph.heads = [(graph.add("victim", [(graph.add("x"), 0)], "bad_waiter"), 0)]
    graph.save(folder / "graph.json")
    (folder / "x.npy").write_bytes(graphs.floats(1, 2, 3, 4))
    (folder / "bin").mkdir()
    (folder / "bin" / "objdump").write_text(f"#!/bin/sh\n{WAIT}\n")
    (folder / "bin" / "objdump").chmod(0o755)
    yield [tunip, "collage", DATA / "residual.relay", "--estimator", WAIT, "--timeout",
           NEVER]
    yield [tunip, "inspect", DATA / "artifacts" / "object.o", "--show", "_lib", "--timeout",
           NEVER]
    for more in (["--timeout", NEVER], []):
        yield [tunip, "debug", "run", folder / "graph.json", "--lib", kernels, "--input",
               f"x={folder / 'x.npy'}", "--output", folder / "out", "--isolate", *more]


def wait(line):
    """A byte of the pipe, or nothing at its end."""
    ready, _, _ = select.select([line], [], [], PATIENCE)
    return os.read(line, 1) if ready else b"?"


def check(words, number, folder):
    line, end = os.pipe()
    env = dict(os.environ, LINE=str(end), PATH=f"{folder / 'bin'}:{os.environ['PATH']}")
    process = subprocess.Popen(words, env=env, pass_fds=[end], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    os.close(end)
    first = wait(line)
    process.send_signal(number)
    process.wait()
    rest = wait(line)
    while rest in (b"x", b"\n"):
        rest = wait(line)
    os.close(line)
    if first != b"x":
        return "the other process did not start"
    return "" if rest == b"" else "the other process goes on"


def main():
    tunip, kernels = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    problems = count = 0
    folder = pathlib.Path(tempfile.mkdtemp())
    for words in commands(tunip, kernels, folder):
        for number in SIGNALS:
            problem = check(words, number, folder)
            count += 1
            if problem:
                problems += 1
                print(f"--- {' '.join(map(str, words[1:]))}: after {number.name}, {problem}")
    shutil.rmtree(folder)
    print(f"child.ends: {count} ends, {problems} problems")
    return 1 if problems else 0


sys.exit(main())
