#!/usr/bin/env python3
"""Checks `tunip check`: the examples of docs/rules.md, and the forms of findings.

usage: run.py TUNIP

docs/rules.md has a section for each rule, in the order of `tunip check --list-rules`. A block of
Python is a script, and the block of text behind it is what the command writes about it. Editors and
CI find the place of a finding with the regular expressions below, which are theirs.
"""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TUNIP = str(pathlib.Path(sys.argv[1]).resolve())
# The problem matchers of VS Code ($gcc) and of GitHub's actions for GCC, and Emacs' `gnu`.
MATCHERS = {
    "vscode": re.compile(r"^(?:\x1b\[[0-9;]*m)?(.*?):(\d+):(\d+):\s+(?:fatal\s+)?"
                         r"(warning|error|note):\s+(.*)$"),
    "github": re.compile(r"^(.*):(\d+):(\d+):\s+(warning|error):\s+(.*)$"),
    "emacs": re.compile(r"^(?:[A-Za-z][-A-Za-z0-9.]+: ?)?"
                        r"([0-9]*[^0-9\n](?:[^\n :]| [^-/\n]|:[^ \n])*?)"
                        r":(\d+)(?:[.:](\d+))?: (?: *(error|warning|note|info))?(.*)"),
}
# Without VS Code and Emacs, their expressions stand here; vim itself is asked if it is there.
VIM = ("cexpr readfile('found.txt') | call filter(getqflist(), 'v:val.valid') | "
       "call writefile(map(filter(getqflist(), 'v:val.valid'), "
       "{_, e -> join([bufname(e.bufnr), e.lnum, e.col, e.type, e.text])}), 'seen.txt') | q!")

BAD = ('@T.prim_func\n'
       'def f(A: T.Buffer((16,), "float32")):\n'
       '    A[99] = A[0]\n'
       '    for i in T.gird(16):\n'
       '        A[i] = T.exp(A[i])\n')
OUT = ('@T.prim_func\n'
       'def f(A: T.Buffer((16,), "float32")):\n'
       '    A[99] = A[0]\n')
GOOD = '@T.prim_func\ndef f(A: T.Buffer((16,), "float32")):\n    A[9] = A[0]\n'

problems = []


def expect(what, got, wanted):
    if got != wanted:
        problems.append(f"{what}: got {got!r}, expected {wanted!r}")


def tunip(work, *arguments):
    return subprocess.run([TUNIP, "check", *arguments], cwd=work, capture_output=True,
                          encoding="utf-8", check=False)


def examples(work):
    """The sections of docs/rules.md and their examples."""
    page = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    listed = [line.split()[0] for line in tunip(work, "--list-rules").stdout.splitlines()]
    expect("the sections of docs/rules.md", [name for name, _ in sections], listed)
    header = (ROOT / "include/tunip/ext/elaborate.h").read_text(encoding="utf-8")
    named = re.findall(r'#define TUNIP_BREAKS_(\w+) +"\\1([\w-]+)\\2"', header)
    expect("the rules of messages", [name for _, name in named if name not in listed], [])
    expect("the names of these rules", [word for word, _ in named],
           [name.upper().replace("-", "_") for _, name in named])
    for name, text in sections:
        match = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.S)
        if not match:
            continue
        script, shown = match.groups()
        (work / "bad.py").write_text(script, encoding="utf-8")
        done = tunip(work, "bad.py")
        got = "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())
        expect(f"the example of {name}", got, shown)
        expect(f"the status of the example of {name}", done.returncode, 1)
        if f"[{name}]" not in got:
            problems.append(f"the example of {name} has no finding of this rule")
        allowed = tunip(work, "--allow", name, "bad.py").stdout
        if f"[{name}]" in allowed:
            problems.append(f"--allow {name} keeps its findings")
        warned = tunip(work, "--allow", "all", "--warn", name, "bad.py")
        expect(f"the status of --warn {name}", warned.returncode, 0)
        if ": warning: " not in warned.stdout or ": error: " in warned.stdout:
            problems.append(f"--warn {name} writes no warnings only")


def lines(work):
    """Other programs find the places."""
    text = tunip(work, "bad.py", "out.py").stdout
    (work / "found.txt").write_text(text, encoding="utf-8")
    places = [("bad.py", "4", "14"), ("out.py", "3", "7")]
    for name, pattern in MATCHERS.items():
        found = [match.groups()[:3] for match in map(pattern.match, text.splitlines()) if match]
        expect(f"the places that {name} finds", found, places)
    vim = shutil.which("vim")
    if not vim:
        print("skipped: reading findings in vim (it is not installed)")
        return
    subprocess.run([vim, "-Nu", "NONE", "-es", "-c", VIM], cwd=work, check=False,
                   stdin=subprocess.DEVNULL)
    seen = (work / "seen.txt").read_text(encoding="utf-8").splitlines()
    expect("the places that vim finds", [tuple(line.split()[:3]) for line in seen], places)


