#!/usr/bin/env python3
"""Tests `tunip debug`: runs of a small graph and of TVM's models, dumps, comparisons, commands.

usage: run.py TUNIP CC
"""

import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

import graphs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[2] / "shared" / "data" / "debug"
DATA_OF_CLI = pack.data() / "cli" / "data"
SCHEMA = HERE.parents[1] / "schema" / "debug-run.json"
TUNIP, CC = (pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]) if len(sys.argv) > 2 else ("", "")


def tunip(*words, status=0, text=None, env=None):
    """Runs the command; returns its output, or its messages if it fails."""
    run = subprocess.run([TUNIP, *map(str, words)], capture_output=True, text=True, input=text,
                         env=dict(os.environ, **(env or {})))
    if run.returncode != status:
        raise AssertionError(f"{words}: status {run.returncode}\n{run.stdout}{run.stderr}")
    return run.stderr if status == 2 else run.stdout


class Case(unittest.TestCase):
    """A folder with a library and files of a graph."""

    @classmethod
    def setUpClass(cls):
        cls.top = pathlib.Path(tempfile.mkdtemp())
        cls.library = cls.top / "kernels.so"
        subprocess.run([CC, "-O1", "-shared", "-fPIC", "-o", cls.library, HERE / "kernels.c",
                        "-lm"], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.top)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=self.top))
        graphs.sample().save(self.file("graph.json"))
        self.file("x.npy").write_bytes(graphs.floats(1, 2, -5, 0))
        one = struct.pack("<4f", 1, -2, 1, 0)
        self.file("p.params").write_bytes(graphs.params({"p": ("float32", (4,), one)}))

    def file(self, name):
        return self.folder / name

    def words(self, *more, graph="graph.json", params="p.params", inputs=("x=x.npy",)):
        words = [self.file(graph), "--lib", self.library]
        if params:
            words += ["--params", self.file(params)]
        for item in inputs:
            name, _, path = item.rpartition("=")
            words += ["--input", f"{name}={self.file(path)}"]
        return words + list(more)

    def run_graph(self, *more, status=0, env=None, **kinds):
        return tunip("debug", "run", *self.words("--output", self.file("out"), *more, **kinds),
                     status=status, env=env)

    def results(self):
        return [graphs.read_floats(path) for path in sorted(self.file("out").glob("*.npy"))]

    def batch(self, *lines, status=0, more=(), **kinds):
        self.file("batch").write_text("\n".join(lines) + "\n")
        return tunip("debug", *self.words("--batch", self.file("batch"), *more, **kinds),
                     status=status)

    def lone(self, function, **kinds):
        """A graph of one call, of a function that misbehaves."""
        g = graphs.Graph()
        call = g.add("victim", [(g.add("x", **kinds), 0)], function, **kinds)
        g.heads = [(call, 0)]
        g.save(self.file("lone.json"))


class Replies(Case):
    """--batch-json: another program writes commands and reads replies."""

    def replies(self, *lines, more=()):
        self.file("batch").write_text("".join(line + "\n" for line in lines))
        output = tunip("debug", *self.words("--batch-json", self.file("batch"), *more))
        return [json.loads(line) for line in output.splitlines()]

    def test_replies(self):
        """One line for each command, also for one that fails, an empty one and a comment."""
        first, hit, wrong, empty, end, last = self.replies(
            "break nan", "run", "show %99", "# nothing", "run", "quit", "run")
        self.assertEqual((first["breakpoint"], first["next"], first["at"]), (1, 2, None))
        self.assertEqual(first["text"], "breakpoint 1: nan > 0\n")
        self.assertEqual((hit["breakpoint"], hit["at"], hit["next"]), (1, 5, 6))
        self.assertEqual((wrong["text"], wrong["error"]), ("", "no node is called %99"))
        self.assertEqual((empty["text"], empty["error"], empty["breakpoint"]), ("", None, None))
        self.assertEqual((end["next"], end["at"], end["text"]), (None, 6, "all nodes have run\n"))
        self.assertEqual(last["error"], None)

    def test_conversation(self):
        """A reply comes before the next command."""
        words = list(map(str, [TUNIP, "debug", *self.words("--batch-json", "-")]))
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as child:
            for line, node in (("step", 3), ("step 2", 5), ("goto 2", 2)):
                child.stdin.write(line + "\n")
                child.stdin.flush()
                self.assertEqual(json.loads(child.stdout.readline())["next"], node)
            child.stdin.close()
            self.assertEqual(child.stdout.read(), "")
        self.assertEqual(child.returncode, 0)

    def test_names(self):
        """Names that are no UTF-8 and characters of terminals are those of JSON."""
        self.lone("copy")
        output = tunip("debug", *self.words("--batch-json", "-"), text="show a\x1b\nwhere\n")
        self.assertNotIn("\x1b", output)
        self.assertEqual(json.loads(output.splitlines()[0])["error"], "no node is called a\x1b")

    def test_save(self):
        """`save` writes a tensor that is computed."""
        early, _, done, wrong = self.replies(
            f"save %2 {self.file('sum.npy')}", "run", f"save fused_add {self.file('sum.npy')}",
            f"save %2 {self.file('no/folder.npy')}")
        self.assertEqual(early["error"], "the tensor is not computed yet")
        self.assertEqual(done["error"], None)
        self.assertEqual(graphs.read_floats(self.file("sum.npy")), [2, 0, -4, 0])
        self.assertIn("folder.npy", wrong["error"])

    def test_options(self):
        for words in (("run", *self.words("--batch-json", "-")),
                      self.words("--batch-json", "-", "--batch", "-")):
            self.assertIn("--batch", tunip("debug", *words, status=2))
        self.assertIn("cannot open", tunip("debug", *self.words("--batch-json", self.file("none")),
                                           status=2))

    def test_compare(self):
        """`compare --json` has each pair, and the same verdict as the text."""
        self.run_graph("--dump", self.file("one"))
        self.file("y.npy").write_bytes(graphs.floats(1, 2, -5, 1))
        self.run_graph("--dump", self.file("two"), inputs=("x=y.npy",))
        for other, status in (("one", 0), ("two", 1)):
            text = tunip("debug", "compare", "--json", self.file("one"), self.file(other),
                         status=status)
            report = json.loads(text)
            self.assertEqual((report["version"], report["left"], report["right"]), (1, 8, 8))
            self.assertEqual(len(report["pairs"]), 8)
            verdicts = {pair["left"]["node"]: pair["verdict"] for pair in report["pairs"]}
            self.assertEqual(set(verdicts.values()) == {"equal"}, status == 0)
        pair = report["pairs"][0]
        self.assertEqual((pair["left"], pair["found_by"], pair["elements"], pair["differ"],
                          pair["first"], pair["absolute"]),
                         ({"name": "x", "node": 0, "output": 0}, "name", 4, 1, 3, 1))
        log = next(one for one in report["pairs"] if one["left"]["node"] == 5)
        self.assertEqual((log["verdict"], log["ulp"], log["absolute"]), ("different", None, 0))
        self.assertIn("two dumps", tunip("debug", "compare", "--json", self.file("one"), status=2))


