"""Pipelines of scripts for the browser tests: small ones, hostile ones, and a large one."""

import json
import pathlib
import sys

for tests in ("artifact", "debug"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / tests))
import fixtures  # noqa: E402
import graphs  # noqa: E402

HEAD = "# from tvm.script import ir as I\n# from tvm.script import tir as T\n\n@I.ir_module\n" \
       "class Module:\n"
HOSTILE = "</script><img src=x onerror=alert(1)>\"'&amp;<!--\u202e\u2066\u2028\u2029\x1b"


def function(name, body):
    return f"    @T.prim_func\n    def {name}(A: T.Buffer((8,), \"float32\")):\n{body}\n"


def loop(value, kind="range(8)"):
    return f"        for i in {kind}:\n            A[i] = {value}\n"


def write_passes(folder, passes):
    folder.mkdir()
    for number, (name, functions) in enumerate(passes):
        text = HEAD + "\n".join(function(*each) for each in functions)
        (folder / f"{number:03d}_{name}.py").write_text(text, encoding="utf-8")
    return folder


def small(folder):
    """Six passes: two change nothing, one adds a function, one removes it, two change lines."""
    first = [("main", loop("A[i] + T.float32(1.0)")), ("other", loop("T.float32(2.0)"))]
    faster = [("main", loop("A[i] + T.float32(1.0)", "T.parallel(8)")), first[1]]
    more = [("helper", loop("T.float32(3.0)")), *faster]
    last = [("main", loop("A[i] + T.float32(4.0)", "T.parallel(8)")), first[1]]
    return write_passes(folder, [("Start", first), ("Nothing", first), ("Parallelize", faster),
                                 ("Nothing", faster), ("AddHelper", more), ("Fold", last)])


NEEDLE = "needle"


def wide(folder):
    """Two passes after the first, of three functions: `far` has 60 lines that never change and one
    that does, `long` has a line of 9,000 characters with a word behind column 5,000, `same` never
    changes."""
    def far(value):
        body = "".join(f"        A[{i % 8}] = T.float32({i}.5)\n" for i in range(60))
        return "far", f"{body}        A[0] = T.float32({value}.0)\n"

    text = "a" * 5200 + NEEDLE + "b" * 3800
    long = ("long", f'        T.evaluate(T.call_extern("int32", "{text}", A.data))\n')
    more = ("long", loop("T.float32(1.0)") + long[1])
    same = ("same", loop("T.float32(2.0)"))
    return write_passes(folder, [("Start", [far(1), long, same]), ("Far", [far(2), long, same]),
                                 ("Both", [far(3), more, same])])


def named(folder):
    """Four steps after the first: the first renames a variable; the second renames it again and
    changes a constant; the third drops a function, the fourth adds one. Most lines of `main` whose
    names change are far from its last line, which changes."""
    def passes(name, value):
        body = "".join(f"        for {name} in range(8):\n            A[{name}] = A[{name}] + "
                       f"T.float32({i}.5)\n" for i in range(5))
        return "main", f"{body}        for j in range(8):\n            A[j] = {value}\n"

    first, other = passes("i", "T.float32(7.0)"), ("other", loop("T.float32(2.0)"))
    last, helper = passes("n", "T.float32(8.0)"), ("helper", loop("T.float32(3.0)"))
    return write_passes(folder, [
        ("Start", [first, other]), ("Rename", [passes("k", "T.float32(7.0)"), other]),
        ("Both", [last, other]), ("Drop", [last]), ("Add", [last, helper])])


