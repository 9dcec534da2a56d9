#!/usr/bin/env python3
"""Tests the files that `tunip debug` writes for other programs: the trace against a schema of
Chrome's Trace Event Format, and the dump as the debugger of TVM v0.19 makes and reads it
(python/tvm/contrib/debugger/debug_result.py, src/runtime/file_utils.cc).

usage: formats.py TUNIP CC

TUNIP_TVM_PYTHON may name a Python with TVM, which then reads the dumps, too.
"""

import copy
import json
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import sys
import unittest

import graphs
import run

HERE = pathlib.Path(__file__).resolve().parent
INSIDE = "_tvmdbg_device_CPU_0"

# Prints what TVM reads, one tensor a line.
READER = """
import sys, tvm
VIEWS = {"uint1": "uint8", "bool": "uint8", "bfloat16": "uint16", "e4m3_float8": "uint8",
         "e5m2_float8": "uint8"}
tensors = tvm.runtime.load_param_dict(open(sys.argv[1], "rb").read())
for name, tensor in tensors.items():
    view = VIEWS.get(str(tensor.dtype))  # numpy has no such dtype
    values = (tensor._create_view(tensor.shape, view) if view else tensor).numpy()
    print(name.encode().hex(), tensor.dtype, *tensor.shape, "=" + values.tobytes().hex())
"""

CODES = {code: name for name, code in graphs.CODES.items()}


def dtype_name(code, bits):
    return "bool" if (code, bits) == (1, 1) else CODES[code] + str(bits)


def output_count(node):
    return 1 if node["op"] in ("null", "param") else int(node["attrs"]["num_outputs"])


def debug_graph(graph):
    """The graph that the debugger dumps for graph.json."""
    graph = copy.deepcopy(graph)
    entry = 0
    for node in graph["nodes"]:
        count = output_count(node)
        if node["op"] == "null":
            node.update(op="param", attrs={}, inputs=[])
        else:
            node["inputs"] = [graph["nodes"][i]["name"] for i, *_ in node["inputs"]]
            node["op"] = node["attrs"]["func_name"]
        node["attrs"]["T"] = "type: " + graph["attrs"]["dltype"][1][entry]
        node["shape"] = graph["attrs"]["shape"][1][entry]
        entry += count
    return graph


class Trace:
    """Methods for tests of traces."""

    schema = json.loads((HERE.parents[1] / "schema/debug-trace.json").read_text())

    def check_trace(self, path, graph):
        trace = json.loads(path.read_text())
        self.validate(trace)
        names, open_events, last = [], [], 0
        for event in trace["traceEvents"]:
            self.assertGreaterEqual(event["ts"], last)
            last = event["ts"]
            if event["ph"] == "B":
                names.append(event["name"])
                open_events.append(event["name"])
            else:
                self.assertEqual(open_events.pop(), event["name"])
        self.assertEqual(open_events, [])
        self.assertEqual(names, [node["name"] for node in graph["nodes"]])
        return trace

    def validate(self, trace):
        try:
            import jsonschema
        except ImportError:
            print("skipped: the schema of traces (no jsonschema)")
            return
        jsonschema.validate(trace, self.schema)