class Run(Case):
    def check_results(self):
        log, over, negated = self.results()
        self.assertEqual(negated, [-2, 0, 4, 0])
        self.assertTrue(math.isnan(log[0]) and math.isinf(log[1]))
        self.assertAlmostEqual(log[2], math.log(4), 6)
        self.assertEqual(over[:3], [0.25, math.inf, -0.125])

    def test_plain(self):
        self.run_graph()
        self.check_results()

    def test_isolated(self):
        self.run_graph("--isolate")
        self.check_results()

    def test_folders(self):
        """Folders that are missing are made, with those above them."""
        for more in ((), ("--dump", self.file("d/e/f"))):
            tunip("debug", "run", *self.words("--output", self.file(f"a{len(more)}/b/c/"), *more))
            self.assertTrue(self.file(f"a{len(more)}/b/c/2.npy").is_file())
        self.assertTrue(self.file("d/e/f/run.jsonl").is_file())
        for option in ("--output", "--dump"):
            self.assertIn(": cannot make the folder",
                          tunip("debug", "run", *self.words(option, ""), status=2))
        self.assertIn("x.npy/a/b: cannot make the folder: Not a directory",
                      tunip("debug", "run", *self.words("--output", self.file("x.npy/a/b")),
                            status=2))

    def test_plain_run_maps_no_debugger(self):
        self.lone("list_maps")
        maps = self.file("maps")
        self.run_graph(graph="lone.json", params=None, env={"TEST_MAPS": str(maps)})
        text = maps.read_text()
        self.assertIn("tunip-run", text)
        for name in ("tunip-debug", "ncurses"):
            self.assertNotIn(name, text)
        self.run_graph("--dump", self.file("dump"), graph="lone.json", params=None,
                       env={"TEST_MAPS": str(maps)})
        self.assertIn("tunip-debug", maps.read_text())

    def test_the_command_has_no_runtime(self):
        if not shutil.which("nm"):
            self.skipTest("no nm")
        names = subprocess.run(["nm", TUNIP], capture_output=True, text=True).stdout
        plain = subprocess.run(["nm", TUNIP.with_name("tunip-run")], capture_output=True,
                               text=True).stdout
        self.assertNotIn(" rt_open", names)
        self.assertIn(" rt_open", plain)
        self.assertNotIn("dbg_session", plain)

    def test_all_dtypes(self):
        for dtype, size in graphs.SIZES.items():
            for shape in ((2, 3), (), (5,), (0, 3)):
                self.lone("bytes_copy", dtype=dtype, shape=shape)
                data = bytes(i % 2 if dtype == "bool" else i * 37 % 256
                             for i in range(size * graphs.count(shape)))
                file = graphs.npy(dtype, shape, data)
                self.file("x.npy").write_bytes(file)
                for more in ((), ("--dump", self.file("dump"))):
                    self.run_graph(*more, graph="lone.json", params=None)
                    self.assertEqual((self.file("out") / "0.npy").read_bytes(), file, dtype)
                saved = graphs.read_params((self.file("dump") / "_tvmdbg_device_CPU_0" /
                                            "output_tensors.params").read_bytes())
                self.assertEqual(saved["x____topo-index:0____output-num:0"][2], data)
                self.file("x.params").write_bytes(graphs.params({"x": (dtype, shape, data)}))
                self.run_graph(graph="lone.json", params="x.params", inputs=())
                self.assertEqual((self.file("out") / "0.npy").read_bytes(), file, dtype)

    def test_main_function(self):
        self.lone("__tvm_main__")
        self.run_graph(graph="lone.json", params=None)
        self.assertEqual(self.results(), [[1, 2, -5, 0]])

    def test_cut_name(self):
        """A name that TVM has cut is a name like any other."""
        name = "tvmgen_default_fused_" + "exp_log_tanh_sqrt_sin_" * 3 + "exp_log__1c9b307ace4645e7_"
        self.lone(name)
        self.run_graph(graph="lone.json", params=None)
        self.assertEqual(self.results(), [[-1, -2, 5, 0]])
        self.lone(name + "_1")
        self.assertIn(f"the library has no function {name}_1",
                      self.run_graph(graph="lone.json", params=None, status=2))

    def test_parallel_loop(self):
        self.lone("parallel_negate")
        for more in ((), ("--isolate",)):
            self.run_graph(*more, graph="lone.json", params=None)
            self.assertEqual(self.results(), [[-1, -2, 5, 0]])

    def test_forms_of_npy(self):
        self.lone("bytes_copy", shape=(2, 3))
        rows = struct.pack("<6f", 1, 2, 3, 4, 5, 6)
        plain = graphs.npy("float32", (2, 3), rows)
        columns = struct.pack("<6f", 1, 4, 2, 5, 3, 6)
        for data, more in ((struct.pack(">6f", 1, 2, 3, 4, 5, 6), {"descr": ">f4"}),
                           (columns, {"fortran": True})):
            self.file("x.npy").write_bytes(graphs.npy("float32", (2, 3), data, **more))
            self.run_graph(graph="lone.json", params=None)
            self.assertEqual((self.file("out") / "0.npy").read_bytes(), plain)
        header = "{ \"shape\" : (2, 3), 'descr':'<f4', 'fortran_order': False}\n".encode()
        for version in (2, 3):
            self.file("x.npy").write_bytes(b"\x93NUMPY" + bytes([version, 0]) +
                                           struct.pack("<I", len(header)) + header + rows)
            self.run_graph(graph="lone.json", params=None)
            self.assertEqual((self.file("out") / "0.npy").read_bytes(), plain)

    def test_bad_inputs(self):
        for words, message in (
                ({"inputs": ()}, "no value for 1 input or parameter: x"),
                ({"params": None}, "no value for 1 input or parameter: p"),
                ({"inputs": ("y=x.npy",)}, "the graph has no input y"),
                ({"inputs": ("x=nowhere.npy",)}, "nowhere.npy"),
                ({"params": "x.npy"}, "not a file of parameters"),
                ({"graph": "x.npy"}, "x.npy")):
            self.assertIn(message, self.run_graph(status=2, **words))
        self.file("x.npy").write_bytes(graphs.floats(1, 2, 3))
        self.assertIn("float32[3], and the graph has float32[4]", self.run_graph(status=2))
        self.file("x.npy").write_bytes(graphs.npy("float64", (4,), bytes(32)))
        self.assertIn("float64[4], and the graph has float32[4]", self.run_graph(status=2))
        self.file("p.params").write_bytes(self.file("p.params").read_bytes()[:-3])
        self.assertIn("the file is too short", self.run_graph(status=2))

    def test_bad_graphs(self):
        def broken(change):
            graph = graphs.sample().json()
            change(graph)
            self.file("bad.json").write_text(json.dumps(graph))
            return self.run_graph(graph="bad.json", status=2)

        def attrs(name, value):
            return lambda graph: graph["attrs"].__setitem__(name, value)

        def function(graph):
            graph["nodes"][2]["attrs"]["func_name"] = "nowhere"

        self.assertIn("the library has no function nowhere", broken(function))
        self.assertIn("only the CPU",
                      broken(attrs("device_index", ["list_int", [2] * 8])))
        self.assertIn("overwrites the output of node",
                      broken(attrs("storage_id", ["list_int", [0, 1, 0, 0, 3, 4, 3, 3]])))
        self.assertIn("attrs.shape has 1 elements", broken(attrs("shape", ["list_shape", [[4]]])))
        self.assertIn("cannot have this dtype",
                      broken(attrs("dltype", ["list_str", ["float31x"] + ["float32"] * 7])))
        self.assertIn("the node comes later",
                      broken(lambda g: g["nodes"][2]["inputs"].__setitem__(0, [4, 0, 0])))
        self.assertIn("no node of this number", broken(lambda g: g["heads"].append([99, 0, 0])))
        self.assertIn("node 1, p: an input that arg_nodes does not have",
                      broken(lambda g: g["arg_nodes"].pop()))
        self.assertIn("no `heads`", broken(lambda g: g.pop("heads")))
        self.assertIn("a node has no such member", broken(lambda g: g["nodes"][0].update(deps=[])))
        self.assertIn("expected an integer, got",
                      broken(lambda g: g["nodes"][0].update(control_deps=["x"])))
        for number in (-1, 99):
            self.assertIn("no node of this number",
                          broken(lambda g: g["nodes"][0].update(control_deps=[0, number])))

    def test_flat_tensors(self):
        """A node that wants vectors makes its tensors vectors for all nodes, as in TVM."""
        for flat, ranks, shape in (("1", (1, 1), b"(4,)"), ("0", (2, 2), b"(2, 2)"),
                                   ("no number", (2, 2), b"(2, 2)")):
            g = graphs.Graph()
            x = g.add("x", shape=(2, 2))
            first = g.add("first", [(x, 0)], "rank_of", shape=(2, 2))
            second = g.add("second", [(x, 0)], "rank_of", shape=(2, 2))
            third = g.add("third", [(second, 0)], "rank_of", shape=(2, 2))
            g.nodes[second]["attrs"]["flatten_data"] = flat
            g.heads = [(first, 0), (third, 0), (second, 0)]
            g.save(self.file("graph.json"))
            self.file("x.npy").write_bytes(graphs.npy("float32", (2, 2), bytes(16)))
            self.run_graph("--dump", self.file("dump"), params=None)
            self.assertEqual([values[0] for values in self.results()[:2]], list(ranks))
            self.assertIn(b"'shape': " + shape, (self.file("out") / "2.npy").read_bytes())

    def test_float8(self):
        for dtype, codes, values in (
                ("e4m3_float8", (0x00, 0x01, 0x08, 0x38, 0xB8, 0x7E, 0x7F, 0xFF),
                 "0 0.001953125 0.015625 1 -1 448 nan nan"),
                ("e5m2_float8", (0x00, 0x01, 0x04, 0x3C, 0xBC, 0x7B, 0x7C, 0x7F),
                 "0 1.525879e-05 6.103516e-05 1 -1 57344 inf nan")):
            g = graphs.Graph()
            x = g.add("x", dtype=dtype, shape=(8,))
            g.heads = [(g.add("copy", [(x, 0)], "bytes_copy", dtype=dtype, shape=(8,)), 0)]
            g.save(self.file("graph.json"))
            self.file("x.npy").write_bytes(graphs.npy(dtype, (8,), bytes(codes)))
            self.assertIn(f"%1 copy: {dtype}[8]\n  [:] {values}\n",
                          self.batch("run", "show %1", params=None))

    def test_bad_functions(self):
        for function, plain, isolated in (
                ("bad_crash", "node victim: its function crashed (signal 11)",
                 "node 1, victim: its function crashed (signal 11)"),
                ("bad_status", "node 1, victim: its function returned -1: no such luck",
                 "node 1, victim: its function returned -1: no such luck"),
                ("bad_overrun", "wrote past the end", "wrote past the end"),
                ("bad_loop", None, "node 1, victim: its function did not end within 0.5 seconds"),
                ("bad_chatter", None, "node 1, victim: its function did not end within 0.5 s"),
                ("bad_closer", None, "node 1, victim: its function did not end within 0.5 s"),
                ("bad_exit", "tunip: node victim: its function ended the process",
                 "node 1, victim: its function ended the process"),
                ("missing", "the library has no function missing",
                 "the library has no function missing")):
            self.lone(function)
            if plain:
                self.assertIn(plain, self.run_graph(graph="lone.json", params=None, status=2))
            message = self.run_graph("--isolate", "--timeout", "36000" if plain else "0.5",
                                     graph="lone.json", params=None, status=2)
            self.assertIn(isolated, message)

    def test_message_of_another_function(self):
        g = graphs.Graph()
        first = g.add("first", [(g.add("x"), 0)], "message_alone")
        g.heads = [(g.add("second", [(first, 0)], "bad_silence"), 0)]
        g.save(self.file("graph.json"))
        for more in ((), ("--isolate",), ("--dump", self.file("dump"))):
            self.assertTrue(self.run_graph(*more, params=None, status=2).endswith(
                "node 2, second: its function returned -2\n"))

    def test_exit_in_a_batch(self):
        """A function that calls exit() in a child does not touch the files of its parent."""
        self.lone("bad_exit")
        self.file("batch").write_text("nodes\n" * 3 + "run\n")
        text = subprocess.run([TUNIP, "debug", *map(str, self.words(
            "--isolate", "--batch", self.file("batch"), graph="lone.json", params=None))],
            capture_output=True, text=True)
        self.assertEqual((text.returncode, text.stdout.count("victim")), (2, 3))
        self.assertIn("batch:4: node 1, victim: its function ended the process", text.stderr)

    def test_damaged_libraries(self):
        self.file("bad.so").write_bytes(b"no library")
        words = [self.file("graph.json"), "--lib", self.file("bad.so")]
        self.assertIn("cannot load the library", tunip("debug", "run", *words, status=2))