def spanned(folder, save):
    """A program whose nodes have spans, after two passes: the program itself, and both loops fused
    into one. `save` reads a script and writes a graph with spans. The second store then comes from
    another file. Lines 8 to 11 of the program are the loops."""
    folder.mkdir()
    program, graph = folder.parent / "src" / "net.py", folder / "000_Start.json"
    program.parent.mkdir()
    write = HEAD + function("main", loop("T.float32(1.0)") + loop("T.float32(2.0)"))
    program.write_text(write, encoding="utf-8")
    save(program, graph)
    module = json.loads(graph.read_text(encoding="utf-8"))
    nodes = module["nodes"]

    def add(kind, data):
        nodes.append({"type": kind, "data": data})
        return len(nodes) - 1

    def site(name, line):
        return add("ir.Span", {"source_name": add("ir.SourceName", name), "line": line,
                               "column": 1, "end_line": line, "end_column": 2})

    both = {"source_name": next(i for i, each in enumerate(nodes) if each["type"] == "None"),
            "line": 0, "column": 0, "end_line": 0, "end_column": 0}
    first, second = (each["data"] for each in nodes if each["type"] == "tir.For")
    stores = [first["body"], second["body"]]
    both["spans"] = add("ffi.Array", [site("src/net.py", 8), site("src/net.py", 10)])
    first["span"] = add("ir.SequentialSpan", both)
    nodes[stores[0]]["data"]["span"] = site("net.py", 9)
    nodes[stores[1]]["data"]["span"] = site("other.py", 9)
    nodes[stores[1]]["data"]["indices"] = nodes[stores[0]]["data"]["indices"]
    nodes[nodes[stores[1]]["data"]["value"]]["data"]["span"] = site("t.py", 9)
    first["body"] = add("tir.SeqStmt", {"span": both["source_name"],
                                        "seq": add("ffi.Array", stores)})
    next(each["data"] for each in nodes if each["type"] == "tir.PrimFunc")["body"] = next(
        i for i, each in enumerate(nodes) if each.get("data") is first)
    (folder / "001_Fuse.json").write_text(json.dumps(module), encoding="utf-8")
    return folder, program


def findings(folder, file):
    """A finding about the text of a pass."""
    path = folder / "findings.json"
    rows = [{"file": str(file), "message": "a slow loop", "code": "slow", "severity": "warning",
             "notes": ["try T.vectorized"],
             "labels": [{"path": '<root>.functions[I.GlobalVar("main")].body', "message": "here"}]}]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def hostile(folder):
    """A program, findings and passes whose names and strings are hostile."""
    string = json.dumps(HOSTILE)
    body = f"        T.evaluate(T.call_extern(\"int32\", {string}, A.data))\n"
    name = HOSTILE.replace("/", "")
    passes = write_passes(folder / f"passes{name}", [
        ("Start", [("main", body)]), (name, [("main", body + body)])])
    source = folder / f"model{name}.py"
    source.write_text(HOSTILE + "\nprint(1)\n", encoding="utf-8")
    file = sorted(passes.iterdir())[1]
    path = folder / "hostile.json"
    rows = [{"file": str(file), "message": HOSTILE, "code": HOSTILE, "notes": [HOSTILE],
             "labels": [{"path": '<root>.functions[I.GlobalVar("main")].body',
                         "message": HOSTILE}]}]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return passes, source, path


def runs(folder, evil=""):
    """Two dumps of a run; from the third function on, the outputs in the second one are other
    ones, and the last output is NaN."""
    folder.mkdir()
    for number, side in enumerate(("left", "right")):
        nodes = [("x", (), (6, 8), range(48)), ("p0", (), (), [2])]
        values = [float(i) for i in range(48)]
        for i in range(4):
            values = [value * 2 + (i > 1) * number * 1e-3 for value in values]
            shown = values if i < 3 else [float("nan")] * 48
            nodes.append((f"fused_nn_conv2d_add_nn_relu_{i}{evil}",
                          [nodes[-1][0] if i else "x", "p0"], (6, 8), shown))
        graphs.dump(folder / side, nodes, [5], [0, 0, 90, 40, 2.5, 0])
    return folder / "left", folder / "right"