def validate(log):
    """A SARIF log against its schema, with the validator of tests/outputs."""
    spec = importlib.util.find_spec("jsonschema")
    schema = json.loads((ROOT / "tests/outputs/sarif.json").read_text(encoding="utf-8"))
    if not spec:
        print("skipped: the schema of SARIF (no jsonschema)")
    else:
        import jsonschema
        jsonschema.validate(log, schema)


def sarif(work):
    """Two files are one log; a log without findings is complete."""
    for files, count in ((("bad.py", "out.py"), 2), (("good.py",), 0)):
        log = json.loads(tunip(work, "--errors", "sarif", *files).stdout)
        validate(log)
        expect("the runs of the log", len(log["runs"]), 1)
        run = log["runs"][0]
        expect("the results", len(run["results"]), count)
        expect("the files", [a["location"]["uri"] for a in run["artifacts"]], list(files))
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            expect("the rule", rules[result["ruleIndex"]]["id"], result["ruleId"])
    log = json.loads(tunip(work, "--errors", "sarif", "bad.py").stdout)
    change = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0]
    expect("the fix", (change["insertedContent"]["text"], change["deletedRegion"]["startColumn"],
                       change["deletedRegion"]["endColumn"]), ("T.grid", 14, 20))
    # the messages of all commands about their input are one log, too
    done = subprocess.run([TUNIP, "print", "--fold", "--errors", "sarif", "bad.py", "worse.py"],
                          cwd=work, capture_output=True, encoding="utf-8", check=False)
    log = json.loads(done.stderr)
    validate(log)
    expect("the files of print", [a["location"]["uri"] for a in log["runs"][0]["artifacts"]],
           ["bad.py", "worse.py"])


def other_forms(work):
    github = tunip(work, "--errors", "github", "bad.py").stdout
    expect("the annotation", github,
           "::error file=bad.py,line=4,col=14,endLine=4,endColumn=20,title=undefined-name::"
           "T has no function `gird`%0Adid you mean `T.grid`?\n")
    found = [json.loads(line) for line in tunip(work, "--errors", "json", "bad.py",
                                                "out.py").stdout.splitlines()]
    expect("the rules in JSON", [d["code"] for d in found], ["undefined-name", "out-of-bounds"])
    done = tunip(work, "--errors", "json", "-o", "found.json", "out.py")
    expect("the output with -o", (done.stdout, done.returncode), ("", 1))
    expect("the file of -o", len((work / "found.json").read_text().splitlines()), 1)


def fixes(work):
    (work / "fixed.py").write_text(BAD.replace("99", "9"), encoding="utf-8")
    done = tunip(work, "--fix", "fixed.py")
    expect("the status of --fix", (done.returncode, done.stdout), (0, ""))
    expect("the fixed script", (work / "fixed.py").read_text(encoding="utf-8"),
           BAD.replace("99", "9").replace("gird", "grid"))


def statuses(work):
    for arguments, status in ((("good.py",), 0), (("out.py",), 1), (("missing.py",), 2),
                              (("good.py", "missing.py"), 2), ((), 2), (("--deny", "x", "a"), 2)):
        expect(f"the status of {arguments}", tunip(work, *arguments).returncode, status)


def comments(work):
    for script in (OUT.replace("A[0]\n", "A[0]  # tunip: allow(out-of-bounds)\n"),
                   OUT.replace("    A[99]", "    # tunip: allow(dtype, out-of-bounds)\n    A[99]"),
                   "# tunip: allow(out-of-bounds)\n" + OUT):
        (work / "allowed.py").write_text(script, encoding="utf-8")
        expect(f"the findings of {script}", tunip(work, "allowed.py").stdout, "")
    (work / "allowed.py").write_text("# tunip: allow(dtype)\n" + OUT, encoding="utf-8")
    expect("another rule is allowed", tunip(work, "allowed.py").returncode, 1)


# ---- saved modules ----

RELAX = ('@I.ir_module(check_well_formed=False)\nclass M:\n    @R.function(pure=False)\n'
         '    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):\n'
         '        with R.dataflow():\n            lv = R.add(x, x)\n'
         '            gv = R.multiply(lv, x)\n'
         '            R.output(gv)\n        y = R.print(gv, format="{}")\n        return gv\n')