class Look(Case):
    def test_text(self):
        self.assertEqual(tunip("print", self.file("graph.json")).splitlines(), [
            "x: float32[4]  # storage 0",
            "p: float32[4]  # storage 1",
            "%2: float32[4] = fused_add(x, p)  # storage 2",
            "%3: float32[2, 2] = __nop(%2)  # reshape_nop, storage 2",
            "%4: (float32[4], float32[4]) = fused_split(%3)  # storage 4, 5",
            "%5: float32[4] = fused_log(%4.1)  # storage 2",
            "%6: float32[4] = fused_reciprocal(%4.0)  # storage 7",
            "return (%5, %6, %4.1)"])
        self.assertEqual(tunip("debug", self.file("graph.json")),
                         tunip("print", self.file("graph.json")))

    def test_order_of_members(self):
        """JSON has no order: other tools write the members in another one."""
        graph = graphs.sample().json()
        text = tunip("print", self.file("graph.json"))
        other = self.file("other.json")
        for names in (sorted(graph), list(reversed(graph)), ["heads", *sorted(graph)],
                      ["attrs", *graph]):
            members = {name: graph[name] for name in names}
            members["nodes"] = [dict(reversed(node.items())) for node in graph["nodes"]]
            for indent in (None, 2):
                other.write_text(json.dumps(members, indent=indent))
                self.assertEqual(tunip("print", other), text)

    def test_diff_and_source_map(self):
        g = graphs.sample()
        g.nodes[5]["attrs"]["func_name"] = "fused_exp"
        g.save(self.file("other.json"))
        text = tunip("diff", self.file("graph.json"), self.file("other.json"), status=1)
        self.assertIn("fused_exp", text)
        tunip("equal", self.file("graph.json"), self.file("graph.json"))
        where = self.file("map.json")
        tunip("print", "--source-map", where, self.file("graph.json"))
        paths = json.loads(where.read_text())["paths"]
        nodes = paths.index({"parent": 0, "step": ".nodes"})
        self.assertIn({"parent": nodes, "step": "[5]"}, paths)

    def test_summary(self):
        text = tunip("debug", self.file("graph.json"), "--summary")
        self.assertIn("7 nodes: 2 inputs and parameters, 4 calls, 1 reshapes; 3 results", text)
        data = json.loads(tunip("debug", self.file("graph.json"), "--json"))
        self.assertEqual(data["memory"]["pool_bytes"], 96)
        self.assertEqual([node["name"] for node in data["nodes"]],
                         [node["name"] for node in graphs.sample().nodes])

    def test_memory_page(self):
        """The picture shows each tensor from its node to its last use, as high as its bytes."""
        g = graphs.sample()
        big = g.add("fused_big", [(6, 0)], "fused_big", shape=(64,), storage=20)
        more = g.add("fused_more", [(big, 0)], "fused_more", shape=(64,))
        g.heads.append((g.add("fused_last", [(more, 0)], "fused_last", shape=(32,), storage=20), 0))
        g.save(self.file("graph.json"))
        data = json.loads(tunip("debug", self.file("graph.json"), "--json"))
        page = tunip("debug", self.file("graph.json"), "--summary", "--format", "html")
        found = [(kind, int(node), *map(int, numbers)) for kind, node, *numbers in re.findall(
            r'<g class="([\w ]+)"><title>(\d+) [^<]*</title><rect x="(\d+)" y="(\d+)" '
            r'width="(\d+)" height="(\d+)"/>', page)]
        nodes, memory = data["nodes"], data["memory"]
        made = [node for node in nodes if "function" in node]
        outputs = [(node["node"], output) for node in made for output in node["outputs"]
                   if node["function"] != "__nop"]
        self.assertEqual(sorted(each[1] for each in found), sorted(node for node, _ in outputs))
        columns = {node["node"]: i for i, node in enumerate(made)}
        begins = {node: x for _, node, x, *_ in found}
        left, step = begins[2], (begins[4] - begins[2]) // (columns[4] - columns[2])
        for kind, node, x, _, width, _ in found:
            self.assertEqual(x, left + step * columns[node])
            self.assertEqual((width + 1) % step, 0)
            until_end = (x - left + width + 1) // step == len(made)
            self.assertTrue(until_end or "result" not in kind, (kind, node))
        peak = left + step * columns[memory["peak_node"]]
        now = {node for _, node, x, _, width, _ in found if x <= peak < x + width}
        self.assertEqual(now, {node for kind, node, *_ in found if "now" in kind.split()})
        used = sum(output["bytes"] for node, output in outputs if node in now)
        self.assertIn(f"{memory['peak_bytes'] - memory['argument_bytes']} B", page)
        self.assertLessEqual(memory["peak_bytes"] - memory["argument_bytes"], used)
        heights = {node: height for _, node, *_, height in found}
        self.assertAlmostEqual(heights[7] / heights[8], 1, 1)
        self.assertAlmostEqual(heights[7] / heights[9], 2, 1)
        self.assertGreater(heights[7], 10 * heights[2])
        self.assertIn("peak: ", page)
        self.assertNotIn("<script", page)
        for row in ("2 fused_add, float32[4]: 16 B, nodes 2 to 4",
                    "3 reshape_nop, float32[2, 2]: 16 B, nodes 3 to 4, a reshape"):
            self.assertIn(f">{row}</li>", page)
        self.assertEqual(tunip("debug", self.file("graph.json"), "--summary", "--format", "json"),
                         tunip("debug", self.file("graph.json"), "--json"))
        tunip("debug", self.file("graph.json"), "--format", "html", status=2)

    def test_dot(self):
        text = tunip("debug", self.file("graph.json"), "--dot")
        self.assertIn("n4 -> n5", text)
        if shutil.which("dot"):
            subprocess.run(["dot", "-Tsvg", "-o", "/dev/null"], input=text, text=True, check=True)


