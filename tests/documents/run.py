#!/usr/bin/env python3
"""Checks the examples of the documents: README.md and docs/*.md.

usage: run.py TUNIP LIBRARY INCLUDE_DIR CC

A fenced block whose first line begins with "$ " shows commands and their output. The test runs them
by sh in a copy of this folder and of those in FOLDERS, with the files in FILES, and compares what
they write to standard output and standard error. A line "..." stands for any number of lines.
Blocks with a word of NOT_RUN are skipped.

A block of C with a main() is compiled and must print module.json. Other blocks of C must occur in a
source that the build compiles, apart from white space and comments; those of the pages in PRELUDES
are compiled inside of a function instead.

A row of the table of docs/reading-scripts.md has a script and the text that is printed of it, from
which a reader makes other IR. The test checks both.

A table below a heading "The RFC, clause by clause" names tests. They must exist: files, functions
that begin with test_ or check_, and cases, which are quoted by the beginning of their title.

README.md is read by people in a hurry: it has at most README_LINES lines.

The tables of docs/formats.md list the members of each JSON format. The test collects the members
that the command writes, and compares.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent
ROOT = TESTS.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
DATA = pack.data()
FOLDERS = [DATA / "cli/data", DATA / "diff", TESTS / "history/data", HERE]
FILES = {"module.json": DATA / "golden/script.two_prims.json",
         "gemm.log.xz": TESTS / "history/data/tir-gemm.log.xz",
         "pipeline.log": DATA / "cli/data/mlir_functions.log",
         "old.log": DATA / "cli/data/mlir_module.log"}
README_LINES = 150
NOT_RUN = ("./dev", "cmake")
SOURCES = ("examples/*.c", "examples/*.cpp", "examples/*/*.c", "tests/plugin/lib/*.c",
           "src/dialects/tir/*.c", "src/backends/*/*.c")
PRELUDES = {
    "reading-scripts.md": "tunip_context *context, tunip_write_fn write, void *user",
    "writing-a-format.md": "tunip_assembler *a, size_t begin, size_t end, tunip_str key, "
                           "tunip_dtype dtype, tunip_node *lhs, tunip_str name",
}

problems = []


def blocks(page):
    """The fenced blocks of a page: (line number, word behind the fence, lines)."""
    lines = page.read_text(encoding="utf-8").splitlines()
    start = None
    for number, line in enumerate(lines):
        if not line.lstrip().startswith("```"):
            continue
        if start is None:
            start = number
        else:
            indent = len(line) - len(line.lstrip())
            body = [text[indent:] for text in lines[start + 1:number]]
            yield start + 2, lines[start].lstrip("` "), body
            start = None


# ---- commands and their output ----

def scratch(work):
    for folder in FOLDERS:
        shutil.copytree(folder, work, dirs_exist_ok=True)
    for name, path in FILES.items():
        shutil.copyfile(path, work / name)


def run(tunip, command):
    path = f"{tunip.parent}:{tunip.parent / 'examples'}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        scratch(work)
        done = subprocess.run(["sh", "-c", command], cwd=work, env={**os.environ, "PATH": path},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode().splitlines()


def matches(lines, shown):
    """Whether the output is what the page shows; "..." stands for any lines."""
    if not shown:
        return not lines
    if shown[0] == "...":
        return any(matches(lines[i:], shown[1:]) for i in range(len(lines) + 1))
    return bool(lines) and lines[0].rstrip() == shown[0].rstrip() and matches(lines[1:], shown[1:])


def check_commands(tunip, lines, where):
    """Runs the commands of a block; returns how many."""
    parts = []
    for line in lines:
        if line.startswith("$ "):
            parts.append((line[2:], []))
        else:
            parts[-1][1].append(line)
    for command, shown in parts:
        output = run(tunip, command)
        while shown and not shown[-1].strip():
            shown.pop()
        if not matches(output, shown):
            text = "\n".join(output)
            problems.append(f"{where}: `{command}` writes\n{text}")
    return len(parts)


# ---- C ----

def plain(code):
    """C without comments and white space."""
    return "".join(re.sub(r"/\*.*?\*/", "", code, flags=re.S).split())


def compile_program(code, tools, where):
    with tempfile.TemporaryDirectory() as name:
        program = pathlib.Path(name) / "program"
        (pathlib.Path(name) / "program.c").write_text(code, encoding="utf-8")
        command = [tools["cc"], "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{tools['include']}",
                   f"{program}.c", "-o", program, tools["library"],
                   f"-Wl,-rpath,{pathlib.Path(tools['library']).parent}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            problems.append(f"{where}: {done.stderr}")
            return
        module = FILES["module.json"]
        got = subprocess.run([program, module], capture_output=True, check=False).stdout
        want = subprocess.run([tools["tunip"], "print", module], capture_output=True,
                              check=False).stdout
        if not want or got != want:
            problems.append(f"{where}: the program prints another text")


def compile_statements(code, parameters, tools, where):
    text = ("#include <tunip.h>\n#include <tunip/ext/assemble.h>\n"
            f"void f({parameters}, tunip_error error);\n"
            f"void f({parameters}, tunip_error error)\n{{\n{code}\n(void)error;\n}}\n")
    command = [tools["cc"], "-std=c11", "-Wall", "-Werror", "-Wno-unused", f"-I{tools['include']}",
               "-fsyntax-only", "-x", "c", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        problems.append(f"{where}: {done.stderr}")


def check_c(page, code, sources, tools, where):
    if "int main(" in code:
        compile_program(code, tools, where)
    elif not any(plain(code) in source for source in sources):
        if page.name in PRELUDES:
            compile_statements(code, PRELUDES[page.name], tools, where)
        else:
            problems.append(f"{where}: no source has this code")


# ---- details that a text does not show ----

def printed_and_verdict(tunip, script):
    """The text of a script on one line, and the last line of its report."""
    command = "tunip save --from python - | tunip print --report -"
    path = f"{tunip.parent}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", command], input=f"{script}\n", text=True,
                          env={**os.environ, "PATH": path}, capture_output=True, check=False)
    return " ".join(done.stdout.split()), done.stderr.splitlines()[-1:]


def check_losses(tunip):
    """Each row of the table has a script, the text that is printed of it, and a loss."""
    text = (ROOT / "docs/reading-scripts.md").read_text(encoding="utf-8")
    section = text.split("## Details that a text does not show", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| [^`|]+ \| `(.*?)` \| `(.*?)` \|$", section, re.M)
    for script, shown in rows:
        printed, verdict = printed_and_verdict(tunip, script)
        if printed != shown or not verdict or "same IR" in verdict[0]:
            problems.append(f"docs/reading-scripts.md: `{script}`: `{printed}`: {verdict}")
    return len(rows)


# ---- the members of formats ----

def members(value, prefix=""):
    """All keys of a JSON value: "labels", "labels[].begin", ..."""
    if isinstance(value, list):
        return {name for item in value for name in members(item, prefix)}
    if not isinstance(value, dict):
        return set()
    found = set()
    for key, item in value.items():
        name = f"{prefix}.{key}" if prefix else key
        found.add(name)
        found |= members(item, f"{name}[]" if isinstance(item, list) else name)
    return found


def documented(heading):
    """The names in the first column of the tables below a heading of docs/formats.md."""
    text = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}", 1)[1].split("\n## ", 1)[0]
    names, last = set(), ""
    for row in re.findall(r"^\| (`.*?) \|", section, re.M):
        for name in re.findall(r"`([^`]+)`", row):
            if name.startswith("."):  # `labels[].begin`, `.end`: the same parent
                name = last.rpartition(".")[0] + name
            last = name
            names.add(name)
    return names


def output(tunip, *args):
    done = subprocess.run([tunip, *args], cwd=HERE, capture_output=True, text=True, check=False)
    return done.stdout or done.stderr


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def compare(heading, written):
    shown = documented(heading)
    for name in sorted(written - shown):
        problems.append(f"docs/formats.md: {heading}: nothing about `{name}`")
    for name in sorted(shown - written):
        problems.append(f"docs/formats.md: {heading}: `{name}` is never written")


def check_members(tunip):
    loop = DATA / "cli/data/loop.json"
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "map"
        output(tunip, "print", "--spans", "--source-map", path, DATA / "cli/data/spans_list.json")
        compare("The source map", members(json.loads(path.read_text(encoding="utf-8"))))
    scripts = set()
    for lhs in sorted((DATA / "diff").glob("*.lhs.json")):
        rhs = str(lhs).replace(".lhs.", ".rhs.")
        scripts |= members(json.loads(output(tunip, "diff", "--format", "json", lhs, rhs)))
    places = re.compile(r"(edits|renames)\[\]\.(lhs|rhs|inner)\.")
    scripts = {places.sub("lhs.", name) for name in scripts}
    shared = {f"renames[].{name}" for name in ("kind", "lhs", "rhs")}  # as in edits
    compare("Edit scripts", scripts - shared)
    found = [item for name in ("findings.json", "unplaced.json")
             for item in json_lines(output(tunip, "print", "--diagnostics", HERE / name,
                                           "--diagnostics-format", "json", loop))]
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "found.json"
        path.write_text('{"message": "here", "path": "<root>"}', encoding="utf-8")
        found += json_lines(output(tunip, "print", "--spans", "--diagnostics", path,
                                   "--diagnostics-format", "json",
                                   DATA / "cli/data/spans_list.json"))
    compare("Diagnostics out: `--diagnostics-format json`", members(found))


# ---- tables of clauses ----

def find_tests():
    """The names of all files of tests and examples, of their functions, and the titles of cases."""
    files = [path for folder in ("tests", "examples") for path in (ROOT / folder).rglob("*.*")
             if path.suffix in (".py", ".c", ".cases")]
    text = {path: path.read_text(encoding="utf-8") for path in files}
    functions = {name for path, body in text.items() if path.suffix == ".py"
                 for name in re.findall(r"^ *def ((?:test|check)_\w+)", body, re.M)}
    titles = {path.name: re.findall(r"^# (.*)", body, re.M) for path, body in text.items()
              if path.suffix == ".cases"}
    return {path.name for path in files}, functions, titles


def check_clauses():
    """What the tables of clauses name exists."""
    files, functions, titles = find_tests()
    count = 0
    for page in PAGES:
        section = page.read_text(encoding="utf-8").partition("## The RFC, clause by clause")[2]
        for row in (line for line in section.splitlines() if line.startswith("| ")):
            names = re.findall(r"`((?:test|check)_\w+|\w+\.(?:py|c|cases))`", row)
            count += len(names)
            problems.extend(f"{page.name}: there is no {name}" for name in names
                            if name not in files | functions)
            for name, quoted in re.findall(r'`(\w+\.cases)`:((?: ?"[^"]*",?)+)', row):
                for title in re.findall(r'"([^"]*)"', quoted):
                    if not any(each.startswith(title) for each in titles.get(name, ())):
                        problems.append(f'{page.name}: no case of {name} begins "{title}"')
    if not count:
        problems.append("no table of clauses names a test")


def main():
    tunip, library, include, cc = sys.argv[1:5]
    tools = {"tunip": tunip, "library": library, "include": include, "cc": cc}
    tunip = pathlib.Path(tunip).resolve()
    sources = [plain(path.read_text(encoding="utf-8"))
               for pattern in SOURCES for path in ROOT.glob(pattern)]
    commands = programs = 0
    for page in PAGES:
        for number, word, lines in blocks(page):
            where = f"{page.relative_to(ROOT)}:{number}"
            if lines and lines[0].startswith("$ "):
                if not any(name in line for line in lines for name in NOT_RUN):
                    commands += check_commands(tunip, lines, where)
            elif word in ("c", "cpp"):
                programs += 1
                check_c(page, "\n".join(lines), sources, tools, where)
    count = PAGES[0].read_text(encoding="utf-8").count("\n")
    if count > README_LINES:
        problems.append(f"README.md has {count} lines, more than {README_LINES}")
    check_clauses()
    check_members(tunip)
    commands += check_losses(tunip)
    for problem in problems:
        print(problem)
    print(f"documents: {commands} commands, {programs} pieces of C, {len(problems)} problems")
    return bool(problems) or not commands or not programs


sys.exit(main())
