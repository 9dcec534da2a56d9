#!/usr/bin/env python3
"""Tests the commands of the debugger, and its comparison with values of other frameworks.

usage: commands.py TUNIP CC
"""

import io
import json
import os
import random
import re
import struct
import subprocess
import sys
import unittest
import zipfile

import graphs
import run


def zipped(members, method):
    """A .npz file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


class References(run.Case):
    """Values that another framework computed."""

    def setUp(self):
        super().setUp()
        self.run_graph("--dump", self.file("dump"))
        self.sums = graphs.floats(2, 0, -4, 0)

    def compare(self, reference, *more, status=0):
        """The same verdict from `tunip debug compare` and from the debugger."""
        path = self.file(reference)
        text = run.tunip("debug", "compare", self.file("dump"), path, *more, status=status)
        words = " ".join(str(word).removeprefix("--") for word in more)
        inside = self.batch("run", f"compare {path} {words}", status=2 if status == 2 else 0)
        if status == 2:
            self.assertTrue(inside.endswith(text.removeprefix("tunip: ")), (inside, text))
        else:
            report = text[:text.index(str(self.file("dump")))]
            self.assertTrue(inside.endswith(report), (inside, report))
        return text

    def test_forms(self):
        folder = self.file("folder")
        folder.mkdir()
        members = {"fused_add.npy": self.sums, "fused_split:1.npy": graphs.floats(-2, 0, 4, 0),
                   "readme": b"no tensor"}
        for name, data in members.items():
            (folder / name).write_bytes(data)
        self.file("fused_add.npy").write_bytes(self.sums)
        self.file("stored.npz").write_bytes(zipped(members, zipfile.ZIP_STORED))
        self.file("packed.npz").write_bytes(zipped(members, zipfile.ZIP_DEFLATED))
        self.file("some.params").write_bytes(graphs.params({
            "fused_add": ("float32", (4,), struct.pack("<4f", 2, 0, -4, 0)),
            "%4.1": ("float32", (4,), struct.pack("<4f", -2, 0, 4, 0))}))
        for name, count in (("folder", 2), ("stored.npz", 2), ("packed.npz", 2),
                            ("some.params", 2), ("fused_add.npy", 1)):
            text = self.compare(name)
            self.assertIn(f"{count} of 8 and {count} tensors correspond", text)
            self.assertIn("all are equal", text)
        # the values of a dump are called NODE.OUTPUT.npy
        self.assertIn("8 of 8 and 8 tensors correspond", self.compare("dump/values"))

    def test_difference(self):
        self.file("fused_add.npy").write_bytes(graphs.floats(2, 0, -3, 0))
        self.assertIn("first difference: node 2, fused_add, output 0, element [2]: -4 and -3",
                      self.compare("fused_add.npy", status=1))
        self.assertIn("all are equal", self.compare("fused_add.npy", "--abs", "1"))
        wide = graphs.npy("float64", (4,), struct.pack("<4d", 2, 0, -4, 0))
        self.file("fused_add.npy").write_bytes(wide)
        self.assertIn("all are equal", self.compare("fused_add.npy"))
        page = self.file("page.html")
        run.tunip("debug", "compare", self.file("dump"), self.file("fused_add.npy"), "--page", page)
        self.assertIn("fused_add", page.read_text())
        report = json.loads(run.tunip("debug", "compare", "--json", self.file("dump"),
                                  self.file("fused_add.npy")))
        self.assertEqual([pair["found_by"] for pair in report["pairs"]], ["name"])

    def test_short_floats(self):
        """A model of halfs is compared with values of more bits, rounded to halfs."""
        for dtype, bits in (("float16", 0x2E66), ("bfloat16", 0x3DCD)):
            self.lone("bytes_copy", dtype=dtype, shape=(1,))
            self.file("x.npy").write_bytes(graphs.npy(dtype, (1,), struct.pack("<H", bits)))
            self.run_graph("--dump", self.file(dtype), graph="lone.json", params=None)
            self.file("victim.npy").write_bytes(graphs.floats(0.1))
            self.assertIn("all are equal", run.tunip(
                "debug", "compare", self.file(dtype), self.file("victim.npy")))

    def test_found_by(self):
        """Names and numbers name a node; only a map is called one."""
        names = ["%0", "1.0", "fused_add", "fused_split:1", "theirs"]
        self.file("some.npz").write_bytes(zipped(
            {f"{name}.npy": self.sums for name in names}, zipfile.ZIP_STORED))
        self.file("map").write_text("theirs fused_log\n")
        report = json.loads(run.tunip("debug", "compare", "--json", self.file("dump"),
                                      self.file("some.npz"), "--map", self.file("map"), status=1))
        self.assertEqual([(pair["left"]["node"], pair["found_by"]) for pair in report["pairs"]],
                         [(0, "name"), (1, "name"), (2, "name"), (4, "name"), (5, "map")])

    def test_values_of_tvm(self):
        """The file of all values in a dump of TVM names nodes and outputs in its own way."""
        values = self.file("dump") / "_tvmdbg_device_CPU_0" / "output_tensors.params"
        self.assertIn(b"fused_split____topo-index:4____output-num:1", values.read_bytes())
        text = run.tunip("debug", "compare", self.file("dump"), values)
        self.assertRegex(text, r"(?s)^(\d+) of \1 and \1 tensors correspond\n.*\nall are equal\n")

    def test_map(self):
        """A node by its name, its number, or as the last of a layer."""
        self.file("torch.npz").write_bytes(zipped({
            "layer1.conv.npy": self.sums, "layer1.npy": graphs.npy(
                "float32", (2, 2), struct.pack("<4f", 2, 0, -4, 0)), "other.npy": self.sums},
            zipfile.ZIP_DEFLATED))
        self.assertIn("no node is called: layer1.conv, layer1, other\n",
                      self.compare("torch.npz", status=1))
        self.file("map").write_text("# theirs  ours\nlayer1.conv fused_a*\nlayer1 %3 # a layer\n")
        text = self.compare("torch.npz", "--map", self.file("map"))
        self.assertIn("2 of 8 and 3 tensors correspond\nno node is called: other\n", text)
        self.assertRegex(self.batch("run", f"compare {self.file('torch.npz')} abs 1 map "
                                    f"{self.file('map')}"), "all are equal")
        for line, message in (("layer1", "map:1: expected a name and a node: layer1"),
                              ("layer1 nowhere*", "map:1: no node is called so: nowhere*"),
                              ("layer2 %3", "map:1: the reference has no value layer2"),
                              ("layer1 %3\nother %3", "both belong to node 3")):
            self.file("map").write_text(line + "\n")
            self.assertIn(message, self.compare("torch.npz", "--map", self.file("map"), status=2))

    def test_hostile_names(self):
        """Names in archives and maps cannot control a terminal."""
        evil = "\x1b[31m\u202e\x9b"
        self.file("evil.npz").write_bytes(zipped({evil + ".npy": self.sums}, zipfile.ZIP_STORED))
        self.file("map").write_text(f"{evil} fused_add\n{evil}2 fused_add\n")
        for text in (self.compare("evil.npz", status=1),
                     self.compare("evil.npz", "--map", self.file("map"), status=2)):
            self.assertNotRegex(text, "[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

    def test_mutants(self):
        """Damaged archives and maps: an error or the right answer."""
        seed = random.Random(52)
        self.file("map").write_text("a.b fused_a*\nc %3\n")
        self.file("some.npz").write_bytes(zipped({"a.b.npy": self.sums, "c.npy": self.sums},
                                                 zipfile.ZIP_DEFLATED))
        for i in range(run.Mutants.count):
            path = self.file("map" if i % 4 == 0 else "some.npz")
            whole = path.read_bytes()
            path.write_bytes(run.Mutants.damaged(None, whole, seed))
            done = subprocess.run([run.TUNIP, "debug", "compare", self.file("dump"),
                                   self.file("some.npz"), "--map", self.file("map")],
                                  capture_output=True)
            self.assertIn(done.returncode, (0, 1, 2), done.stderr)
            self.assertEqual(done.returncode == 2, done.stderr.startswith(b"tunip: "))
            path.write_bytes(whole)

    def test_refused(self):
        good = zipped({"fused_add.npy": self.sums * 40}, zipfile.ZIP_DEFLATED)
        self.file("empty").mkdir()
        self.file("fused_add.npy").write_bytes(graphs.floats(2, 0))
        self.file("bad.npz").write_bytes(good[:60] + b"\0" + good[61:])
        self.file("cut.npz").write_bytes(good[:-30])
        with zipfile.ZipFile(self.file("shared.npz"), "w") as archive:
            archive.writestr("fused_add.npy", graphs.floats(*range(99)))
            archive.filelist *= 9
        for name, message in (("empty", "has no dump and no .npy files"),
                              ("fused_add.npy", "is float32[2], and its node, 2, has float32[4]"),
                              ("bad.npz", "bad.npz: fused_add.npy: "),
                              ("cut.npz", "the directory at the end of the archive is missing"),
                              ("shared.npz", "fused_add.npy: members of the archive overlap"),
                              ("nowhere", "nowhere"), ("graph.json", "not a file of parameters")):
            self.assertIn(message, self.compare(name, status=2))
        self.assertIn("graph.json is a file, and no folder of a dump", run.tunip(
            "debug", "compare", self.file("graph.json"), self.file("dump"), status=2))
        self.assertIn("needs no map", run.tunip("debug", "compare", self.file("dump"),
                                            self.file("dump"), "--map", "x", status=2))
        self.assertIn("expected abs X", self.batch("compare x abs", status=2))


class Commands(run.Case):
    def test_breaks(self):
        text = self.batch("break nan", "continue", "where")
        self.assertIn("breakpoint 1: nan > 0\n* 5 fused_log(%4.1)", text)
        self.assertIn("next:   6 fused_reciprocal", text)
        self.assertIn("* 6 fused_reciprocal", self.batch("break max 0.2 ", "delete 1", "break inf",
                                                         "run", "run"))
        self.assertIn("* 4 fused_split", self.batch("break fused_s*", "run"))
        self.assertIn("* 2 fused_add", self.batch("break if min <= -4 of fused_add", "run"))
        self.assertIn("* 3 reshape_nop", self.batch("break %3", "continue"))
        self.assertIn("no breakpoints", self.batch("breaks"))

    def test_steps(self):
        text = self.batch("step", "step 2", "goto %2", "run fused_split", "watch %2", "step")
        self.assertEqual([line for line in text.splitlines() if line.startswith("next")], [
            "next:   3 reshape_nop(%2) -> float32[2, 2]",
            "next:   5 fused_log(%4.1) -> float32[4]",
            "next:   2 fused_add(%0, %1) -> float32[4]",
            "next:   4 fused_split(%3) -> float32[4] float32[4]",
            "next:   5 fused_log(%4.1) -> float32[4]"])
        self.assertEqual(text.count("%2 fused_add: float32[4]\n"), 2)

    def test_goto(self):
        """Forward runs up to the node, back forgets it and later ones; nothing is said in
        silence."""
        text = self.batch("goto fused_log", "goto 5", "goto 7", "goto 2", "break %3", "goto %6")
        self.assertEqual([line for line in text.splitlines() if line[:4] in ("next", "all ", "this",
                                                                             "brea")], [
            "next:   5 fused_log(%4.1) -> float32[4]", "this node is the next one already",
            "next:   5 fused_log(%4.1) -> float32[4]", "all nodes have run",
            "next:   2 fused_add(%0, %1) -> float32[4]",
            "breakpoint 1: node %3", "breakpoint 1: node %3"])

    def test_only(self):
        """One node alone: its inputs must be known; a new value makes later nodes run again."""
        text = self.batch("run 5", "only %6", "where", "run", "only 2", "where")
        self.assertIn("* 6 fused_reciprocal(%4.0) -> float32[4]\n%6 fused", text)
        self.assertIn("next:   5 fused_log", text)
        self.assertTrue(text.endswith("all nodes have run\nall nodes have run\n"))
        self.assertIn("its input, node 4, has not run", self.batch("only 5", status=2))
        self.assertIn("node 0, x, is an input", self.batch("only x", status=2))
        self.assertTrue(self.batch("run", "goto 2", "inject x 1", "only 2", "where").endswith(
            "next:   3 reshape_nop(%2) -> float32[2, 2]\n"))

    def test_undo(self):
        text = self.batch("run", "inject %4.1 1", "inject x 7", "inject %4.1 2", "undo",
                          "show %4.1", "undo x", "show x", "undo", "run", "show %4.1")
        self.assertIn("%4.1 fused_split: float32[4], injected\n  [:] 1 1 1 1\n", text)
        self.assertIn("%0 x: float32[4]\n  [:] 1 2 -5 0\n", text)
        self.assertTrue(text.endswith("%4.1 fused_split: float32[4]\n  [:] -2 -0 4 -0\n"))
        self.assertIn("no value is injected", self.batch("undo", status=2))
        self.assertIn("this value is not injected", self.batch("inject x 1", "undo p", status=2))

    def test_input(self):
        """`input` is no injection."""
        text = self.batch("run", "inject x 3", "input x 1 1 1 1", "show x", "run", "show %2")
        self.assertIn("%0 x: float32[4]\n  [:] 1 1 1 1\n", text)
        self.assertIn("[:] 2 -1 2 1", text)
        self.assertIn("no value is injected",
                      self.batch("inject x 3", "input x 1", "undo", status=2))
        self.assertIn("this is no input", self.batch("input %2 1", status=2))

    def test_injected_functions_do_not_run(self):
        """A value in the place of all outputs bypasses a function that crashes."""
        g = graphs.sample()
        g.nodes[5]["attrs"]["func_name"] = "bad_crash"
        g.save(self.file("graph.json"))
        for more in ((), ("--isolate",)):
            text = self.batch("inject %5 0", "run", "show %5", "time", "repeat 2", more=more)
            self.assertIn("%5 fused_log: float32[4], injected\n  [:] 0 0 0 0", text)
            self.assertRegex(text, r" 0\.000 .* 5  fused_log, injected  bad_crash\n")
        self.assertIn("its function crashed",
                      self.batch("inject %5 0", "run", "undo", "run", more=("--isolate",),
                                 status=2))

    def test_breakpoints_are_not_doubled(self):
        text = self.batch("break nan", "break nan", "break if nan > 0", "break %3", "break %3",
                          "breaks")
        self.assertEqual(text.count("there is breakpoint 1: nan > 0\n"), 2)
        self.assertTrue(text.endswith("breakpoint 1: nan > 0\nbreakpoint 2: node %3\n"))
        self.assertEqual(self.batch("watch x", "watch x", "step").count("%0 x: float32[4]\n"), 3)

    def test_sources(self):
        """The profile, `node` and dumps name where a function is defined."""
        self.folder = self.folder.resolve()  # dumps name files by their real paths
        (self.file("code") / "deep").mkdir(parents=True)
        self.file("code/deep/kernels.c").write_text(
            "int fused_add(int);\n/* fused_add(x) {\n */\nint\tfused_add(int x)\n{\n"
            "  if (x) {}\n  return x;\n}\nint after;\n")
        self.file("code/module.py").write_text(
            "@T.prim_func\n# def fused_log(\ndef fused_log(\n    a: T.handle,\n):\n"
            "    T.evaluate(0)\n\nx = 1\n")
        self.file("code/library.o").write_bytes(b"\0fused_split(x) {")
        text = self.batch("run", "node fused_add", "node 5", "node %4", "time",
                          f"dump {self.file('dump')}", more=("--source", self.file("code")))
        code, module = self.file("code/deep/kernels.c"), self.file("code/module.py")
        self.assertIn(f"\n{code}:4\n    4  int\\tfused_add(int x)\n    5  {{\n"
                      "    6    if (x) {}\n    7    return x;\n    8  }\n", text)
        self.assertIn(f"\n{module}:3\n    3  def fused_log(\n    4      a: T.handle,\n    5  ):\n"
                      "    6      T.evaluate(0)\n    7  \n", text)
        self.assertNotIn("x = 1", text)
        self.assertRegex(text, rf" 5  fused_log  {re.escape(str(module))}:3\n")
        self.assertRegex(text, r" 4  fused_split\n")
        lines = [json.loads(line) for line in
                 (self.file("dump") / "run.jsonl").read_text().splitlines()]
        self.assertEqual([line["source"] for line in lines if "source" in line],
                         [{"code": {"file": str(code), "line": 4}},
                          {"tir": {"file": str(module), "line": 3}}])
        self.check_schema(lines)
        page = self.file("page.html")
        run.tunip("explorer", self.file("dump"), "-o", page)
        links = re.findall(r'<a href="file://([^"]*)">([^<]*)</a>', page.read_text())
        self.assertEqual(links, [(str(code), f"{code}:4"), (str(module), f"{module}:3")])
        near = os.path.relpath(self.file("code"))
        text = self.batch("run", "time", f"dump {self.file('dump')}", more=("--source", near))
        self.assertRegex(text, rf" 5  fused_log  {re.escape(near)}/module.py:3\n")
        run.tunip("explorer", self.file("dump"), "-o", page)
        self.assertEqual(re.findall(r'<a href="file://([^"]*)">([^<]*)</a>', page.read_text()),
                         links)
        self.assertIn("nowhere", self.batch("run", more=("--source", "nowhere"), status=2))

    def sources(self, **files):
        """The places that `time` names after --source, by function."""
        for name, text in files.items():
            self.file("code").mkdir(exist_ok=True)
            (self.file("code") / name).write_text(text)
        text = self.batch("run", "time", more=("--source", self.file("code")))
        return dict(re.findall(rf" (\w+)  {re.escape(str(self.file('code')))}/(\S+)\n", text))

    def test_sources_in_c_and_python(self):
        """Types in the line before, strings that look like comments, names without a prefix."""
        g = graphs.sample()
        g.nodes[2]["attrs"]["func_name"] = "tvmgen_default_add"
        g.save(self.file("graph.json"))
        self.assertEqual(self.sources(
            c='const char *open = "/*", quote = \'"\';\n'
              "// it's\nTVM_DLL\nint32_t\nfused_split(void *x)\n{\n  say(\"}\");\n}\n"
              "fused_reciprocal(x) {\n}\nstatic int add(int a) {\n}\n",
            python='""" It\'s /* a text. """\ndef fused_log():\n    pass\n'),
            {"fused_split": "c:4", "fused_log": "python:2", "tvmgen_default_add": "c:11"})
        self.assertIn(":4\n    4  int32_t\n    5  fused_split(void *x)\n    6  {\n"
                      "    7    say(\"}\");\n    8  }\n",
                      self.batch("run", "node 4", more=("--source", self.file("code"))))

    def test_sources_in_deep_folders(self):
        """Each depth, but no link to a folder; a folder that cannot be read is an error."""
        deep = self.file("code") / "/".join("abcdefghijkl")
        deep.mkdir(parents=True)
        (deep / "up").symlink_to(self.file("code"))
        (deep / "kernels.c").write_text("int fused_log(void) {}\n")
        self.assertEqual(self.sources(),
                         {"fused_log": "a/b/c/d/e/f/g/h/i/j/k/l/kernels.c:1"})
        if os.geteuid():
            deep.chmod(0)
            self.assertIn("l: cannot read the folder: Permission denied", self.batch(
                "run", more=("--source", self.file("code")), status=2))
            deep.chmod(0o700)

    def test_sources_of_damaged_records(self):
        """Lines of run.jsonl that cannot be read have no sources; names cannot leave their link."""
        dump, page = self.file("dump"), self.file("page.html")
        self.batch("run", f"dump {dump}")
        lines = [{"node": 2, "source": {"code": {"file": "javascript:x\"'><b>", "line": 7}}},
                 {"node": 99, "source": {"code": {"file": "far", "line": 1}}},
                 {"node": 3, "source": {"code": 5}}, {"node": -1, "source": {}}, [], 7]
        (dump / "run.jsonl").write_text("\n".join(map(json.dumps, lines)) + '\n{"node"')
        run.tunip("explorer", dump, "-o", page)
        text = page.read_text()
        self.assertIn('<a href="./javascript%3Ax%22%27%3E%3Cb%3E">javascript:x', text)
        self.assertNotIn("<b>", text)
        self.assertNotIn("far:1", text)

    def check_schema(self, lines):
        try:
            import jsonschema
        except ImportError:
            return
        for line in lines:
            jsonschema.validate(line, json.loads(run.SCHEMA.read_text()))

    def test_node(self):
        text = self.batch("run", "node fused_split")
        for part in ("* 4 fused_split(%3)", "function fused_split", "us in the first call",
                     "inputs\n%3 reshape_nop", "outputs\n%4.0 fused_split: float32[4]\n",
                     "used by\n  input 0 of * 5 fused_log", "  result 2 of the graph\n",
                     "attributes\n  num_outputs = 2\n"):
            self.assertIn(part, text)
        self.assertIn("there is no such node", self.batch("node 7", status=2))

    def test_names(self):
        """The whole word may be a name; only then has it the number of an output."""
        g = graphs.sample()
        g.nodes[2]["name"], g.nodes[3]["name"], g.nodes[4]["name"] = "x:0", "%4.1", "4:b"
        g.save(self.file("graph.json"))
        text = self.batch("run", "stats x:0", "stats x", "stats %4.1", "stats 4:b:1", "stats 4.0")
        self.assertEqual(re.findall(r"^%(\S+) (\S+):", text, re.M),
                         [("2", "x:0"), ("0", "x"), ("3", "%4.1"), ("4.1", "4:b"), ("4.0", "4:b")])
        for word in ("%4.", "%4:1", "%4.1.0", "4:b:", "x:y", "%99", ":0", "%", "4."):
            self.assertIn(f"no node is called {word}", self.batch(f"stats {word}", status=2))

    def test_values(self):
        text = self.batch("run", "show %4.1", "show %3 [1, 0:2]", "show %3 [1]", "stats fused_add")
        self.assertIn("%4.1 fused_split: float32[4]\n  [:] -2 -0 4 -0\n", text)
        self.assertIn("  [1, :] -4 0\n", text)
        self.assertIn("min -4  max 2  mean -0.5", text)
        self.assertIn("the slice does not fit", self.batch("run", "show %3 [2]", status=2))

    def test_inject(self):
        self.file("new.npy").write_bytes(graphs.floats(1, 1, 1, 1))
        text = self.batch("run", "inject %4.1 new.npy".replace("new", str(self.file("new"))),
                          "run", "show %5", "show %6", "inject p 1 2 3 4", "where", "run",
                          "show %2", "show %5")
        self.assertIn("%5 fused_log: float32[4]\n  [:] 0 0 0 0\n", text)
        self.assertIn("next:   2 fused_add", text)
        self.assertIn("%2 fused_add: float32[4]\n  [:] 2 4 -2 4\n", text)
        self.assertTrue(text.endswith("%5 fused_log: float32[4]\n  [:] 0 0 0 0\n"))
        self.assertIn("a number for each", self.batch("inject p 1 2", status=2))

    def inject(self, dtype, *numbers, status=0):
        """The elements of a tensor of this dtype after `inject`."""
        shape = (len(numbers),)
        self.lone("bytes_copy", dtype=dtype, shape=shape)
        self.file("zeros.npy").write_bytes(
            graphs.npy(dtype, shape, bytes(graphs.SIZES[dtype] * len(numbers))))
        text = self.batch("inject x " + " ".join(numbers), "show x", status=status,
                          graph="lone.json", params=None, inputs=("x=zeros.npy",))
        return text if status else text.splitlines()[-1].split()[1:]

    def test_numbers_of_integers(self):
        """A number that the dtype does not have is refused, not cut."""
        self.assertEqual(self.inject("int8", "-128", "127", "3.0"), ["-128", "127", "3"])
        for dtype, number in (("int32", "3.7"), ("int8", "128"), ("uint8", "-1"), ("int64", "1e19"),
                              ("int64", "nan"), ("bool", "0.5")):
            self.assertIn("the dtype of the tensor has no such number",
                          self.inject(dtype, number, status=2))

        # a double has 53 bits
        self.assertEqual(self.inject("uint64", "9e18", "18446744073709549568"),
                         ["9000000000000000000", "18446744073709549568"])
        self.assertIn("no such number", self.inject("uint64", "18446744073709551616", status=2))

    def test_numbers_of_short_floats(self):
        """The nearest number; of two equally near ones, the even one, as Python packs halfs."""
        numbers = [0.1, -1 / 3, 1 + 2**-11, 1 + 3 * 2**-11, 65519, 2**-14 - 2**-26, 2**-25,
                   3 * 2**-26, -2**-24, 5.5 * 2**-24, 0.0, -0.0]
        self.assertEqual([float(word) for word in self.inject("float16", *map(repr, numbers))],
                         [float(f"{struct.unpack('<e', struct.pack('<e', x))[0]:.7g}")
                          for x in numbers])
        numbers = [1 + 2**-8, 1 + 3 * 2**-8, -3.3895e38, 2**-134, 3 * 2**-134, 0.1]
        self.assertEqual([float(word) for word in self.inject("bfloat16", *map(repr, numbers))],
                         [float(f"{x:.7g}") for x in (1, 1 + 2**-6, -255 * 2**120, 0,
                                                      2**-132, 205 * 2**-11)])
        for dtype, number in (("float16", "65520"), ("bfloat16", "3.4e38"), ("float16", "-1e300")):
            self.assertIn("the dtype of the tensor has no such number",
                          self.inject(dtype, number, status=2))
            self.assertEqual(self.inject(dtype, "-inf", "nan")[0], "-inf")

    def test_dump_and_inject_from_it(self):
        dump = self.file("dump")
        self.batch("run", f"dump {dump}", f"trace {self.file('trace.json')}")
        self.assertEqual(len(json.loads(self.file("trace.json").read_text())["traceEvents"]), 14)
        self.assertIn("%2 fused_add: float32[4], injected\n  [:] 2 0 -4 0\n",
                      self.batch("inject x 7", f"inject %2 from {dump}", "run", "show %2"))

    def test_times_and_memory(self):
        text = self.batch("repeat 5", "time", "memory")
        self.assertEqual(text.count("name (5 runs behind the first calls)"), 2)
        first = [float(row.split()[0]) for row in text.splitlines() if row.endswith("fused_add")]
        self.assertTrue(first and all(number > 0 for number in first))
        self.assertIn("name (1 run, with first calls)", self.batch("run", "time"))
        self.assertIn("96 bytes in 6 storages", text)

    def test_isolated_times(self):
        """A function in a new process pays for its first call each time."""
        self.assertIn("name (2 runs, each call in a new process)",
                      self.batch("repeat 2", more=("--isolate",)))

    def test_isolated_crash(self):
        g = graphs.sample()
        g.nodes[5]["attrs"]["func_name"] = "bad_crash"
        g.save(self.file("graph.json"))
        self.assertIn("batch:1: node 5, fused_log: its function crashed",
                      self.batch("run", more=("--isolate",), status=2))

    def test_bad_lines(self):
        for line, message in (("fly", "no command is called fly"), ("goto", "usage: goto NODE"),
                              ("goto nowhere", "no node is called nowhere"),
                              ("show %4.2", "node 4 has 2 outputs"), ("step 0", "from 1"),
                              ("break if max >", "expected STATISTIC"),
                              ("break if big > 1", "the statistics are"),
                              ("delete 7", "no breakpoint"),
                              ("break nowhere*", "no node is called nowhere*"),
                              ("break if nan > 0 of no", "no node is called no"),
                              ("inject x 1e50", "the dtype of the tensor has no such number"),
                              ("inject x nan nan", "each")):
            self.assertIn(message, self.batch("# a comment", "", line, status=2))

    def test_help_and_print(self):
        text = self.batch("help", "print", "nodes", "quit", "fly")
        self.assertIn("inject TENSOR", text)
        self.assertIn("%2: float32[4] = fused_add(x, p)", text)