HEAD = '@T.prim_func(check_well_formed=False)\ndef f('
LET = "    with T.LetStmt(42, var=i):\n"
TIR = {
    "a thread may be bound again in its function":
        (HEAD + 'A: T.Buffer((256,), "float32")):\n    t = T.env_thread("threadIdx.x")\n'
         '    with T.launch_thread(t, 256):\n        A[t] = A[t] + T.float32(1)\n'
         '    with T.launch_thread(t, 256):\n        A[t] = A[t] + T.float32(2)\n', []),
    "two buffers may share their data":
        (HEAD + 'a: T.handle, b: T.handle):\n    A = T.match_buffer(a, [16], "float32")\n'
         '    B = T.match_buffer(b, [16], "float32", data=A.data)\n    B[0] = A[0]\n', []),
    "an opaque block may use loop variables":
        (HEAD + 'A: T.Buffer((4,), "float32")):\n    for i in range(4):\n'
         '        with T.block("b"):\n            A[i] = T.float32(0)\n', []),
    "a block with axes may not":
        (HEAD + 'A: T.Buffer((4,), "float32")):\n    for i in range(4):\n'
         '        with T.block("b"):\n            v = T.axis.spatial(4, i)\n'
         '            A[v] = A[i]\n', ["loop-variable"]),
    "a matched buffer of a block defines its variables":
        (HEAD + 'A: T.Buffer((16, 16), "int32")):\n    for i in range(16):\n'
         '        with T.block("b"):\n            v = T.axis.spatial(16, i)\n'
         '            offset = T.int32()\n'
         '            B = T.match_buffer(A[v, 0:16], (16,), "int32", elem_offset=offset)\n'
         '            B[0] = offset\n', []),
    "a scope has ended": (HEAD + "):\n    i = T.int32()\n" + LET + "        T.evaluate(i)\n"
                          "    T.evaluate(i)\n", ["undefined-variable"]),
    "a definition in its own scope": (HEAD + "):\n    i = T.int32()\n" + LET + "    " + LET +
                                      "            T.evaluate(i)\n", ["redefined-variable"]),
    "two definitions": (HEAD + "):\n    i = T.int32()\n" + LET + "        T.evaluate(i)\n" + LET +
                        "        T.evaluate(i)\n", ["redefined-variable"]),
    "a variable without a definition": (HEAD + "):\n    i = T.int32()\n    T.evaluate(i)\n",
                                        ["undefined-variable"]),
}


# Calls of tensor IR in Relax, judged as TVM's well_formed() judges them, in each version.
CALL = ('@I.ir_module(check_well_formed=False)\nclass M:\n    @R.function\n'
        '    def main(%s):\n        y = R.call_tir(M.f, (%s,), R.Tensor((%s,), "float32"))\n'
        '        return y\n    @T.prim_func\n    def f(%s):\n%s')
MATCH = ('        m = T.int64()\n        n = T.int64()\n'
         '        A = T.match_buffer(a, (m, n), "float32")\n'
         '        B = T.match_buffer(b, (m * n,), "float32")\n        B[0] = A[0, 0]\n')
SCALE = 'x: T.Buffer((8,), "float32"), s: T.float32, y: T.Buffer((8,), "float32")'
SCALED = "        y[0] = x[0] * s\n"
X = 'x: R.Tensor((8,), "float32")'
PURE = ('@I.ir_module(check_well_formed=False)\nclass M:\n    @R.function\n'
        '    def main(x: R.Tensor):\n        y = M.f(x)\n        return y\n'
        '    @T.prim_func(private=True)\n    def f(x: T.handle) -> T.bool:\n%s')
RELAX_CALLS = {
    "the shape of an output follows from the arguments":
        (CALL % ('x: R.Tensor((8, 4), "float32")', "x", "32", "a: T.handle, b: T.handle", MATCH),
         []),
    "an output with another shape":
        (CALL % ('x: R.Tensor((8, 4), "float32")', "x", "64", "a: T.handle, b: T.handle", MATCH),
         ["struct-info"]),
    "an argument that is a number":
        (CALL % (X + ', s: R.Prim("float32")', "x, s", "8", SCALE, SCALED), []),
    "a number of another dtype":
        (CALL % (X + ', s: R.Prim("int64")', "x, s", "8", SCALE, SCALED), ["struct-info"]),
    "a shape in the place of a number":
        (CALL % (X, "x, R.shape([1])", "8", SCALE, SCALED), ["struct-info"]),
    "more arguments than parameters":
        (CALL % (X, "x, x, x, x", "8", SCALE, SCALED), ["arguments"]),
    "a function of tensor IR that only computes a number":
        (PURE % '        return T.tvm_struct_get(x, 0, 5, dtype="uint8") == T.uint8(4)\n', []),
    "a function of tensor IR with effects":
        (PURE % ('        T.evaluate(T.call_extern("int32", "f", x))\n'
                 '        return T.bool(True)\n'), ["purity"]),
}


