"""Graphs of the executor and files of tensors, for the tests of `tunip debug`."""

import json
import struct

SIZES = {"float32": 4, "float64": 8, "float16": 2, "bfloat16": 2, "int8": 1, "int16": 2,
         "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "bool": 1,
         "e4m3_float8": 1, "e5m2_float8": 1}
DESCR = {"float32": "<f4", "float64": "<f8", "float16": "<f2", "bfloat16": "<u2", "int8": "|i1",
         "int16": "<i2", "int32": "<i4", "int64": "<i8", "uint8": "|u1", "uint16": "<u2",
         "uint32": "<u4", "uint64": "<u8", "bool": "|b1", "e4m3_float8": "|u1",
         "e5m2_float8": "|u1"}
CODES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "e4m3_float": 6, "e5m2_float": 7}


class Graph:
    """Builds graph.json: add() returns the number of a node."""

    def __init__(self):
        self.nodes, self.dtypes, self.shapes, self.storages, self.rows = [], [], [], [], [0]
        self.heads = []

    def add(self, name, inputs=None, function=None, outputs=1, dtype="float32", shape=(4,),
            storage=None):
        node = {"op": "tvm_op" if function else "null", "name": name}
        if function:
            node["attrs"] = {"num_outputs": str(outputs), "num_inputs": str(len(inputs)),
                             "flatten_data": "0", "func_name": function}
        node["inputs"] = [[n, k, 0] for n, k in inputs or []]
        self.nodes.append(node)
        for _ in range(outputs):
            self.storages.append(len(self.storages) if storage is None else storage)
            self.dtypes.append(dtype)
            self.shapes.append(list(shape))
        self.rows.append(len(self.shapes))
        return len(self.nodes) - 1

    def json(self):
        arguments = [i for i, node in enumerate(self.nodes) if node["op"] == "null"]
        return {"nodes": self.nodes, "arg_nodes": arguments,
                "heads": [[n, k, 0] for n, k in self.heads],
                "attrs": {"dltype": ["list_str", self.dtypes],
                          "device_index": ["list_int", [1] * len(self.shapes)],
                          "storage_id": ["list_int", self.storages],
                          "shape": ["list_shape", self.shapes]},
                "node_row_ptr": self.rows}

    def save(self, path):
        path.write_text(json.dumps(self.json(), indent=2))


def count(shape):
    result = 1
    for dim in shape:
        result *= dim
    return result


def npy(dtype, shape, data, descr=None, fortran=False):
    """The bytes of a .npy file."""
    shown = "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
    header = (f"{{'descr': '{descr or DESCR[dtype]}', 'fortran_order': {fortran}, "
              f"'shape': {shown}, }}")
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def floats(*values):
    return npy("float32", (len(values),), struct.pack(f"<{len(values)}f", *values))


def read_floats(path):
    data = path.read_bytes()
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    return list(struct.unpack(f"<{(len(data) - begin) // 4}f", data[begin:]))


def params(tensors):
    """The bytes of a file of parameters: {name: (dtype, shape, data)}."""
    out = [struct.pack("<QQQ", 0xF7E58D4F05049CB7, 0, len(tensors))]
    for name in tensors:
        out += [struct.pack("<Q", len(name.encode())), name.encode()]
    out.append(struct.pack("<Q", len(tensors)))
    for dtype, shape, data in tensors.values():
        word = dtype.rstrip("0123456789")
        code, bits = (1, 1) if dtype == "bool" else (CODES[word], int(dtype[len(word):]))
        out += [struct.pack("<QQiiiBBH", 0xDD5E40F096B4A13F, 0, 1, 0, len(shape), code, bits, 1),
                struct.pack(f"<{len(shape)}q", *shape), struct.pack("<q", len(data)), data]
    return b"".join(out)


def dump(folder, nodes, heads=(), times=None):
    """Writes a dump: nodes are (name, inputs, shape, values, attrs); a name with `fused` is a
    function, any other an argument. `times` are those of the nodes, in microseconds."""
    tensors, made = {}, []
    for i, (name, inputs, shape, values, *attrs) in enumerate(nodes):
        tensors[f"{name}____topo-index:{i}____output-num:0"] = (
            "float32", shape, struct.pack(f"<{len(values)}f", *values))
        op = name if "fused" in name else "__nop" if name == "reshape_nop" else "param"
        made.append({"op": op, "name": name, "inputs": list(inputs),
                     "attrs": attrs[0] if attrs else {}, "shape": list(shape)})
    folder.mkdir()
    (folder / "output_tensors.params").write_bytes(params(tensors))
    (folder / "_tvmdbg_graph_dump.json").write_text(json.dumps(
        {"nodes": made, "heads": [[n, 0, 0] for n in heads]}))
    if times:
        events, at = [], 0
        for (name, *_), time in zip(nodes, times):
            events += [{"ts": at, "tid": 1, "pid": 1, "name": name, "ph": "B"},
                       {"ts": at + time, "tid": 1, "pid": 1, "name": name, "ph": "E"}]
            at += time
        (folder / "_tvmdbg_execution_trace.json").write_text(json.dumps(
            {"displayTimeUnit": "ns", "traceEvents": events}))


class Functions:
    """Builds the nodes of a dump: functions of `data` and of constants."""

    def __init__(self):
        self.nodes = [("data", (), (1, 8, 4, 4), [1] * 128)]

    def add(self, name, inputs, shape):
        self.nodes.append((name, inputs, shape, [float(len(self.nodes))] * count(shape)))
        return name

    def constant(self, shape=(8,)):
        number = sum(name[0] == "p" for name, *_ in self.nodes)
        return self.add(f"p{number}", (), shape)

    def call(self, operators, *inputs, shape=(1, 8, 4, 4)):
        name, same = f"fused_{operators}", 0
        while any(name == node[0] for node in self.nodes):
            same += 1
            name = f"fused_{operators}_{same}"
        return self.add(name, inputs, shape)

    def dump(self):
        return self.nodes, [len(self.nodes) - 1]


def read_params(data):
    """The inverse of params(), with dtypes as (code, bits, lanes)."""
    names, at, result = [], 24, {}
    for _ in range(struct.unpack_from("<Q", data, 16)[0]):
        size = struct.unpack_from("<Q", data, at)[0]
        names.append(data[at + 8:at + 8 + size].decode())
        at += 8 + size
    at += 8
    for name in names:
        rank, code, bits, lanes = struct.unpack_from("<iBBH", data, at + 24)
        at += 32
        shape = struct.unpack_from(f"<{rank}q", data, at)
        at += 8 * rank
        size = struct.unpack_from("<q", data, at)[0]
        result[name] = ((code, bits, lanes), shape, data[at + 8:at + 8 + size])
        at += 8 + size
    assert at == len(data)
    return result


def sample():
    """x, p -> add -> reshape -> split -> log, reciprocal; four storages are shared."""
    g = Graph()
    x, p = g.add("x"), g.add("p")
    add = g.add("fused_add", [(x, 0), (p, 0)], "fused_add")
    flat = g.add("reshape_nop", [(add, 0)], "__nop", shape=(2, 2), storage=2)
    split = g.add("fused_split", [(flat, 0)], "fused_split", outputs=2)
    log = g.add("fused_log", [(split, 1)], "fused_log", storage=2)
    over = g.add("fused_reciprocal", [(split, 0)], "fused_reciprocal")
    g.heads = [(log, 0), (over, 0), (split, 1)]
    return g