class Clauses(run.Case):
    """The table of clauses in docs/debug.md names tests and commands that exist."""

    def test_table(self):
        rows = [line for line in (run.HERE.parents[1] / "docs/debug.md").read_text().partition(
            "## Clauses")[2].splitlines() if line.startswith("| ")][1:]
        self.assertGreater(len(rows), 20)
        commands = {line.split()[0] for line in self.batch("help").splitlines()}
        options = run.tunip("debug", "--help")
        for row in rows:
            clause, here, tests = row.strip("| ").split(" | ")
            for file, names in re.findall(r"`([\w/]+\.(?:py|c))`(?:: ((?:`\w+`(?:, )?)+))?", tests):
                path = run.HERE.parents[1] / file if "/" in file else run.HERE / file
                text = path.read_text()
                for name in re.findall(r"\w+", names):
                    self.assertRegex(text, rf"(class|def) {name}\b", clause)
            for option in re.findall(r"--[a-z-]+", here):
                self.assertIn(option, options, clause)
            for word in re.findall(r"`([a-z]+)(?: [A-Z][^`]*| nan| inf)?`", here):
                self.assertTrue(len(word) == 1 or word in commands, f"{clause}: {word}")


if __name__ == "__main__":
    if not run.TUNIP.with_name("tunip-run").exists():
        print("skipped: debug.commands (this build has no tunip-run)")
        sys.exit(77)
    os.chdir(run.HERE)
    unittest.main(argv=sys.argv[:1], verbosity=1)