class Dumps(Trace, run.Case):
    def check_dump(self, folder, graph):
        """Reads a dump as the tools of TVM do, and compares it with graph.json."""
        dump = json.loads((folder / "_tvmdbg_graph_dump.json").read_text())
        self.assertEqual(dump, debug_graph(graph))
        tensors = graphs.read_params((folder / "output_tensors.params").read_bytes())
        keys, entry = [], 0
        for i, node in enumerate(dump["nodes"]):
            for k in range(output_count(node)):
                key = f"{node['name']}____topo-index:{i}____output-num:{k}"
                (code, bits, lanes), shape, data = tensors[key]
                self.assertEqual(dtype_name(code, bits).replace("bool", "uint1"),
                                 dump["attrs"]["dltype"][1][entry].replace("bool", "uint1"))
                self.assertEqual(list(shape), dump["attrs"]["shape"][1][entry])
                self.assertEqual((lanes, len(data)), (1, (bits + 7) // 8 * graphs.count(shape)))
                keys.append(key)
                entry += 1
            if node["op"] != "param":
                self.assertEqual(int(node["attrs"]["num_inputs"]), len(node["inputs"]))
        self.assertEqual(sorted(tensors), sorted(keys))
        self.assertEqual(dump["node_row_ptr"][-1], entry)
        self.check_trace(folder / "_tvmdbg_execution_trace.json", dump)
        return tensors

    def check_by_tvm(self, folder, tensors):
        python = os.environ.get("TUNIP_TVM_PYTHON")
        if not python:
            print("skipped: a dump read by TVM (no TUNIP_TVM_PYTHON)")
            return
        file = folder / "output_tensors.params"
        text = subprocess.run([*shlex.split(python), "-c", READER, file], check=True,
                              capture_output=True, text=True).stdout
        found = {}
        for line in text.splitlines():
            head, data = line.split("=")
            name, dtype, *shape = head.split()
            found[bytes.fromhex(name).decode()] = ("bool" if dtype == "uint1" else dtype,
                                                   tuple(map(int, shape)), bytes.fromhex(data))
        self.assertEqual(found, {name: (dtype_name(code, bits), shape, data)
                                 for name, ((code, bits, _), shape, data) in tensors.items()})

    def graph_of_dtypes(self):
        """A copy of a tensor of each dtype, a scalar, an empty tensor, and two functions with
        several outputs."""
        g = graphs.Graph()
        for i, (dtype, size) in enumerate(graphs.SIZES.items()):
            for shape in ((2, 3), ()) if i else ((2, 3), (), (0, 2)):
                x = g.add(f"x{len(g.nodes)}", dtype=dtype, shape=shape)
                data = bytes(k % 2 if dtype == "bool" else 3 * k for k in
                             range(size * graphs.count(shape)))
                self.file(f"x{x}.npy").write_bytes(graphs.npy(dtype, shape, data))
                g.heads.append((g.add("copy", [(x, 0)], "bytes_copy", dtype=dtype, shape=shape),
                                0))
        x = g.add("y\u00e9")
        self.file("y\u00e9.npy").write_bytes(graphs.floats(1, 2, 3, 4))
        split = g.add("split", [(x, 0)], "fused_split", outputs=2)
        again = g.add("split", [(split, 1)], "fused_split", outputs=2)
        g.nodes[again]["attrs"]["out_layout"] = "NCHW4c"
        g.heads += [(again, 1), (split, 0)]
        return g

    def test_every_dtype(self):
        g = self.graph_of_dtypes()
        g.save(self.file("graph.json"))
        names = [node["name"] for node in g.nodes if node["op"] == "null"]
        self.run_graph("--dump", self.file("dump"), "--trace", self.file("trace.json"), params=None,
                       inputs=[f"{name}={name}.npy" for name in names])
        folder = self.file("dump") / INSIDE
        tensors = self.check_dump(folder, g.json())
        self.check_trace(self.file("trace.json"), g.json())
        self.check_by_tvm(folder, tensors)

    def test_scopes(self):
        graph = graphs.sample().json()
        graph["attrs"]["storage_scope"] = ["list_str", ["global", ""] + ["global"] * 6]
        self.file("graph.json").write_text(json.dumps(graph))
        self.run_graph("--dump", self.file("dump"))
        self.check_dump(self.file("dump") / INSIDE, graph)

    def test_members_that_nobody_uses(self):
        """The dump has the whole graph, as TVM's has."""
        graph = graphs.sample().json()
        graph["nodes"][4]["control_deps"] = [2, 3]
        graph["metadata"] = {"signature": ["\u00e9\n", 1.5, -7, True, None, {}, [[]], {"": 1e300}],
                             "\u2028": 2 ** 70}
        graph["attrs"].update(split=["list_int", [1, 2]], total=["size_t", 5])
        self.file("graph.json").write_text(json.dumps(graph, indent=3))
        self.run_graph("--dump", self.file("dump"))
        self.check_dump(self.file("dump") / INSIDE, graph)
        self.assertIn(", after %2, %3", run.tunip("debug", self.file("graph.json")))
        self.file("graph.json").write_text(json.dumps(graph).replace("1e+300", "-1.50e400"))
        self.run_graph("--dump", self.file("dump"))
        text = (self.file("dump") / INSIDE / "_tvmdbg_graph_dump.json").read_text()
        self.assertIn("-1.50e400", text)
        self.assertIn(str(2 ** 70), text)
        self.file("graph.json").write_text(json.dumps(graph))
        plain = copy.deepcopy(graph)
        plain["metadata"]["signature"][2] += 1
        self.file("plain.json").write_text(json.dumps(plain))
        run.tunip("equal", self.file("graph.json"), self.file("plain.json"), status=1)
        plain["metadata"]["signature"][2] -= 1
        self.file("plain.json").write_text(json.dumps(plain))
        run.tunip("equal", self.file("graph.json"), self.file("plain.json"))

    def test_repeats(self):
        self.run_graph("--dump", self.file("dump"), "--repeat", "3")
        self.check_dump(self.file("dump") / INSIDE, graphs.sample().json())

    def test_hostile_names(self):
        g = graphs.sample()
        for node in g.nodes[2:]:
            node["name"] += "\x1b\"\\\u202e</script>"
        g.save(self.file("graph.json"))
        self.run_graph("--dump", self.file("dump"))
        self.check_dump(self.file("dump") / INSIDE, g.json())

    def test_written_by_others(self):
        """A dump in another order of tensors and with other white space."""
        self.run_graph("--dump", self.file("dump"))
        ours, other = self.file("dump") / INSIDE, self.file("other")
        shutil.copytree(ours, other)
        tensors = graphs.read_params((ours / "output_tensors.params").read_bytes())
        graphs_of = {name: (dtype_name(code, bits), shape, data)
                     for name, ((code, bits, _), shape, data) in reversed(tensors.items())}
        (other / "output_tensors.params").write_bytes(graphs.params(graphs_of))
        for name in ("_tvmdbg_graph_dump.json", "_tvmdbg_execution_trace.json"):
            (other / name).write_text(json.dumps(json.loads((ours / name).read_text()), indent=7))
        text = run.tunip("debug", "compare", ours, other, "--all")
        self.assertIn("8 of 8 and 8 tensors correspond", text)
        self.assertIn("all are equal", text)


def records(data):
    """The records of a TFRecord file, whose checksums must be right."""
    table = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
        table.append(i)

    def checksum(part):
        crc = 0xFFFFFFFF
        for byte in part:
            crc = table[(crc ^ byte) & 255] ^ crc >> 8
        crc ^= 0xFFFFFFFF
        return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

    assert checksum(b"123456789") == ((0xE3069283 >> 15 | 0xE3069283 << 17) + 0xA282EAD8) % 2**32
    while data:
        size, = struct.unpack("<Q", data[:8])
        record = data[12:12 + size]
        assert struct.unpack("<I", data[8:12])[0] == checksum(data[:8])
        assert struct.unpack("<I", data[12 + size:16 + size])[0] == checksum(record)
        yield record
        data = data[16 + size:]


def message(data):
    """The fields of a message of Protocol Buffers: number -> values."""
    fields, at = {}, 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            value = varint()
        else:
            size = {1: 8, 5: 4}.get(key & 7)
            size = varint() if size is None else size
            value = data[at:at + size]
            assert len(value) == size
            at += size
            value = struct.unpack({1: "<d", 5: "<f"}[key & 7], value)[0] if key & 7 != 2 else value
        fields.setdefault(key >> 3, []).append(value)
    return fields


class TensorBoard(run.Case):
    def read(self, folder):
        """The scalars (tag, step), the histograms, and the nodes of the graph."""
        file, = self.file(folder).glob("*tfevents*")
        first, *events = [message(record) for record in records(file.read_bytes())]
        self.assertEqual(first[3], [b"brain.Event:2"])
        self.assertGreater(first[1][0], 1e9)
        scalars, histograms, nodes = {}, {}, []
        for event in events:
            if 4 in event:
                nodes = [message(node) for node in message(event[4][0])[1]]
                continue
            value = message(message(event[5][0])[1][0])
            tag = value[1][0].decode()
            if 2 in value:
                scalars[tag, event[2][0]] = value[2][0]
            else:
                histograms[tag] = message(value[5][0])
        return scalars, histograms, nodes

    def test_events(self):
        self.run_graph("--tensorboard", self.file("board"), "--repeat", "3")
        scalars, histograms, nodes = self.read("board")
        self.assertEqual({tag: value for tag, value in scalars.items() if "time" not in tag[0]},
                         {("nan/5_fused_log.0", 0): 1, ("inf/5_fused_log.0", 0): 2,
                          ("inf/6_fused_reciprocal.0", 0): 2})
        self.assertEqual([step for tag, step in scalars if tag == "time_us/2_fused_add"], [0, 1, 2])
        self.assertEqual(len(histograms), 8)
        add = histograms["values/2_fused_add.0"]
        self.assertEqual([round(add[i][0], 9) for i in range(1, 6)], [-4, 2, 4, -2, 20])
        limits, counts = (struct.unpack("<16d", add[i][0]) for i in (6, 7))
        self.assertEqual((limits[-1], sorted(limits), sum(counts)), (2, list(limits), 4))
        self.assertEqual([(node[1][0], node[2][0], node.get(3, [])) for node in nodes][4:], [
            (b"4_fused_split", b"fused_split", [b"3_reshape_nop"]),
            (b"5_fused_log", b"fused_log", [b"4_fused_split:1"]),
            (b"6_fused_reciprocal", b"fused_reciprocal", [b"4_fused_split"])])
        key, value = (message(nodes[3][5][0])[i][0] for i in (1, 2))
        self.assertEqual(key, b"_output_shapes")
        shape = message(message(message(value)[1][0])[7][0])
        self.assertEqual([message(size)[1] for size in shape[2]], [[2], [2]])

    def test_part_of_a_run(self):
        self.batch("step", f"tensorboard {self.file('part')}", more=("--source", run.HERE))
        scalars, histograms, nodes = self.read("part")
        self.assertEqual([tag for tag, _ in scalars], ["time_us/2_fused_add"])
        self.assertEqual((len(histograms), len(nodes)), (3, 7))
        self.assertIn("cannot make", self.batch(f"tensorboard {self.file('x.npy')}/a", status=2))


class Schemas(run.Case):
    """Everything that is logged has a JSON Schema in schema/, which a real validator applies."""

    def setUp(self):
        super().setUp()
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no jsonschema")
        self.refused = jsonschema.ValidationError
        self.validators = {}
        for path in sorted((HERE.parents[1] / "schema").glob("debug-*.json")):
            schema = json.loads(path.read_text())
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            self.validators[path.stem.removeprefix("debug-")] = kind(schema)

    def check(self, name, value):
        """The schema takes the value, and refuses it without a member, or with a strange one."""
        validator = self.validators[name]
        validator.validate(value)
        if isinstance(value, dict):
            for key in validator.schema.get("required", ()):
                with self.assertRaises(self.refused, msg=f"{name} without {key}"):
                    validator.validate({k: v for k, v in value.items() if k != key})
            if validator.schema.get("additionalProperties") is False:
                with self.assertRaises(self.refused):
                    validator.validate({**value, "strange": 1})

    def check_lines(self, name, text):
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines:
            self.check(name, line)
            with self.assertRaises(self.refused):
                self.validators[name].validate({**line, "strange": 1})
        return lines

    def check_dump(self, folder):
        inside = folder / INSIDE
        self.check_lines("run", (folder / "run.jsonl").read_text())
        self.check("trace", json.loads((inside / "_tvmdbg_execution_trace.json").read_text()))
        self.check("dump", json.loads((inside / "_tvmdbg_graph_dump.json").read_text()))

    def test_all(self):
        self.assertEqual(sorted(self.validators), ["compare", "dump", "graph", "reply", "run",
                                                   "trace"])
        self.run_graph("--dump", self.file("one"), "--repeat", "2")
        self.file("y.npy").write_bytes(graphs.floats(1, 2, -5, 1))
        self.run_graph("--dump", self.file("two"), "--source", run.HERE, inputs=("x=y.npy",))
        self.file("fused_add.npy").write_bytes(graphs.floats(2, 0, -4, 0))
        for name in ("one", "two"):
            self.check_dump(self.file(name))
        self.check("graph", json.loads(run.tunip("debug", self.file("graph.json"), "--json")))
        for other, status in (("one", 0), ("two", 1), ("fused_add.npy", 0)):
            self.check("compare", json.loads(run.tunip(
                "debug", "compare", "--json", self.file("one"), self.file(other), status=status)))
        self.file("batch").write_text("break nan\nrun\nfly\n\nundo\nrun\nnode %2\n")
        replies = self.check_lines("reply", run.tunip(
            "debug", *self.words("--batch-json", self.file("batch"))))
        self.assertEqual(len(replies), 7)

    def test_failure(self):
        """The record of a run that fails, of one that is not complete."""
        g = graphs.sample()
        g.nodes[5]["attrs"]["func_name"] = "bad_status"
        g.save(self.file("graph.json"))
        self.run_graph("--dump", self.file("failed"), status=2)
        self.batch("step", "inject %2 nan", f"dump {self.file('partial')}")
        for name in ("failed", "partial"):
            self.check_dump(self.file(name))

    def test_models(self):
        """The graphs and dumps of TVM itself."""
        for model in sorted(run.DATA.iterdir()) if run.DATA.is_dir() else ():
            if not (model / "graph.json").is_file():
                continue
            self.check("graph", json.loads(run.tunip("debug", model / "graph.json", "--json")))
            if (model / "dump" / INSIDE).is_dir():
                inside = model / "dump" / INSIDE
                for name, file in (("dump", "_tvmdbg_graph_dump.json"),
                                   ("trace", "_tvmdbg_execution_trace.json")):
                    self.check(name, json.loads((inside / file).read_text()))
                self.check("compare", json.loads(run.tunip("debug", "compare", "--json",
                                                           model / "dump", model / "dump")))


class Schema(Trace, unittest.TestCase):
    """The schema refuses what viewers cannot show."""

    def test_broken_traces(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no jsonschema")
        where = {"pid": 1, "tid": 1}
        fine = [{"name": "a", "ph": "B", "ts": 0, **where}, {"ph": "E", "ts": 1.5, **where},
                {"name": "a", "ph": "X", "ts": 0, "dur": 2, **where},
                {"name": "bytes", "ph": "C", "ts": 0, "pid": 1, "args": {"used": 4}},
                {"name": "thread_name", "ph": "M", **where, "args": {"name": "nodes"}},
                {"name": "thread_sort_index", "ph": "M", **where, "args": {"sort_index": 1}},
                {"name": "note", "ph": "i", "ts": 0, "s": "t", **where}]
        self.validate(fine)
        self.validate({"traceEvents": fine, "displayTimeUnit": "ns", "else": 1})
        for i, event in enumerate(fine):
            for member in set(event) - {"s"}:
                if event["ph"] in ("C", "M") and member == "tid":
                    continue
                broken = {key: value for key, value in event.items() if key != member}
                with self.assertRaises(jsonschema.ValidationError, msg=f"{i} {member}"):
                    self.validate([broken])
        for change in ({"ph": "?"}, {"ts": -1}, {"ts": "0"}, {"name": 5}, {"args": []}):
            with self.assertRaises(jsonschema.ValidationError, msg=change):
                self.validate([{**fine[0], **change}])
        for trace in ({}, {"traceEvents": fine[0]}, {"traceEvents": [], "displayTimeUnit": "us"}):
            with self.assertRaises(jsonschema.ValidationError, msg=trace):
                self.validate(trace)


def model_test(model):
    def test(self):
        graph = json.loads((model / "graph.json").read_text())
        tensors = self.check_dump(model / "dump" / INSIDE, graph)
        if model.name == "dtypes":
            self.check_by_tvm(model / "dump" / INSIDE, tensors)
    return test


if run.DATA.is_dir():
    for each in sorted(run.DATA.iterdir()):
        if (each / "dump").is_dir():
            setattr(Dumps, f"test_of_tvm_{each.name}", model_test(each))
else:
    print("skipped: the dumps of TVM (no shared data)")

if __name__ == "__main__":
    if not (run.TUNIP.with_name("tunip-run")).exists():
        print("skipped: debug.formats (this build has no tunip-run)")
        sys.exit(77)
    os.chdir(HERE)
    unittest.main(argv=sys.argv[:1], verbosity=1)