def graph(path, evil=""):
    """The graph of a model in which every third output has the memory of an earlier one."""
    g = graphs.Graph()
    last = g.add("x", shape=(8, 8))
    for i in range(12):
        last = g.add(f"fused_nn_conv2d_add_nn_relu_{i}{evil}", [(last, 0)], "fused_nn_conv2d",
                     shape=(8, 64 >> i // 3), storage=20 + i % 3)
    g.heads = [(g.add("fused_nn_softmax", [(last, 0)], "fused_nn_softmax", storage=30), 0)]
    g.save(path)
    return path


def hostile_relay(path, saved):
    """A saved module of Relay with a hostile name of a variable."""
    module = json.loads(saved)
    for node in module["nodes"]:
        if node.get("attrs", {}).get("name_hint") == "x":
            node["attrs"]["name_hint"] = HOSTILE
        if node.get("repr_str") == "x":
            node["repr_str"] = HOSTILE
    path.write_text(json.dumps(module), encoding="utf-8")
    return path


def many_operations(path, count):
    """A module of Relay: a chain, of which every fifth operation also uses one before."""
    lines = ["%0 = nn.relu(%x);"]
    for i in range(1, count - 1):
        other = f"%{i - 4}" if i % 5 == 4 else "%x"
        lines.append(f"%{i} = add(%{i - 1}, {other});")
    lines.append(f"tanh(%{count - 2})")
    path.write_text('#[version = "0.0.5"]\ndef @main(%x: Tensor[(8), float32]) {\n  '
                    + "\n  ".join(lines) + "\n}\n", encoding="utf-8")
    return path


def many_functions(path, functions, count):
    """A module of MLIR: in each function a chain of operations."""
    path.write_text("".join(
        f"func.func @f{function}(%a: i32) -> i32 {{\n  %0 = arith.addi %a, %a : i32\n"
        + "".join(f"  %{i} = arith.addi %{i - 1}, %a : i32\n" for i in range(1, count))
        + f"  return %{count - 1} : i32\n}}\n" for function in range(functions)),
        encoding="utf-8")
    return path


def parameters(path, names=("p0", "p1", HOSTILE, "p3"), value=0):
    """A file of parameters, one of them with a hostile name."""
    sizes = [4096, 1024, 512, 8]
    tensors = [fixtures.tensor([size], 2, 32, bytes(4 * size - 1) + bytes([value]))
               for size in sizes]
    path.write_bytes(fixtures.u64(0xF7E58D4F05049CB7, 0) + fixtures.texts(*names)
                     + fixtures.several(tensors))
    return path


def long_module(path, functions):
    """A module of more than 20,000 lines, with strings that look like the end of a script."""
    body = "".join(f"        A[{i % 8}] = T.float32({i}.5)\n" for i in range(40)) + \
        '        T.evaluate(T.call_extern("int32", "a </script><b>", A.data))\n'
    path.write_text(HEAD + "\n".join(function(f"f{i}", body) for i in range(functions)),
                    encoding="utf-8")
    return path


def large(folder, functions, passes):
    """Passes that change a few of many functions each."""
    folder.mkdir()
    values = [0] * functions
    for step in range(passes):
        for k in range(5):
            values[(step * 37 + k * 101) % functions] = step
        rows = [function(f"f{i}", "".join(loop(f"A[i] + T.float32({values[i]}.0)")
                                          for _ in range(4))) for i in range(functions)]
        text = HEAD + "\n".join(rows)
        (folder / f"{step:03d}_Pass{step}.py").write_text(text, encoding="utf-8")
    return folder


MODULE = '''\
#map = affine_map<(d0) -> (d0 + 1)>
#loc1 = loc("k.py":1:1)
module {
  func.func @f(%arg0: memref<8xf32>, %arg1: i1) -> f32 attributes {app.note = "a { b"} {
    %c0 = arith.constant 0 : index loc(#loc1)
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 2.000000e+00 : f32
    %0 = scf.for %arg2 = %c0 to %c8 step %c1 iter_args(%arg3 = %cst) -> (f32) {
      %2 = affine.apply #map(%arg2)
      %3 = memref.load %arg0[%2] : memref<8xf32>
      %4 = arith.mulf %3, %cst {fastmath = #arith.fastmath<fast>} : f32 loc("k.py":2:2)
      %5 = arith.addf %4, %arg3 : f32
      scf.yield %5 : f32
    }
    %1 = scf.if %arg1 -> (f32) {
      %2 = arith.negf %0 : f32
      scf.yield %2 : f32
    } else {
      scf.yield %0 : f32
    }
    return %1 : f32
  }
  func.func @g(%arg0: i32) -> i32 {
    GBODY
    return %LAST : i32
  }
}
'''


def mlir_log(path):
    """A log of five passes: three on functions, of which one changes `g`; one on the module, which
    changes nothing; the last changes an operation in a loop of `f`."""
    once, twice = "%0 = arith.addi %arg0, %arg0 : i32", "\n    %1 = arith.muli %0, %0 : i32"
    first = MODULE.replace("GBODY", once + twice).replace("LAST", "1")
    second = MODULE.replace("GBODY", once).replace("LAST", "0")
    last = second.replace("arith.mulf", "llvm.fmul").replace(
        "{fastmath = #arith.fastmath<fast>}", "{fastmathFlags = #llvm.fastmath<fast>}")
    dumps = [("Canonicalizer (canonicalize) ('func.func' operation: @f)", first),
             ("CSE (cse) ('func.func' operation: @f)", first),
             ("Canonicalizer (canonicalize) ('func.func' operation: @g)", second),
             ("Inliner (inline) ('builtin.module' operation)", second),
             ("ArithToLLVM (convert-arith-to-llvm) ('builtin.module' operation)", last)]
    path.write_text("".join(f"// -----// IR Dump After {name} //----- //\n{text}\n"
                            for name, text in dumps), encoding="utf-8")
    return path


def mlir_hostile(path):
    """A log whose names, strings and locations are hostile."""
    evil = HOSTILE.replace('"', "'").replace("\x1b", "")  # colours are taken out of logs
    plain = "".join(c for c in evil if " " <= c <= "~")
    text = f'module {{\n  func.func @"{evil}"() attributes {{a = "{plain}"}} {{\n' \
           f'    "{evil}.op"() {{k = "{plain}"}} : () -> () loc("{plain}":1:1)\n' \
           "    return\n  }\n}\n"
    last = text.replace("    return", "    x.y\n    return")
    path.write_text("".join(f"// -----// IR Dump After {name} //----- //\n{body}\n"
                            for name, body in (("A", text), (evil.replace("/", ""), last))),
                    encoding="utf-8")
    return path


def mlir_dialects(path):
    """A log with words without a dialect in functions of two dialects, and with more dialects than
    the table has columns. The second pass only drops an alias and what uses it."""
    many = "".join(f'    "d{i}.op"() : () -> ()\n' for i in range(70))
    text = '#map = affine_map<(d0) -> (d0)>\nmodule {\n  llvm.func @h() {\n    return\n  }\n' \
           '  func.func @f(%arg0: index) {\n' \
           f'    %0 = affine.apply #map(%arg0)\n{many}    return\n  }}\n}}\n'
    last = text.split("\n", 1)[1].replace("    %0 = affine.apply #map(%arg0)\n", "")
    path.write_text("".join(f"// -----// IR Dump After {name} //----- //\n{body}\n"
                            for name, body in (("A", text), ("B", last))), encoding="utf-8")
    return path


def mlir_large(path, functions, passes):
    """A log of whole modules in which each pass changes a few of many functions."""
    values = [0] * functions
    with path.open("w", encoding="utf-8") as log:
        for step in range(passes):
            for k in range(5):
                values[(step * 37 + k * 101) % functions] = step
            rows = [f"  func.func @f{i}(%arg0: i32) -> i32 {{\n" + "".join(
                f"    %{k} = arith.addi %{k - 1 if k else 'arg0'}, %arg0 {{a = {value} : i32}} : "
                "i32\n" for k in range(8)) + "    return %7 : i32\n  }\n"
                    for i, value in enumerate(values)]
            log.write(f"// -----// IR Dump After Pass{step} //----- //\nmodule {{\n"
                      f"{''.join(rows)}}}\n\n")
    return path
