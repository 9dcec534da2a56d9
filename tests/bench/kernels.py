#!/usr/bin/env python3
"""Prints and hashes a folder of many small modules, as a tuner leaves them.

usage: kernels.py make COUNT FOLDER
       kernels.py measure TUNIP COUNT

`make` writes COUNT modules of one function each, as scripts of TVM. One in ten is a
new kernel; the others are kernels that are there already, under other names. `measure` makes them,
and writes the time and the memory of `tunip print` and `tunip hash` with one and with
two processes. It fails if the texts differ, or if the hashes find other equal kernels than there
are.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

COPIES = 10
# An operation on one or two elements, and a reduction.
BODIES = [
    "{0}[v, w] = {1}[v, w] + {2}[v, w]",
    "{0}[v, w] = T.max({1}[v, w] - {2}[v, w], T.float32(0.0))",
    "{0}[v, w] = T.exp({1}[v, w]) * {2}[v, w]",
    "{0}[v, w] = T.tanh({1}[v, w] * {2}[w, v])",
    "{0}[v, w] = T.Select({1}[v, w] < {2}[v, w], {1}[v, w], T.float32(1.0))",
]
NAMES = [("C", "A", "B"), ("out", "lhs", "rhs"), ("T_add", "p0", "p1"), ("z", "x", "y")]
KERNEL = '''from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def kernel_{number}({1}: T.Buffer({shape}, "float32"), {2}: T.Buffer({shape}, "float32"), \
{0}: T.Buffer({shape}, "float32")):
        for {i}, {j} in T.grid{shape}:
            with T.block("{0}"):
                v, w = T.axis.remap("SS", [{i}, {j}])
                {body}
'''


def original(number, count):
    """The number of the kernel that module `number` of `count` is."""
    return number % -(-count // COPIES)


def kernel(number, count):
    """The text of a module. Two kernels differ in their operation or in their shape."""
    what = original(number, count)
    names = NAMES[number % 3] if number % 2 else NAMES[3]
    body = BODIES[what % len(BODIES)].format(*names)
    loops = ("i", "j") if number % 7 else ("ax0", "ax1")
    size = 16 + what // len(BODIES)
    return KERNEL.format(
        *names, number=number, shape=(size, size), i=loops[0], j=loops[1], body=body
    )


def make(count, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"kernel_{number}.py").write_text(kernel(number, count), encoding="utf-8")


def peaks(process):
    """The largest memory so far of each process below a process, in kB."""
    try:
        below = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return []
    own = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")]
    return own + [peak for child in below for peak in peaks(child)]


def run(name, command, folder):
    """Runs a shell command in a folder. Writes its times, and the memory of its largest process."""
    start, most, done = time.monotonic(), 0, 0
    child = subprocess.Popen(["sh", "-c", command], cwd=folder)
    while not done:
        time.sleep(0.01)
        most = max([most, *peaks(child.pid)])
        done, status, used = os.wait4(child.pid, os.WNOHANG)
    took = time.monotonic() - start
    if status:
        sys.exit(f"kernels.py: {command}: status {status}")
    print(
        f"{name:20} {took:6.1f} s   user {used.ru_utime:5.1f} s   system {used.ru_stime:5.1f} s"
        f"   {most / 1024:5.1f} MB",
        flush=True,
    )


def groups_of_hashes(path):
    """Sets of the modules that have the same hash."""
    groups = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        digest, name, function = line.split("  ")
        number = int(pathlib.PurePath(name).stem.removeprefix("kernel_"))
        if len(digest) != 16 or function != f"kernel_{number}":
            sys.exit(f"kernels.py: a line of hashes is {line!r}")
        groups.setdefault(digest, set()).add(number)
    return sorted(map(sorted, groups.values()))


def measure(tunip, count, folder):
    make(count, folder / "kernels")
    print(f"{count} modules; load {os.getloadavg()[0]:.1f}")
    find, hash_all = "find kernels -name '*.py' -print0", f"'{tunip}' hash --functions"
    hashes = f"{find} | xargs -0 -n 500 -P %d {hash_all} > %s"
    run("print -j 1", f"'{tunip}' print -j 1 kernels -o one/", folder)
    run("print -j 2", f"'{tunip}' print -j 2 kernels -o two/", folder)
    run("hash, xargs -P 1", hashes % (1, "one.txt"), folder)
    run("hash, xargs -P 2", hashes % (2, "two.txt"), folder)
    run("sort | uniq -w 16 -D", "sort two.txt | uniq -w 16 -D > equal.txt", folder)
    run("diff -r one two", "diff -r one two", folder)
    truth = {}
    for number in range(count):
        truth.setdefault(original(number, count), []).append(number)
    for name in ("one.txt", "two.txt"):
        if groups_of_hashes(folder / name) != sorted(truth.values()):
            sys.exit(f"kernels.py: {name} does not have the kernels that are equal")
    repeated = sum(len(group) for group in truth.values() if len(group) > 1)
    found = (folder / "equal.txt").read_text(encoding="utf-8").count("\n")
    if found != repeated:
        sys.exit(f"kernels.py: {found} lines are equal, not {repeated}")
    print(f"{len(truth)} different kernels, as many as were made")


def main():
    verb, *words = sys.argv[1:]
    if verb == "make":
        make(int(words[0]), pathlib.Path(words[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            measure(pathlib.Path(words[0]).resolve(), int(words[1]), pathlib.Path(folder))


main()
