#!/usr/bin/env python3
"""Builds a wheel of bindings/python and tests it.

usage: run.py SOURCE LIBRARY PLUGINS [SANITIZERS]

LIBRARY is the static library, beside which there is libtunip-tvm.a; PLUGINS is the folder of the
plugins. The first Python on the PATH that has headers builds the wheel. This Python tests it in a
fresh virtual environment that has nothing else: test_tunip.py, test_making.py, test_record.py,
the Python in README.md, and the examples, whose output must be NAME.expected. With TUNIP_TEST_ALL=1
so does each other Python on the PATH, and pip builds a wheel, too. pytest and IPython are tested
where a Python has them (test_plugins.py), and so are dask, mypy and pyright; TUNIP_MYPY and
TUNIP_PYRIGHT can name the last two. The Python that TUNIP_TVM_PYTHON names has TVM v0.23, and tests
live objects: test_live.py, the examples in examples/python/tvm, and the corpus if it is there. With
SANITIZERS ("address,undefined") only the tests run, with the library of the sanitizers.
"""

import functools
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))
import corpus  # noqa: E402
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402
sys.path.insert(0, str(HERE.parent / "debug"))
import graphs  # noqa: E402

OLDEST = "(3, 10)"
PLUGINS = ("Pytest", "IPython")
TESTS = ("test_tunip.py", "test_making.py", "test_record.py")
NEEDS = "import sysconfig, os, sys; " \
        "sys.exit(not os.path.exists(sysconfig.get_path('include') + '/Python.h'))"
HAS_GIL = "import sysconfig, sys; sys.exit(bool(sysconfig.get_config_var('Py_GIL_DISABLED')))"



def run(*command, env=None, **options):
    """The output of a command; ends the test if the command fails."""
    done = subprocess.run(command, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode:
        print(done.stdout)
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}")
    return done.stdout