class Dump(Case):
    def test_files(self):
        self.run_graph("--dump", self.file("dump"), "--repeat", "3")
        folder = self.file("dump") / "_tvmdbg_device_CPU_0"
        graph = json.loads((folder / "_tvmdbg_graph_dump.json").read_text())
        self.assertEqual(graph["nodes"][0], {"op": "param", "name": "x", "inputs": [],
                                             "attrs": {"T": "type: float32"}, "shape": [4]})
        self.assertEqual(graph["nodes"][4]["inputs"], ["reshape_nop"])
        trace = json.loads((folder / "_tvmdbg_execution_trace.json").read_text())
        self.assertEqual([event["ph"] for event in trace["traceEvents"]], ["B", "E"] * 7)
        times = [event["ts"] for event in trace["traceEvents"]]
        self.assertEqual(times, sorted(times))
        tensors = graphs.read_params((folder / "output_tensors.params").read_bytes())
        self.assertEqual(len(tensors), 8)
        self.assertEqual(struct.unpack("<4f", tensors[
            "fused_add____topo-index:2____output-num:0"][2]), (2, 0, -4, 0))

    def test_log_and_its_schema(self):
        self.run_graph("--dump", self.file("dump"))
        lines = [json.loads(line) for line in
                 (self.file("dump") / "run.jsonl").read_text().splitlines()]
        self.assertEqual([line["event"] for line in lines].count("tensor"), 8)
        self.assertEqual(lines[-1], {"event": "end", "status": "done"})
        made = {(line["node"], line["output"]): line for line in lines if line["event"] == "tensor"}
        self.assertEqual((made[5, 0]["nan"], made[5, 0]["inf"]), (1, 2))
        for line in made.values():
            self.assertTrue((self.file("dump") / line["file"]).is_file())
            self.assertEqual(sum(line["histogram"]) + line["nan"] + line["inf"], line["count"])
        try:
            import jsonschema
        except ImportError:
            print("skipped: the schema of run.jsonl (no jsonschema)")
            return
        schema = json.loads(SCHEMA.read_text())
        for line in lines:
            jsonschema.validate(line, schema)

    def test_dump_after_a_failure(self):
        g = graphs.sample()
        g.nodes[5]["attrs"]["func_name"] = "bad_status"
        g.save(self.file("graph.json"))
        self.assertIn("no such luck", self.run_graph("--dump", self.file("dump"), status=2))
        lines = (self.file("dump") / "run.jsonl").read_text().splitlines()
        self.assertEqual(json.loads(lines[-1])["status"], "failed")
        self.assertEqual(len(list((self.file("dump") / "values").iterdir())), 6)

    def test_compare(self):
        self.run_graph("--dump", self.file("a"))
        self.file("x.npy").write_bytes(graphs.floats(1, 2.0000002, -5, 0))
        self.run_graph("--dump", self.file("b"))
        a, b = self.file("a"), self.file("b")
        self.assertIn("all are equal", tunip("debug", "compare", a, a))
        text = tunip("debug", "compare", a, b, status=1)
        self.assertIn("first difference: node 0, x, output 0, element [1]: 2 and 2.00000024", text)
        self.assertIn("node 5, fused_log, makes 1 NaN", text)
        text = tunip("debug", "compare", a, b, "--ulp", "1", status=1)
        self.assertIn("first difference: node 2, fused_add", text)
        text = tunip("debug", "compare", a, b, "--abs", "1e-6", status=1)
        self.assertIn("first difference: node 5", text)
        self.assertIn("first difference: node 0",
                      tunip("debug", "compare", a, b, "--rel", "1e-9", status=1))

    def test_wide_numbers(self):
        """Numbers that are the same double, or look the same with few digits."""
        for dtype, code, left, right in (
                ("int64", "q", 2**53 + 1, 2**53), ("uint64", "Q", 2**64 - 1, 2**64 - 2),
                ("int64", "q", -2**63 + 1, -2**63), ("int32", "i", 2147483647, 2147483646),
                ("float64", "d", 0.1, 0.1 + 2**-56), ("float16", "e", 2049.0, 2047.0)):
            self.lone("bytes_copy", dtype=dtype, shape=(1,))
            shown = []
            for name, value in (("a", left), ("b", right)):
                data = struct.pack("<" + code, value)
                shown.append(f"{struct.unpack('<' + code, data)[0]:.17g}" if code in "de"
                             else str(value))
                self.file("x.npy").write_bytes(graphs.npy(dtype, (1,), data))
                self.run_graph("--dump", self.file(name), graph="lone.json", params=None)
            text = tunip("debug", "compare", self.file("a"), self.file("b"), status=1)
            self.assertIn(f"element [0]: {shown[0]} and {shown[1]}; 1 of 1", text)
            self.assertIn("2 tensors differ", text)
            tunip("debug", "compare", self.file("a"), self.file("b"), "--abs", "2")
            if code not in "de":
                self.assertIn(f"  [:] {right}\n", self.batch("show x", graph="lone.json",
                                                             params=None))

    def test_distance_of_large_numbers(self):
        """The distance of two numbers may be larger than any number."""
        self.lone("bytes_copy", dtype="float64", shape=(1,))
        for name, value in (("a", 1e308), ("b", -1e308)):
            self.file("x.npy").write_bytes(graphs.npy("float64", (1,), struct.pack("<d", value)))
            self.run_graph("--dump", self.file(name), graph="lone.json", params=None)
        a, b = self.file("a"), self.file("b")
        text = tunip("debug", "compare", a, b, "--rel", "1.9", status=1)
        self.assertIn("2 tensors differ", text)
        self.assertIn("element [0]: 1e+308 and -1e+308", text)
        tunip("debug", "compare", a, b, "--rel", "2")

    def test_page(self):
        g = graphs.sample()
        g.nodes[5]["name"] = "</td><script>alert(1)</script>\u202e"
        g.save(self.file("graph.json"))
        self.run_graph("--dump", self.file("a"))
        page = self.file("page.html")
        for dumps in (["a"], ["a", "a"]):
            tunip("debug", "compare", *map(self.file, dumps), "--page", page,
                  status=2 - len(dumps))
            text = page.read_text()
            self.assertEqual(text.count("<tr id="), 8)
            self.assertEqual(text.count("<script"), 3)  # the data, and two for the graph
            self.assertEqual(text.count("<script>alert"), 0)
            self.assertIn("\\u003C/td\\u003E\\u003Cscript\\u003Ealert(1)", text)
            self.assertIn("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u202e", text)
            self.assertIn("data:image/bmp;base64,Qk", text)
            self.assertEqual("relative error" in text, len(dumps) == 2)
            graph = json.loads(re.search(r'json">(.*)</script>', text)[1])
            self.assertEqual(len(graph["views"][0]["nodes"]), 7)
            self.assertEqual([heat["name"] for heat in graph["heats"]],
                             ["Error"] * (len(dumps) - 1) + ["Time"])
            title = " and ".join(str(self.file(dump)) for dump in dumps)
            tunip("explorer", *map(self.file, dumps), "--title", title, "-o",
                  self.file("other.html"))
            self.assertEqual(self.file("other.html").read_text(), text)
        message = tunip("debug", "compare", self.file("a"), "--page", self.file("no/page.html"),
                        status=2)
        self.assertIn("cannot open", message)

    def test_no_partial_page(self):
        """A page that does not fit on the disk does not stay."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        self.run_graph("--dump", self.file("a"))
        for words in (["debug", "compare", self.file("a"), "--page", self.file("page.html")],
                      ["explorer", self.file("a"), "-o", self.file("page.html")],
                      ["collage", DATA_OF_CLI / "residual.relay", "-o", self.file("page.html")]):
            made = subprocess.run([TUNIP, *words], capture_output=True, text=True,
                                  preexec_fn=limit)
            self.assertEqual(made.returncode, 2)
            self.assertIn("page.html: cannot write", made.stderr)
            self.assertFalse(self.file("page.html").exists())

    def test_no_partial_files(self):
        """The files of a run: one that does not fit on the disk does not stay, nor replace the
        old one."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        board = self.file("board") / "events.out.tfevents.0000000000.tunip"
        values = self.file("dump") / "values"
        for line, path in ((f"trace {self.file('trace')}", self.file("trace")),
                           (f"save x {self.file('x2.npy')}", self.file("x2.npy")),
                           (f"dump {self.file('dump')}", values / "0.0.npy"),
                           (f"tensorboard {board.parent}", board)):
            self.file("batch").write_text(f"run\n{line}\n")
            words = [str(word) for word in [TUNIP, "debug", *self.words("--batch",
                                                                        self.file("batch"))]]
            for old in ("", "old"):
                if old:
                    path.write_text(old)
                made = subprocess.run(words, capture_output=True, text=True, preexec_fn=limit)
                self.assertEqual(made.returncode, 2)
                self.assertIn("cannot write: File too large", made.stderr)
                self.assertEqual(path.read_text() if path.exists() else "", old, line)
            subprocess.run(words, check=True, capture_output=True)
            self.assertGreater(path.stat().st_size, 100)
            self.assertEqual([file.name for file in path.parent.glob("*.*.*[0-9]")], [])

    def test_limit_of_page(self):
        """A page beyond the limit is not written."""
        self.run_graph("--dump", self.file("a"))
        for words in ([], ["-o", self.file("page.html")]):
            made = subprocess.run([TUNIP, "explorer", "--max-bytes", "10", self.file("a"), *words],
                                  capture_output=True, text=True)
            self.assertEqual((made.returncode, made.stdout), (2, ""))
            self.assertIn("/a: the text would be longer than --max-bytes 10", made.stderr)
            self.assertFalse(self.file("page.html").exists())

    def test_damaged_dumps(self):
        self.run_graph("--dump", self.file("a"))
        for name in ("output_tensors.params", "_tvmdbg_graph_dump.json"):
            path = self.file("a") / "_tvmdbg_device_CPU_0" / name
            whole = path.read_bytes()
            for size in (0, 7, len(whole) // 2, len(whole) - 2):
                path.write_bytes(whole[:size])
                tunip("debug", "compare", self.file("a"), self.file("a"), status=2)
            path.write_bytes(whole)


class Fusions(Case):
    """Dumps of graphs that were fused differently."""

    def pairs(self, left, right, *more, status=0):
        """{(left node, right node): [state, how it was found]}, and the text."""
        for name, (nodes, heads) in (("a", left), ("b", right)):
            shutil.rmtree(self.file(name), ignore_errors=True)
            graphs.dump(self.file(name), nodes, heads)
        text = tunip("debug", "compare", self.file("a"), self.file("b"), "--all", *more,
                     status=status)
        rows = re.findall(r"^ +(\d+) +(\d+)  (\w+) ", text, re.MULTILINE)
        return {(int(left), int(right)): state for left, right, state in rows}, text

    def chain(self, *names, first="x"):
        """x and functions, each of which takes the output of the one before it."""
        nodes = [(first, (), (4,), [1] * 4)]
        for name in names:
            nodes.append((name, [nodes[-1][0]], (4,), [len(nodes)] * 4))
        return nodes, [len(nodes) - 1]

    def test_chain(self):
        """`add` and `log` in one function, and in two."""
        pairs, text = self.pairs(self.chain("fused_add_log", "fused_exp"),
                                 self.chain("fused_add", "fused_log", "fused_exp_1"), status=1)
        self.assertEqual(list(pairs), [(0, 0), (1, 2), (2, 3)])
        self.assertIn("3 of 3 and 4 tensors correspond", text)
        self.assertRegex(text, "1 +2 +different .* operators +fused_add_log: ")

    def test_cut_names(self):
        """TVM cuts the names of long functions, and puts a hash in the place of the rest."""
        words = ["exp", "log", "tanh", "sqrt", "sin"] * 5
        whole = "fused_" + "_".join(words)
        cut = f"{whole[:80]}_1c9b307ace4645e7_"
        self.assertGreater(len(whole), 80)
        pairs, text = self.pairs(
            self.chain("fused_exp_log", f"tvmgen_default_{cut}", "fused_cos", "fused_tan"),
            self.chain("fused_exp", "fused_log", f"tvmgen_other_{cut}_1", "fused_cos_tan"),
            status=1)
        self.assertEqual(list(pairs), [(0, 0), (1, 2), (2, 3), (4, 4)])
        self.assertEqual(text.count(" operators "), 3)
        singles = [f"fused_{word}_{i}" for i, word in enumerate(words)]
        pairs, text = self.pairs(self.chain("fused_abs", cut, "fused_cos"),
                                 self.chain("fused_abs", *singles, "fused_cos"), status=1)
        self.assertEqual(list(pairs), [(0, 0), (1, 1), (2, 26), (3, 27)])
        self.assertIn(" consumers ", text)
        other = cut.replace("1c9b", "2c9b")
        pairs, text = self.pairs(self.chain(cut, cut + "_1", "fused_cos"),
                                 self.chain(other, other + "_1", "fused_cos"))
        self.assertEqual(list(pairs), [(0, 0), (2, 2), (3, 3)])
        self.assertIn("3 of 4 and 4 tensors correspond", text)

    def test_neither_is_finer(self):
        pairs, _ = self.pairs(
            self.chain("tvmgen_default_fused_exp_log", "tvmgen_default_fused_tanh_sqrt_sin"),
            self.chain("fused_exp", "fused_log_tanh", "fused_sqrt_sin_3"), status=1)
        self.assertEqual(list(pairs), [(0, 0), (2, 3)])

    def residual(self, fused):
        """A convolution beside another one; when fused, their order is another one."""
        four = (4,)
        nodes = [("x", (), four, [1] * 4), ("p0", (), four, [2] * 4), ("p1", (), four, [3] * 4),
                 ("p2", (), four, [4] * 4)]
        conv, add, relu = [f"tvmgen_default_fused_nn_{name}" for name in
                           ("conv2d", "add", "relu")]
        add = "tvmgen_default_fused_add"
        if not fused:
            nodes += [(conv, ["x", "p0"], four, [5] * 4), (add, [conv, "p1"], four, [6] * 4),
                      (relu, [add], four, [7] * 4),
                      (conv + "_1", [relu, "p2"], four, [8] * 4),
                      (conv + "_2", [relu, "p0"], four, [9] * 4),
                      (add + "_1", [conv + "_1", conv + "_2"], four, [10] * 4),
                      (relu + "_1", [add + "_1"], four, [11] * 4)]
            return nodes, [10]
        first, last = conv + "_add_nn_relu", conv + "_add_nn_relu_1"
        nodes += [(first, ["x", "p0", "p1"], four, [7] * 4),
                  (conv, [first, "p0"], four, [9] * 4),
                  (last, [first, "p2", conv], four, [11] * 4)]
        return nodes, [6]

    def test_branches(self):
        """Nothing tells the convolutions of the branches apart; a name does not, either."""
        pairs, text = self.pairs(self.residual(False), self.residual(True))
        self.assertEqual(list(pairs), [(0, 0), (1, 1), (2, 2), (6, 4), (10, 6)])
        self.assertIn("all are equal", text)

    def test_consumers(self):
        """Another operator at one place: what follows is found from the results."""
        pairs, text = self.pairs(self.chain("fused_sin", "fused_exp", "fused_log", "fused_tanh"),
                                 self.chain("fused_cos", "fused_exp_1", "fused_log_tanh"),
                                 status=1)
        self.assertEqual(list(pairs), [(0, 0), (1, 1), (2, 2), (4, 3)])
        self.assertRegex(text, "4 +3 .* consumers +fused_tanh")

    def test_folded_factors(self):
        """`multiply` went into the weights of the convolution."""
        pairs, text = self.pairs(
            self.chain("fused_nn_conv2d", "fused_multiply", "fused_nn_bias_add", "fused_nn_relu",
                       "fused_sin"),
            self.chain("fused_nn_contrib_conv2d_NCHWc_add", "fused_nn_relu_1", "fused_cos"),
            status=1)
        self.assertIn((4, 2), pairs)
        self.assertIn((3, 1), pairs)
        self.assertRegex(text, "3 +1 .* main operators +fused_nn_bias_add")
        self.assertRegex(text, "4 +2 .* operators +fused_nn_relu")

    def test_residual_network(self):
        """Two blocks with normalisations: computed node by node, and folded into convolutions."""
        left, right, flat = graphs.Functions(), graphs.Functions(), (8,)

        def normalise(x):
            p, f = left.constant, left.call
            root = f("divide", p(()), f("sqrt", f("add", p(), p(()), shape=flat), shape=flat),
                     shape=flat)
            scale = f("multiply", root, p(), shape=flat)
            shift = f("multiply", f("negative", p(), shape=flat), scale, shape=flat)
            shift = f("expand_dims", f("add", shift, p(), shape=flat), shape=(8, 1, 1))
            return f("add", f("multiply", x, f("expand_dims", scale, shape=(8, 1, 1))), shift)

        x = left.call("nn_conv2d", normalise("data"), left.constant((8, 8)))
        for block in range(2):
            y = left.call("nn_relu", normalise(x))
            beside = x if block else left.call("nn_conv2d", y, left.constant((8, 8)))
            y = left.call("nn_conv2d", y, left.constant((8, 8, 3, 3)))
            y = left.call("nn_relu", normalise(y))
            x = left.call("add", left.call("nn_conv2d", y, left.constant((8, 8))), beside)
        x = left.call("nn_batch_flatten", left.call("nn_relu", normalise(x)), shape=(1, 128))
        left.call("nn_softmax", left.call("nn_bias_add", left.call(
            "nn_dense", x, left.constant((10, 8))), left.constant((10,))), shape=(1, 10))
        f, p, conv = right.call, right.constant, "nn_contrib_conv2d_NCHWc"
        x = f(conv, f("multiply_add_layout_transform", "data", p(), p()), p())
        y = f("multiply_add_nn_relu", x, p(), p())
        beside = f(conv, y, p((2, 2, 4, 4)))
        x = f(conv + "_add", f(conv + "_add_nn_relu", y, p(), p()), p(), beside)
        y = f("multiply_add_nn_relu", x, p(), p())
        y = f(conv + "_add_nn_relu", y, p(), p())
        y = f(conv + "_add_multiply_add_nn_relu", y, p(), x, p(), p())
        y = f("layout_transform_nn_batch_flatten", y, shape=(1, 128))
        f("nn_softmax", f("nn_contrib_dense_pack_add", y, p(), p()), shape=(1, 10))
        pairs, text = self.pairs(left.dump(), right.dump(), status=1)
        names = [(left.nodes[i][0], right.nodes[k][0]) for i, k in pairs
                 if "fused" in left.nodes[i][0]]
        self.assertEqual(names, [(f"fused_{a}", f"fused_{b}") for a, b in (
            ("add_2", "multiply_add_layout_transform"), ("nn_conv2d", conv),
            ("nn_relu", "multiply_add_nn_relu"), ("nn_conv2d_1", conv + "_1"),
            ("nn_relu_1", conv + "_add_nn_relu"),
            ("add_9", conv + "_add"), ("nn_relu_2", "multiply_add_nn_relu_1"),
            ("nn_relu_3", conv + "_add_nn_relu_1"),
            ("nn_relu_4", conv + "_add_multiply_add_nn_relu"),
            ("nn_batch_flatten", "layout_transform_nn_batch_flatten"),
            ("nn_bias_add", "nn_contrib_dense_pack_add"), ("nn_softmax", "nn_softmax"))], text)

    def test_alike(self):
        """Three products of one tensor, of which names say nothing."""
        def made(name):
            nodes = [("x", (), (4,), [1] * 4)]
            nodes += [(f"{name}_{i}", ["x"], (4,), [i] * 4) for i in range(3)]
            nodes.append(("fused_concatenate", [node[0] for node in nodes[1:]], (12,), [0] * 12))
            return nodes, [4]
        pairs, text = self.pairs(made("fused_nn_dense"), made("other_fused_nn_dense"))
        self.assertEqual(list(pairs), [(i, i) for i in range(5)])
        self.assertEqual(text.count(" order "), 3)
        self.assertIn("all are equal", text)

    def blocked(self, values, shape, block, axis):
        """Row-major values in a layout in which an axis is in blocks: NCHW as NCHW4c."""
        out = []
        outer = list(shape)
        outer[axis] //= block
        for index in range(graphs.count(shape)):
            place, rest = [], index
            for extent in reversed(outer + [block]):
                place.insert(0, rest % extent)
                rest //= extent
            inner = place.pop()
            place[axis] = place[axis] * block + inner
            at = 0
            for extent, each in zip(shape, place):
                at = at * extent + each
            out.append(values[at])
        return out, (*outer, block)

    def test_layouts(self):
        shape, weight = (1, 8, 3, 3), (8, 4, 2, 2)
        data, weights = list(range(72)), list(range(128))
        blocked, blocked_shape = self.blocked(data, shape, 4, 1)
        inner, inner_shape = self.blocked(weights, weight, 4, 1)
        both, both_shape = self.blocked(inner, inner_shape, 4, 0)
        plain = [("x", (), shape, data), ("p0", (), weight, weights),
                 ("fused_nn_conv2d", ["x", "p0"], shape, data, {"kernel_layout": "OIHW"}),
                 ("fused_nn_relu", ["fused_nn_conv2d"], shape, data)]
        other = [("x", (), shape, data), ("p0", (), both_shape, both),
                 ("fused_layout_transform", ["x"], blocked_shape, blocked),
                 ("fused_nn_contrib_conv2d_NCHWc_nn_relu", ["fused_layout_transform", "p0"],
                  blocked_shape, blocked, {"kernel_layout": "OIHW4i4o"})]
        pairs, text = self.pairs((plain, [3]), (other, [3]))
        self.assertEqual(pairs, {(0, 0): "equal", (1, 1): "equal", (3, 3): "equal"})
        self.assertIn("float32[1, 8, 3, 3] and float32[1, 2, 3, 3, 4]", text)

    def test_layouts_that_shapes_do_not_tell(self):
        def made(shape, layout):
            attrs = {"data_layout": layout, "out_layout": ""}
            return [("x", (), (18,), [0] * 18),
                    ("fused_nn_conv2d", ["x"], shape, range(18), attrs)], [1]
        pairs, text = self.pairs(made((1, 2, 3, 3), ""), made((1, 3, 3, 2), ""))
        self.assertEqual(pairs[1, 1], "unclear")
        self.assertIn("1 tensors were not compared", text)
        for name in ("a", "b"):
            shutil.rmtree(self.file(name))
        pairs, text = self.pairs(made((1, 2, 3, 3), "NCHW"), made((1, 3, 3, 2), "NHWC"), status=1)
        self.assertEqual(pairs[1, 1], "different")
        self.assertIn("element [0, 0, 0, 1]: 1 and 2; 16 of 18", text)

    def test_large_graphs(self):
        """Memory grows with the nodes, and not with their square."""
        import resource
        steps = 12000
        fine = self.chain(*(f"fused_{'exp' if i % 2 else 'log'}_{i}" for i in range(steps)))
        coarse = self.chain(*(f"fused_log_exp_{i}" for i in range(steps // 2)))
        pairs, _ = self.pairs(fine, coarse, status=1)
        self.assertEqual(list(pairs), [(2 * i, i) for i in range(steps // 2 + 1)])
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.assertLess(peak, 12000 * 6000 * 4 / 1024)


class Hostile(Case):
    """Names that could control a terminal."""

    def check(self, *words, status=0):
        run = subprocess.run([TUNIP, *map(str, words)], capture_output=True)
        self.assertEqual(run.returncode, status, run.stderr)
        for text in (run.stdout.decode(), run.stderr.decode()):
            self.assertNotRegex(text, "[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

    def test_names(self):
        evil = "\x1b[31m\u202e\x9b\r\n%s"
        g = graphs.sample()
        for node in g.nodes[3:]:
            node["name"] += evil
        g.save(self.file("graph.json"))
        graph, dump, batch = map(self.file, ("graph.json", "dump", "batch"))
        for more in ((), ("--summary",), ("--json",), ("--dot",),
                     ("--summary", "--format=html")):
            self.check("debug", graph, *more)
        self.check("debug", "run", *self.words("--dump", dump))
        self.check("debug", "compare", dump, dump, "--all")
        self.check("debug", "compare", dump, status=1)
        lines = ["break nan", "run", "nodes", "print", "stats", "show %5", "time", "memory",
                 "node 5", "node %4", "break %5", "breaks", "inject %5 1", "undo"]
        batch.write_text("\n".join(lines))
        self.check("debug", *self.words("--batch", batch))
        batch.write_text("show \x1b\u202e")
        self.check("debug", *self.words("--batch", batch), status=2)
        for function in ("bad_crash", "bad_status", "missing" + evil):
            g.nodes[5]["attrs"]["func_name"] = function
            g.save(graph)
            self.check("debug", "run", *self.words(), status=2)
            self.check("debug", "run", *self.words("--isolate"), status=2)


class Mutants(Case):
    """Damaged files: a clear error or the right answer, never a crash."""

    count = int(os.environ.get("TUNIP_MUTANTS", "150"))

    def damaged(self, data, seed):
        data = bytearray(data)
        for _ in range(seed.choice((1, 1, 1, 2, 5))):
            at = seed.randrange(len(data))
            change = seed.randrange(4)
            if change == 0:
                data[at] = seed.randrange(256)
            elif change == 1:
                data[at] ^= 1 << seed.randrange(8)
            elif change == 2:
                del data[at:at + seed.randrange(1, 20)]
            else:
                data[at:at] = data[at - 9:at]
            if not data:
                break
        return data

    def check(self, path, seed, words, fine=(0,)):
        """Damages a file, runs a command, puts the file back."""
        whole = path.read_bytes()
        path.write_bytes(self.damaged(whole, seed))
        run = subprocess.run([TUNIP, *map(str, words)], capture_output=True)
        refused = run.returncode == 2 and run.stderr.startswith(b"tunip: ") and \
            b"crash" not in run.stderr
        if run.returncode not in fine and not refused:
            kept = pathlib.Path(tempfile.gettempdir()) / f"mutant-{path.name}"
            kept.write_bytes(path.read_bytes())
            self.fail(f"{kept}: {run.returncode} {run.stderr}")
        path.write_bytes(whole)

    def test_mutants(self):
        seed = random.Random(22)
        for name in ("graph.json", "p.params", "x.npy"):
            for _ in range(self.count):
                self.check(self.file(name), seed, ["debug", "run", *self.words()])

    def test_dumps(self):
        seed = random.Random(23)
        self.run_graph("--dump", self.file("a"))
        shutil.copytree(self.file("a"), self.file("b"))
        files = [self.file("b") / "_tvmdbg_device_CPU_0" / name for name in
                 ("_tvmdbg_graph_dump.json", "output_tensors.params",
                  "_tvmdbg_execution_trace.json")]
        for _ in range(self.count):
            pair = seed.choice((["a", "b"], ["b", "a"]))
            self.check(seed.choice(files), seed, [
                "debug", "compare", *map(self.file, pair), "--page", self.file("page.html")],
                fine=(0, 1))


def model_test(model):
    def test(self):
        library = self.file("model.so")
        subprocess.run(["sh", DATA / "build", model, library], check=True)
        words = [model / "graph.json", "--lib", library, "--params", model / "params.bin"]
        for file in sorted((model / "inputs").iterdir()):
            words += ["--input", f"{file.stem}={file}"]
        for more in ((), ("--dump", self.file("dump"))):
            out = self.file(f"out{len(more)}")
            tunip("debug", "run", *words, "--output", out, *more)
            for file in sorted((model / "outputs").iterdir()):
                self.assertEqual((out / file.name).read_bytes(), file.read_bytes())
        theirs, ours = [folder / "_tvmdbg_device_CPU_0"
                        for folder in (model / "dump", self.file("dump"))]
        self.assertEqual(json.loads((theirs / "_tvmdbg_graph_dump.json").read_text()),
                         json.loads((ours / "_tvmdbg_graph_dump.json").read_text()))
        self.assertEqual(graphs.read_params((theirs / "output_tensors.params").read_bytes()),
                         graphs.read_params((ours / "output_tensors.params").read_bytes()))
        self.assertIn("all are equal",
                      tunip("debug", "compare", model / "dump", self.file("dump")))
        self.check_info(model, self.file("dump"))
    return test


class Models(Case):
    """Models that TVM compiled and ran."""

    def check_info(self, model, dump):
        info = json.loads((model / "info.json").read_text())
        lines = [json.loads(line) for line in (dump / "run.jsonl").read_text().splitlines()]
        ours = {(line["node"], line["output"]): line for line in lines if line["event"] == "tensor"}
        for key, dtype, shape, nans, infs, *_ in info["node_stats"]:
            node, output = key.split("____topo-index:")[1].split("____output-num:")
            line = ours[int(node), int(output)]
            self.assertEqual((line["dtype"], line["shape"], line["nan"], line["inf"]),
                             (dtype, shape, nans, infs))

    def test_other_level(self):
        """The models of two levels of optimisation, with the same inputs and weights."""
        model, plain = DATA / "mlp", DATA / "mlp_opt0"
        if not (model / "csrc").is_dir() or not (plain / "csrc").is_dir():
            self.skipTest("no shared data")
        for folder in (model, plain):
            library = self.file(folder.name + ".so")
            subprocess.run(["sh", DATA / "build", folder, library], check=True)
            tunip("debug", "run", folder / "graph.json", "--lib", library, "--params",
                  folder / "params.bin", "--input", f"data={model / 'inputs' / 'data.npy'}",
                  "--output", self.file("out"), "--dump", self.file(folder.name))
        text = tunip("debug", "compare", "--all", "--rel", "1e-4", self.file("mlp_opt0"),
                     self.file("mlp"))
        self.assertIn("12 of 17 and 12 tensors correspond", text)
        self.assertRegex(text, " 12 +8 +equal .* place +p4: .*10, 64. and float32.2, 64, 5.")
        self.assertIn("all are equal", text)


if DATA.is_dir():
    for folder in sorted(DATA.iterdir()):
        if (folder / "csrc").is_dir():
            setattr(Models, f"test_{folder.name}", model_test(folder))
else:
    print("skipped: the models of TVM (no shared data)")

if __name__ == "__main__":
    if not (TUNIP.with_name("tunip-run")).exists():
        print("skipped: debug (this build has no tunip-run)")
        sys.exit(77)
    os.chdir(HERE)
    unittest.main(argv=sys.argv[:1], verbosity=1)