def nodes_of(module, kind):
    return [node for node in module["nodes"] if node["type"] == kind]


def set_all(kind, field, value):
    def change(module):
        for node in nodes_of(module, kind):
            node["data"][field] = value
    return change


def rename_blocks(module):
    for node in nodes_of(module, "relax.expr.DataflowBlock"):
        node["type"] = "relax.expr.BindingBlock"


def nest(module):
    """The first call becomes an argument of the second one."""
    calls = [i for i, node in enumerate(module["nodes"]) if node["type"] == "relax.expr.Call"]
    ops = {module["nodes"][module["nodes"][i]["data"]["op"]]["data"]: i for i in calls}
    add, multiply = ops["relax.add"], ops["relax.multiply"]
    args = module["nodes"][module["nodes"][multiply]["data"]["args"]]["data"]
    args[0] = add


def soften(module):
    """The sizes become floats."""
    for node in nodes_of(module, "ir.IntImm"):
        node["type"] = "ir.FloatImm"
        node["data"].update(dtype="float32", value=4.0)


RELAX_EDITS = {
    "unchanged": (lambda module: None, []),
    "a pure function with effects": (set_all("relax.expr.Function", "is_pure", True), ["purity"]),
    "dataflow variables outside of a dataflow block": (rename_blocks, ["dataflow"]),
    "a call as an argument": (nest, ["normal-form"]),
    "sizes that are no integers": (soften, ["shape"]),
    "a call without struct info": (set_all("relax.expr.Call", "struct_info_", 0), ["struct-info"]),
}


def codes(work, name="saved.json"):
    done = tunip(work, "--errors", "json", name)
    if done.stderr:
        problems.append(done.stderr)
    return sorted({json.loads(line)["code"] for line in done.stdout.splitlines()})


def calls(work):
    """Rules about Relax, in scripts of each version."""
    for title, (script, wanted) in RELAX_CALLS.items():
        for version in ("0.23", "0.24", "0.25", "0.26"):
            (work / "call.py").write_text(script, encoding="utf-8")
            done = tunip(work, "--errors", "json", "--vintage", version, "call.py")
            found = sorted({json.loads(line)["code"] for line in done.stdout.splitlines()})
            expect(f"{title}, in v{version}", found, wanted)


def whole(work):
    """Of what TVM v0.26 saved, each function is checked. The corpus is not part of the tree."""
    corpus = ROOT.parent / "shared/data/tvm-0.26"
    files = [file for kind in ("tir-func", "tir-module", "relax-func", "relax-module",
                               "mixed-module") for file in sorted((corpus / kind).glob("*.json"))]
    files = files[::1 if os.environ.get("TUNIP_TEST_ALL", "0") != "0" else 20]
    if not files:
        print("skipped: the functions of TVM v0.26 (no corpus)")
    for first in range(0, len(files), 200):
        done = tunip(work, "--allow", "all", "--deny", "incomplete",
                     *map(str, files[first:first + 200]))
        expect("functions that are not checked", (done.stdout, done.returncode), ("", 0))


def save(work, script):
    (work / "saved.py").write_text(script, encoding="utf-8")
    done = subprocess.run([TUNIP, "save", "--fold", "saved.py", "-o", "saved.json"], cwd=work,
                          capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        problems.append(done.stderr)


def saved(work):
    """Rules of graphs, about saved modules: ill-formed ones, as TVM judges them."""
    for title, (script, wanted) in TIR.items():
        save(work, script)
        expect(title, codes(work), wanted)
    for title, (edit, wanted) in RELAX_EDITS.items():
        save(work, RELAX)
        module = json.loads((work / "saved.json").read_text(encoding="utf-8"))
        edit(module)
        (work / "saved.json").write_text(json.dumps(module), encoding="utf-8")
        expect(title, codes(work), wanted)
        done = subprocess.run([TUNIP, "save", "--vintage", "0.26", "--lossy", "saved.json", "-o",
                               "newer.json"], cwd=work, capture_output=True, encoding="utf-8",
                              check=False)
        expect(f"{title}, as v0.26", (done.returncode, codes(work, "newer.json")), (0, wanted))


def main():
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        examples(work)
        for file, text in (("bad.py", BAD), ("out.py", OUT), ("good.py", GOOD),
                           ("worse.py", BAD.replace("gird", "ragne"))):
            (work / file).write_text(text, encoding="utf-8")
        for check in (lines, sarif, other_forms, fixes, statuses, comments, saved, calls,
                      whole):
            check(work)
    print(*problems, sep="\n")
    print(f"check: {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