def can(python, code):
    return subprocess.run([python, "-c", code], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


@functools.cache
def pythons():
    """Every Python on the PATH that is new enough and has a GIL, by its real name."""
    found = {}
    for folder in os.get_exec_path():
        python = shutil.which("python3", path=folder)
        if python and can(python, f"import sys; sys.exit(sys.version_info < {OLDEST})") and \
                can(python, HAS_GIL):
            real = run(python, "-c", "import sys; print(sys.executable)").strip()
            found.setdefault(os.path.realpath(real), real)
    return list(found.values())


# The same files are the same wheel, whatever the clock and the times of the files are.
WRITTEN_TWICE = """
import os, pathlib, sys, tempfile, time
import backend

def written(folder, now):
    time.time = lambda: now
    for path in pathlib.Path().rglob("*"):
        os.utime(path, (now, now))
    files = backend.sources()
    names = set(files)
    wheel = pathlib.Path(folder, backend.write_wheel(folder, files))
    if set(files) != names:
        sys.exit("write_wheel() changes its argument")
    return wheel.read_bytes()

with tempfile.TemporaryDirectory() as folder:
    if written(folder, 1e9) != written(folder, 1.1e9):
        sys.exit("the same files, written at another time, are another wheel")
"""


def build(python, source, work, env):
    """The wheel, as ./dev builds it, and as pip does in a fresh environment without a network."""
    shutil.copytree(source / "bindings/python", work / "package",
                    ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (work / "dist").mkdir()
    run(python, "-c", "import backend; backend.build_wheel('../dist')", cwd=work / "package",
        env=env)
    wheel, = (work / "dist").glob("*.whl")
    if "-cp310-abi3-" not in wheel.name:
        sys.exit(f"{wheel.name} is not for the limited API")
    run(python, "-c", WRITTEN_TWICE, cwd=work / "package", env=env)
    if not corpus.ALL:
        print("skipped: `pip install .` in a fresh environment (for ./dev test --all)")
    elif not can(python, "import ensurepip, venv; ensurepip.version()"):
        print("skipped: `pip install .` in a fresh environment (no ensurepip)")
    elif env.keys() <= {"TUNIP_LIBRARY", "TUNIP_SOURCE"}:
        run(python, "-m", "venv", work / "pip")
        inside = work / "pip/bin/python"
        run(inside, "-m", "pip", "install", "--no-index", "./package", cwd=work, env=env)
        run(inside, "-c", "import tunip, tunip.tvm")
    return wheel


def check_tag(wheel, work):
    """The tag says manylinux if and only if no file needs a library that some Linux lacks, and then
    names the newest version of glibc that a file needs. objdump reads the files, the build readelf.
    """
    if not shutil.which("objdump") or not shutil.which("readelf"):
        print("skipped: the tag of the wheel (no objdump or readelf)")
        return
    usual = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libz.so.1",
             "libgcc_s.so.1"}
    libraries, versions, count = set(), set(), 0
    for path in (work / "site").rglob("*"):
        if not path.is_file() or path.read_bytes()[:4] != b"\x7fELF":
            continue
        told = run("objdump", "-p", path)
        libraries |= set(re.findall(r"NEEDED\s+(\S+)", told))
        versions |= {tuple(map(int, one)) for one in re.findall(r"GLIBC_(\d+)\.(\d+)", told)}
        count += 1
    others = {one for one in libraries - usual if not one.startswith("ld-linux")}
    expected = f"-linux_{platform.machine()}.whl" if others or not versions else \
        "-manylinux_{}_{}_{}.whl".format(*max(versions), platform.machine())
    if count < 4 or not wheel.name.endswith(expected):
        sys.exit(f"{wheel.name}: expected {expected}: {count} files need {sorted(others)}")


def install(python, wheel, to, *options):
    """A fresh environment with the wheel; returns its Python."""
    run(python, "-m", "venv", "--without-pip", *options, to)
    inside = str(to / "bin/python")
    if can(python, "import pip; assert int(pip.__version__.split('.')[0]) >= 23"):
        run(python, "-m", "pip", "--python", inside, "install", "--no-index", "--no-deps", wheel)
    else:
        site = run(inside, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        zipfile.ZipFile(wheel).extractall(site)
    return inside


def debugged(work):
    """The files of debug_session.py: the small graph of the tests of `tunip debug`."""
    if not shutil.which("cc"):
        print("skipped: the example debug_session.py (no cc)")
        return None
    folder = work / "debugged"
    folder.mkdir()
    files = [folder / name for name in ("graph.json", "kernels.so", "p.params")]
    graphs.sample().save(files[0])
    run("cc", "-O1", "-shared", "-fPIC", "-o", files[1], HERE.parent / "debug/kernels.c", "-lm")
    files[2].write_bytes(graphs.params({"p": ("float32", (4,), struct.pack("<4f", 1, -2, 1, 0))}))
    return files


def check_examples(python, folder, tests, env=None, arguments=None):
    """The output of each example. `arguments` has those of some, or None to leave one out."""
    for expected in sorted(folder.glob("*.expected")):
        given = (arguments or {}).get(expected.stem, ())
        if given is None:
            continue
        example = expected.with_suffix(".py")
        output = run(python, example, *given, cwd=tests, env=env)
        if output != expected.read_text(encoding="utf-8"):
            sys.exit(f"{example.name} writes\n{output}")


def check_folder(python, source, work):
    """search_folder.py finds each loop in a folder of 10,000 modules."""
    count = 10000 if corpus.ALL else 1000
    folder = work / "modules"
    folder.mkdir()
    write = ("import sys, pathlib, tunip\n"
             "for i in range(int(sys.argv[2])):\n"
             "    loop = tunip.tir.For(tunip.tir.Var('i', dtype='int32'), 0, i, 0,\n"
             "                         tunip.tir.Evaluate(0))\n"
             "    (pathlib.Path(sys.argv[1]) / f'{i:05}.json').write_text(loop.save())\n")
    run(python, "-c", write, folder, str(count))
    output = run(python, source / "examples/python/search_folder.py", folder, "1")
    expected = "".join(f"{i:05}.json: <root>: {i}\n" for i in range(2, count))
    if output != expected:
        sys.exit(f"search_folder.py misses loops in a folder of {count} modules")
    if not corpus.ALL:
        print(f"skipped: a search over 10000 modules; {count} were searched (for ./dev test --all)")


def check_dask(python, wheel, to, source):
    """search_cluster.py, if the Python of the machine has dask or ray."""
    if not can(python, "import dask.bag") and not can(python, "import ray"):
        print(f"skipped: the example search_cluster.py with {python} (neither dask nor ray)")
        return
    inside = install(python, wheel, to, "--system-site-packages")
    example = source / "examples/python/search_cluster.py"
    if run(inside, example, cwd=source / "tests") != example.with_suffix(".expected").read_text():
        sys.exit("search_cluster.py finds something else than search_folder.py")


def check_readme(python, source, work):
    """The Python of README.md and of the package's README that needs no TVM, as it stands: in an
    environment that has the wheel alone, with a module.json and a script as `source`."""
    folder = work / "readme"
    folder.mkdir(exist_ok=True)
    shutil.copy(source / "tests/golden/script.two_prims.json", folder / "module.json")
    before = "from pathlib import Path\nsource = Path('other.py').read_text()\n"
    script = (source / "tests/golden/script.two_prims.py").read_text(encoding="utf-8")
    (folder / "other.py").write_text(script.replace("range(4)", "T.vectorized(4)"))
    count = 0
    for name in ("README.md", "bindings/python/README.md"):
        text = (source / name).read_text(encoding="utf-8")
        for block in re.findall(r"```python\n(.*?)```", text, re.S):
            if "tunip.tvm" in block:
                continue
            output = run(python, "-c", before + block, cwd=folder)
            is_told = "change " in output or "1 statement changed" in output
            if "T.vectorized(4)" not in output or not is_told:
                sys.exit(f"the Python of {name} writes\n{output}")
            count += 1
    if count < 2:
        sys.exit("README.md has no Python any more")


def check_plugins(python, wheel, to, env):
    """pytest and IPython, if the Python of the machine has them: in an environment with the wheel,
    in which pytest finds the plugin by the entry point."""
    have = [test for test in PLUGINS if can(python, f"import {test.lower()}")
            or can(python, f"import {test}")]
    for test in set(PLUGINS) - set(have):
        print(f"skipped: the plugin for {test} with {python} (no {test})")
    if have:
        inside = install(python, wheel, to, "--system-site-packages")
        print(run(inside, HERE / "test_plugins.py", *have, env=env))


def find_program(variable, *commands):
    """The words of a command that starts a program: those of an environment variable, or the first
    command that works; None if there is none."""
    given = os.environ.get(variable)
    for words in [shlex.split(given)] if given else commands:
        if shutil.which(words[0]) and subprocess.run([*words, "--version"], capture_output=True,
                                                     check=False).returncode == 0:
            return words
    return None


def compare_lines(checker, found):
    """Compares the lines in which a checker finds errors with those of the comments in
    flagged.py."""
    lines = (HERE / "flagged.py").read_text(encoding="utf-8").splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    if found != expected:
        sys.exit(f"{checker} finds errors in other lines of flagged.py: "
                 f"{sorted(found ^ expected)}")


def check_mypy(python, inside, examples):
    """mypy accepts the examples and finds the mistakes of flagged.py."""
    mypy = find_program("TUNIP_MYPY", [python, "-m", "mypy"], ["mypy"])
    if not mypy:
        print("skipped: the types of the package with mypy (there is none)")
        return
    command = [*mypy, "--strict", "--enable-incomplete-feature=Unpack", "--python-executable",
               inside, "--cache-dir", os.devnull]
    run(*command, *examples)
    output = subprocess.run([*command, HERE / "flagged.py"], stdout=subprocess.PIPE, text=True,
                            check=False).stdout
    compare_lines("mypy", {int(number)
                           for number in re.findall(r"flagged\.py:(\d+): error", output)})


def check_pyright(inside, examples, folder):
    """The same with pyright, in a folder for its configuration."""
    pyright = find_program("TUNIP_PYRIGHT", ["pyright"])
    if not pyright:
        print("skipped: the types of the package with pyright (there is none)")
        return
    folder.mkdir()
    for path in (*examples, HERE / "flagged.py"):
        shutil.copy(path, folder)
    (folder / "pyrightconfig.json").write_text('{"include": ["."], "typeCheckingMode": "strict"}')
    output = subprocess.run([*pyright, "--outputjson", "--pythonpath", inside, "-p", folder],
                            stdout=subprocess.PIPE, text=True, check=False).stdout
    found = [(pathlib.Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["message"])
             for one in json.loads(output)["generalDiagnostics"]]
    others = [one for one in found if one[0] != "flagged.py"]
    if others:
        sys.exit(f"pyright finds errors in the examples: {others}")
    compare_lines("pyright", {line for _, line, _ in found})


def check_live(source, site):
    """Live objects of the TVM that TUNIP_TVM_PYTHON imports."""
    python = os.environ.get("TUNIP_TVM_PYTHON")
    if not python:
        print("skipped: live objects of TVM (TUNIP_TVM_PYTHON does not name a Python with TVM)")
        return
    env = {"PYTHONPATH": site, "TUNIP_TESTS": str(source / "tests"),
           "TUNIP_TEST_DATA": str(pack.data())}
    run(python, HERE / "test_live.py", env=env)
    check_examples(python, source / "examples/python/tvm", source / "tests", env)
    corpus = source.parent / "shared/corpus"
    if not corpus.exists():
        print("skipped: the corpus as live objects (no ../shared/corpus)")
        return
    output = run(python, HERE / "live_corpus.py", corpus, env=env)
    print(*(line for line in output.splitlines() if line.startswith(" ")), sep="\n")


def sanitized(sanitizers):
    """The environment in which a sanitized extension is built and loaded."""
    names = [f"lib{'asan' if name == 'address' else 'ubsan'}.so" for name in sanitizers.split(",")]
    files = [run("cc", f"-print-file-name={name}").strip() for name in names]
    if not all(map(os.path.isabs, files)):
        print(f"skipped: the Python package with sanitizers (no {' or '.join(names)})")
        sys.exit(77)
    flags = f"-fsanitize={sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1"
    return ({"TUNIP_COMPILE_FLAGS": flags, "TUNIP_LINK_FLAGS": flags},
            {"LD_PRELOAD": " ".join(files), "ASAN_OPTIONS": "detect_leaks=0",
             "PYTHONMALLOC": "malloc", "TUNIP_SANITIZED": "1"})


def main():
    source, library, plugins = \
        (pathlib.Path(name).resolve() for name in sys.argv[1:4])
    building, testing = sanitized(sys.argv[4]) if sys.argv[4:] else ({}, {})
    builder = next((python for python in pythons() if can(python, NEEDS)), None)
    if not builder:
        print("skipped: the Python package (no Python with headers)")
        sys.exit(77)
    run(sys.executable, HERE / "coverage.py", source)
    testing |= {"TUNIP_TESTS": str(source / "tests"), "TUNIP_TEST_DATA": str(pack.data()),
                "TUNIP_PLUGINS": str(plugins)}
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        wheel = build(builder, source, work,
                      {**building, "TUNIP_LIBRARY": str(library), "TUNIP_SOURCE": str(source)})
        zipfile.ZipFile(wheel).extractall(work / "site")
        if not sys.argv[4:]:
            check_tag(wheel, work)
        some = corpus.sample(sorted(pythons(), key=lambda python: python != builder), 1, "Pythons")
        files = debugged(work)
        for number, python in enumerate(some):
            inside = install(python, wheel, work / f"venv{number}")
            for tests in TESTS:
                print(inside, python, run(inside, HERE / tests, env=testing), sep="\n")
            if sys.argv[4:]:
                break
            check_examples(inside, source / "examples/python", source / "tests",
                           arguments={"debug_session": files, "search_cluster": None})
            check_dask(python, wheel, work / f"dask{number}", source)
            check_readme(inside, source, work)
            examples = sorted((source / "examples/python").glob("*.py"))
            check_mypy(python, inside, examples)
            check_pyright(inside, examples, work / f"types{number}")
            check_plugins(python, wheel, work / f"plugins{number}", testing)
        if not sys.argv[4:]:
            check_folder(str(work / "venv0/bin/python"), source, work)
            check_live(source, str(work / "site"))
    print(f"wheel of {builder}, tested with {len(some)} Pythons")


main()
