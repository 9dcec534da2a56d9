"""Tests of the package tunip. Run by run.py, in an environment that has nothing but the wheel."""

import ast
import copy
import doctest
import gc
import inspect
import json
import os
import pathlib
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import types
import unittest
import unittest.mock
import warnings

import fake_tvm
import tunip
import tunip.testing
import tunip.tvm
from tunip import _tunip

TESTS = pathlib.Path(os.environ["TUNIP_TESTS"])
DATA = pathlib.Path(os.environ["TUNIP_TEST_DATA"])
GOLDEN = DATA / "golden"
PLUGINS = pathlib.Path(os.environ["TUNIP_PLUGINS"])
TWO = GOLDEN / "script.two_prims.json"
LEFT = DATA / "diff/renamed-variables.lhs.json"
RIGHT = DATA / "diff/renamed-variables.rhs.json"
SCRIPT = '''# from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = A[i] + T.float32(1.0)
'''


class Checking(unittest.TestCase):
    SCRIPT = ('@T.prim_func\ndef f(A: T.Buffer((16,), "float32")):\n    A[99] = A[0]\n')

    def test_findings(self):
        found = tunip.check(self.SCRIPT)
        self.assertEqual([f.rule for f in found], ["out-of-bounds"])
        self.assertEqual((found[0].problem.line, found[0].problem.column), (3, 7))
        self.assertEqual(found[0].problem.severity, "error")
        warned = tunip.check(self.SCRIPT, levels={"out-of-bounds": "warn"})
        self.assertEqual(warned[0].problem.severity, "warning")
        self.assertEqual(tunip.check(self.SCRIPT, levels={"all": "allow"}), [])

    def test_forms(self):
        text = tunip.check_text(self.SCRIPT, name="f.py")
        self.assertTrue(text.startswith("f.py:3:7: error: the index 99 is outside of `A` [out-of"))
        log = json.loads(tunip.check_text(self.SCRIPT, form="sarif"))
        self.assertEqual(log["runs"][0]["results"][0]["ruleId"], "out-of-bounds")
        with self.assertRaises(tunip.Error):
            tunip.check(b"no IR at all")
        with self.assertRaises(tunip.Error):
            tunip.check(self.SCRIPT, levels={"no-such-rule": "deny"})
        with self.assertRaisesRegex(ValueError, "expected one of allow, warn, deny, got 'forbid'"):
            tunip.check(self.SCRIPT, levels={"dtype": "forbid"})
        with self.assertRaisesRegex(ValueError, "form: expected one of text, json, sarif, github"):
            tunip.check_text(self.SCRIPT, form="xml")

    def test_defines_and_vintage(self):
        script = self.SCRIPT.replace("99", "N")
        self.assertEqual([f.rule for f in tunip.check(script)], ["undefined-name"])
        self.assertEqual([f.rule for f in tunip.check(script, defines={"N": 99})],
                         ["out-of-bounds"])
        self.assertEqual(tunip.check(script, defines={"N": 9}, vintage=26), [])

    def test_format(self):
        text = "x  = 1\n@T.prim_func\ndef f( x:T.int32 ): T.evaluate( x ) # use\n"
        self.assertEqual(tunip.format(text), "x  = 1\n@T.prim_func\ndef f(x: T.int32):\n"
                                             "    T.evaluate(x)  # use\n")
        self.assertIn("(\n    x: T.int32,\n)", tunip.format(text, width=17))
        with self.assertRaisesRegex(tunip.Error, "expected a parameter"):
            tunip.format("@T.prim_func\ndef f(:\n    pass\n")
        with self.assertRaises(ValueError):
            tunip.format(text, width=0)


class Reading(unittest.TestCase):
    def test_golden(self):
        """Every golden object prints as TVM printed it, from the file and from its text."""
        count = 0
        for path in sorted(GOLDEN.glob("script.*.json")):
            if "@" in path.name:
                continue
            expected = path.with_suffix(".py").read_text(encoding="utf-8")
            self.assertEqual(tunip.read(path).script(), expected, path.name)
            self.assertEqual(str(tunip.read(path.read_bytes())), expected, path.name)
            count += 1
        self.assertGreater(count, 5)

    def test_sources(self):
        node = tunip.parse(SCRIPT)
        for source in (SCRIPT, SCRIPT.encode(), bytearray(SCRIPT.encode()), node.save()):
            self.assertEqual(tunip.read(source), node)
        self.assertEqual(tunip.read(str(TWO)), tunip.read(TWO))

    def test_missing_file(self):
        with self.assertRaises(FileNotFoundError):
            tunip.read("no such file")
        with self.assertRaises(TypeError):
            tunip.read(7)
        with self.assertRaises(TypeError):
            tunip.parse(7)

    def test_mistakes(self):
        with self.assertRaises(tunip.Error) as caught:
            tunip.parse("from tvm.script import tir as T\n@T.prim_func\ndef f():\n"
                        "    T.evaluate('é' + b)\n    T.evaluate(c)\n", name="bad.py")
        error = caught.exception
        self.assertEqual((error.line, error.column, error.source), (4, 22, "bad.py"))
        self.assertEqual([one.message for one in error.problems],
                         ["`b` is not defined", "`c` is not defined"])
        self.assertIn("4 |     T.evaluate('é' + b)\n  |                      ^", error.excerpt)
        self.assertIn("bad.py:4:22: `b` is not defined\n", str(error))
        self.assertIn("bad.py:5:16: `c` is not defined\n", str(error))
        self.assertIsInstance(error, ValueError)
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_error_without_place(self):
        with self.assertRaises(tunip.Error) as caught:
            tunip.read(b"neither JSON nor a script")
        self.assertIsNone(caught.exception.line)
        self.assertTrue(str(caught.exception))

    def test_defines_and_fold(self):
        text = SCRIPT.replace("range(16)", "range(N * 2)")
        node = tunip.parse(text, defines={"N": "8"}, fold=True)
        self.assertEqual(node.find("tir.For").extent.value, 16)

    def test_keep_unknown(self):
        """Calls of words that no dialect has are errors, or kept with a warning."""
        text = '@T.prim_func\ndef f(A: T.Buffer((4,), "int32")):\n    T.fill(A[0], 1)\n'
        with self.assertRaisesRegex(tunip.Error, "T has no function `fill`"):
            tunip.parse(text)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            kept = tunip.parse(text, keep_unknown=True)
        self.assertEqual([w.category for w in caught], [tunip.ReadWarning])
        self.assertIn("T.fill(A[0], 1)", str(kept))

    def test_warnings(self):
        """A script without its metadata is read with placeholders, and a warning."""
        text = (GOLDEN / "rnd_relax.1001.py").read_text(encoding="utf-8")
        with self.assertRaises(tunip.Error):
            tunip.parse(text)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            tunip.parse(text, placeholders=True)
        self.assertEqual([w.category for w in caught], [tunip.ReadWarning])
        self.assertIn("is a placeholder", str(caught[0].message))

    def test_origin(self):
        node = tunip.parse(SCRIPT, name="f.py", origins=True)
        loop = node.find("tir.For")
        name, line, column, begin, end = loop.origin
        self.assertEqual((name, line, column), ("f.py", 5, 5))
        self.assertTrue(SCRIPT.encode()[begin:end].startswith(b"for i in range(16):"))
        self.assertIsNone(tunip.parse(SCRIPT).origin)


class Nodes(unittest.TestCase):
    def test_fields(self):
        module = tunip.read(TWO)
        main = module["main"]
        self.assertEqual(main.type_key, "tir.PrimFunc")
        self.assertIn("body", main.field_names())
        self.assertIn("body", dir(main))
        self.assertIsInstance(main.params, tuple)
        self.assertEqual({v.name_hint for v in module.functions}, {"alpha", "beta", "main"})
        with self.assertRaisesRegex(AttributeError, "tir.PrimFunc has no field `foo`"):
            main.foo
        with self.assertRaises(KeyError):
            module["nobody"]
        for use in (iter, len, lambda node: "main" in node, lambda node: node[0]):
            with self.assertRaisesRegex(TypeError, "tir.PrimFunc is not a list, a map or a module: "
                                                   "its fields are span"):
                use(main)

    def test_modules(self):
        """A module is a mapping, and `functions` agrees with it."""
        module = tunip.read(TWO)
        names = ["beta", "alpha", "main"]
        self.assertEqual((list(module), len(module)), (names, 3))
        self.assertEqual([one.name_hint for one in module.functions], names)
        for name, variable in zip(names, module.functions):
            for key in (name, variable):
                self.assertTrue(key in module and key in module.functions)
                self.assertTrue(module[key].same_as(module.functions[key]))
                self.assertTrue(module.functions.get(key).same_as(module[key]))
        self.assertFalse("man" in module or "man" in module.functions or 7 in module)
        self.assertIsNone(module.functions.get("man"))
        for use in (lambda: module["man"], lambda: module.functions["man"]):
            with self.assertRaisesRegex(KeyError, "no function is called 'man'; did you mean "
                                                  "'main'?"):
                use()
        self.assertTrue(module and module["main"])

    def test_lists(self):
        """A list of the IR that is the root behaves as a list."""
        nodes = [{"type": "int", "data": 5}, {"type": "int", "data": 6},
                 {"type": "ffi.Array", "data": [0, 1, 0]}]
        root = tunip.read(json.dumps({"root_index": 2, "nodes": nodes}))
        self.assertEqual((list(root), len(root), root[-1], root[1:], root[::-1]),
                         ([5, 6, 5], 3, 5, (6, 5), (5, 6, 5)))
        self.assertIn(6, root)
        for index in (3, -4):
            with self.assertRaisesRegex(IndexError, "out of range: the list has 3 items"):
                root[index]

    def test_repr(self):
        module = tunip.read(TWO)
        loop = tunip.parse(SCRIPT).find("tir.For")
        self.assertEqual(repr(module), "<ir.IRModule beta, alpha, main>")
        self.assertEqual(repr([loop, {"i": loop.loop_var}]),
                         "[<tir.For i in range(16)>, {'i': <tir.Var i>}]")
        self.assertEqual(repr(loop.body), "<tir.BufferStore A[i] = A[i] + T.float32(1.0)>")
        self.assertEqual(repr(module["main"]), '<tir.PrimFunc main(A: T.Buffer((4,), "int32"))>')
        self.assertEqual(repr(next(iter(module.functions))), "<ir.GlobalVar beta>")
        long = tunip.parse(SCRIPT + "        A[i] = A[i] + T.float32(1.0)\n" * 4000)
        self.assertEqual(repr(long.find("tir.For")), "<tir.For i>")
        self.assertTrue(all(len(repr(node)) < 100 for node in long.find("tir.For").children))

    def test_places(self):
        module = tunip.read(TWO)
        self.assertEqual((module.parent, module.path), (None, "<root>"))
        for path, node in module.walk(paths=True):
            self.assertTrue(module.node_at(path).same_as(node), path)
            self.assertTrue(module.node_at(node.path).same_as(node), path)
        loop = module.find("tir.For")
        self.assertEqual(loop.path, '<root>.functions[I.GlobalVar("alpha")].body')
        self.assertTrue(module.node_at('<root>.functions["alpha"].body').same_as(loop))
        self.assertTrue(loop.parent.same_as(module["alpha"]))
        self.assertTrue(loop.parent.parent.same_as(module))
        self.assertTrue(all(child.parent.same_as(loop) for child in loop.children
                            if child.type_key == "tir.BufferStore"))
        self.assertEqual([one.type_key for one in loop.children],
                         ["tir.Var", "ir.IntImm", "ir.IntImm", "tir.BufferStore"])
        self.assertEqual(module["alpha"].node_at("<root>.params")[0].type_key, "tir.Var")
        for path in ("<root>.bdy", "body", ""):
            with self.assertRaises(tunip.Error):
                loop.node_at(path)
        with self.assertRaisesRegex(TypeError, "expected an access path such as"):
            loop.node_at(7)

    def test_field_parent(self):
        """The types that have a field called parent keep it."""
        nodes = [{"type": "ffi.reflection.AccessPath", "data": {"depth": 0}},
                 {"type": "ffi.reflection.AccessPath", "data": {"parent": 0, "depth": 1}}]
        inner = tunip.read(json.dumps({"root_index": 1, "nodes": nodes}))
        self.assertEqual((inner.parent.depth, inner.parent.parent), (0, None))

    def test_walk(self):
        function = tunip.parse(SCRIPT)
        walk = function.walk("tir.Stmt")
        self.assertIs(iter(walk), walk)
        self.assertEqual(next(walk).type_key, "tir.For")
        self.assertEqual([one.type_key for one in walk], ["tir.BufferStore"])
        self.assertEqual(list(walk), [])
        found = [(path, node.type_key) for path, node in function.walk("tir.For", paths=True)]
        self.assertEqual(found, [("<root>.body", "tir.For")])
        self.assertTrue(function.find("tir.For").same_as(function.body))
        self.assertIsNone(function.find("tir.While"))
        self.assertEqual(len(function.find_all("tir.Var")), len(list(function.walk("tir.Var"))))
        self.assertFalse([one for one in function.walk() if one.type_key.startswith("ffi.")])
        del walk, function
        gc.collect()

    def test_walk_values(self):
        """Strings and numbers come only if their type is asked for."""
        function = tunip.parse(SCRIPT)
        names = {node.unboxed() for node in function.walk("ffi.String")}
        self.assertLess({"A", "A_handle", "i", "f", "global", "global_symbol"}, names | {"more"})
        self.assertFalse([node for node in function.walk() if node.type_key == "ffi.String"])

    def test_types(self):
        """Unknown types are errors, with the type that was meant."""
        function = tunip.parse(SCRIPT)
        for use in (function.walk, function.find, function.find_all, function.is_a):
            with self.assertRaisesRegex(tunip.Error, "no type is called 'tir.Fro'; did you mean "
                                                     "'tir.For'?"):
                use("tir.Fro")
            with self.assertRaisesRegex(tunip.Error, "'For'; did you mean 'tir.For'?"):
                use("For")
            with self.assertRaises(TypeError):
                use(7)
        self.assertFalse(function.is_a("tir.For"))
        nodes = [{"type": "vendor.Op", "data": {"x": 1}}, {"type": "ffi.Array", "data": [0]}]
        root = tunip.read(json.dumps({"root_index": 1, "nodes": nodes}))
        self.assertEqual(root.find("vendor.Op").type_key, "vendor.Op")
        self.assertFalse(root.is_a("vendor.Op"))

    def test_match(self):
        match tunip.parse(SCRIPT).find("tir.For"):
            case tunip.Node("tir.For", extent=tunip.Node("ir.IntImm", value=extent)):
                self.assertEqual(extent, 16)
            case _:
                self.fail("no case")

    def test_hash(self):
        """Equal nodes of different graphs are one key."""
        one, other = tunip.parse(SCRIPT), tunip.parse(SCRIPT)
        self.assertEqual(({one: 1}[other], hash(one) == hash(other)), (1, True))
        self.assertFalse(one.same_as(other))
        self.assertNotEqual(one, "text")

    def test_scalars(self):
        loop = tunip.parse(SCRIPT).find("tir.For")
        self.assertEqual((loop.extent.value, loop.extent.dtype, loop.loop_var.name),
                         (16, "int32", "i"))
        self.assertIs(type(loop.kind), int)
        self.assertTrue(loop.loop_var.is_a("tir.Var"))
        self.assertTrue(loop.is_a("tir.Stmt"))
        load = loop.find("tir.BufferLoad")
        self.assertTrue(load.indices[0].same_as(loop.loop_var))
        self.assertEqual(load.indices[0], loop.loop_var)

    def test_immutable(self):
        node = tunip.read(TWO)
        with self.assertRaisesRegex(AttributeError, r"node.replace\(functions=...\) makes"):
            node.functions = None
        with self.assertRaisesRegex(AttributeError, "ir.IRModule has no field `foo`"):
            node.foo = 1
        with self.assertRaisesRegex(AttributeError, "`functions` stays"):
            del node.functions
        for cls in (tunip.Node, tunip.Printed, tunip.Diff, _tunip.Graph, _tunip.Context):
            with self.assertRaises(TypeError):
                cls()
            with self.assertRaises(TypeError):
                object.__new__(cls)

    def test_classes_of_results(self):
        """The extension makes objects only of classes that have room for its members."""
        node = tunip.read(TWO)
        for cls in (int, object, tunip.Node, "Printed"):
            with self.assertRaises(TypeError):
                _tunip.print(cls, node, {})
            with self.assertRaises(TypeError):
                _tunip.diff(cls, node, node, False)
        for cls in (int, object, tunip.Printed, None):
            with self.assertRaises(TypeError):
                _tunip.read(cls, None, "1", "<text>", (None, False, False, False, False, {}))
            with self.assertRaises(TypeError):
                _tunip.live(cls, (), None)

    def test_copies(self):
        node = tunip.read(TWO)
        self.assertIs(copy.deepcopy(node), node)
        self.assertEqual(pickle.loads(pickle.dumps(node)), node)

    def test_lifetime(self):
        """A node keeps its graph: the module is gone when its child prints."""
        loop = tunip.parse(SCRIPT).find("tir.For")
        printed = tunip.parse(SCRIPT).printed()
        applied = tunip.diff(tunip.read(LEFT), tunip.read(RIGHT)).apply()
        gc.collect()
        for _ in range(20):
            tunip.read(TWO).script()
        self.assertIn("for i in range(16):", loop.script())
        self.assertEqual(printed.node_at(printed.text.index("range")).type_key, "tir.For")
        self.assertEqual(applied, tunip.read(RIGHT))


MLIR = b'''module {
  func.func @f(%x: i32) {
    %0:2 = "a.b"(%x) : (i32) -> (i32, i32) loc("f.py":1:2)
    "c.d"(%0#1) ({
    ^bb0(%y: i32):
      "e.f"() : () -> ()
    }) {n = 1 : i32} : (i32) -> ()
    return
  }
}
'''


class Mlir(unittest.TestCase):
    def setUp(self):
        self.file = tunip.read(MLIR)
        self.operations = {op.name: op for op in self.file.walk("mlir.Operation")}

    def test_operations(self):
        self.assertEqual(list(self.operations), ["module", "func.func", "a.b", "c.d", "e.f",
                                                 "return"])
        two = self.operations["a.b"]
        self.assertEqual([(value.name, value.count) for value in two.results], [("0", 2)])
        self.assertTrue(two.form.is_generic)
        self.assertEqual([place.text for place in two.locations], ['loc("f.py":1:2)'])
        self.assertIsNone(self.operations["return"].form)
        self.assertEqual(str(self.file).encode() + b"\n", MLIR)

    def test_regions(self):
        pieces = self.operations["c.d"].pieces
        self.assertEqual(pieces[1].value.same_as(self.operations["a.b"].results[0]), True)
        self.assertEqual(pieces[1].number, 1)
        region, = (p for p in pieces if isinstance(p, tunip.Node) and p.is_a("mlir.Region"))
        block, = region.blocks
        self.assertEqual(block.label.name, "bb0")
        self.assertEqual(block.pieces[1].name, "y")
        self.assertEqual([op.name for op in block.operations], ["e.f"])
        entries, = (p for p in pieces if isinstance(p, tunip.Node) and p.is_a("mlir.Dictionary"))
        self.assertEqual(list(entries.entries), ["n"])

    def test_equal(self):
        self.assertEqual(self.file, tunip.read(MLIR.replace(b"%x", b"%other")))
        self.assertNotEqual(self.file, tunip.read(MLIR.replace(b"n = 1", b"n = 2")))

    def test_compare(self):
        for words, old, new in ((["names"], b"%x", b"%other"),
                                (["names", "layout"], b"%x", b"%other"),
                                (["locations"], b"f.py", b"g.py")):
            other = tunip.read(MLIR.replace(old, new))
            self.assertTrue(tunip.equal(self.file, other, map_free_vars=True))
            self.assertFalse(tunip.equal(self.file, other, map_free_vars=True, compare=words))
            self.assertTrue(tunip.diff(self.file, other, compare=words))
            self.assertFalse(tunip.diff(self.file, other))
            hashes = [tunip.structural_hash(node, map_free_vars=True, compare=words)
                      for node in (self.file, other)]
            self.assertNotEqual(*hashes)
        with self.assertRaisesRegex(ValueError, "expected some of names, .*, got 'name'"):
            tunip.equal(self.file, self.file, compare=["name"])


class Editing(unittest.TestCase):
    def setUp(self):
        self.function = tunip.parse(SCRIPT)
        self.loop = self.function.find("tir.For")
        self.i = tunip.tir.Var("i", dtype="int32")

    def test_make(self):
        """Nodes of constructors are those that a script gives."""
        i = self.i
        total = tunip.tir.Add(i, 1)
        self.assertEqual((total.dtype, str(total)), ("int32", "i + 1"))
        loop = tunip.tir.For(i, 0, 16, 0, tunip.tir.Evaluate(total), annotations={"hot": True})
        self.assertEqual(str(loop), 'for i in T.serial(16, annotations={"hot": True}):\n'
                                    "    T.evaluate(i + 1)")
        self.assertTrue(loop.loop_var.same_as(i))
        self.assertEqual(loop, tunip.make("tir.For", i, 0, extent=16, body=loop.body,
                                          annotations={"hot": True}))
        function = tunip.tir.PrimFunc([], tunip.ir.PrimType("int32"), {}, loop)
        module = tunip.ir.IRModule({"main": function})
        self.assertEqual((list(module), module.global_var_map_["main"].name_hint),
                         (["main"], "main"))
        self.assertEqual(tunip.read(module.save()), module)
        gc.collect()
        self.assertIn("T.evaluate(i + 1)", module.script())

    def test_bad_values(self):
        """Mistakes are errors of the constructor, which name the field."""
        i, tir = self.i, tunip.tir
        for use, kind, message in (
                (lambda: tir.Add(i, tir.Var("x", dtype="float32")), tunip.Error,
                 "tir.Add: `a` is int32 and `b` is float32"),
                (lambda: tir.For(i, 0, 16), TypeError, "tir.For needs the field `body`"),
                (lambda: tir.For(i, 0, 16, 0, 3), TypeError,
                 "tir.For.body: expected tir.Stmt, got 3"),
                (lambda: tir.For(i, bdy=1), TypeError, "no field 'bdy'; did you mean 'body'?"),
                (lambda: tir.For(i, loop_var=i), TypeError, "two values for the field 'loop_var'"),
                (lambda: tir.Add(*"abcdef"), TypeError, "tir.Add has 4 fields, got 6 values"),
                (lambda: tir.Stmt(), TypeError, "no node has the type tir.Stmt itself"),
                (lambda: tir.Fro, AttributeError, "tir has no type 'Fro'; did you mean 'For'?"),
                (lambda: tunip.make("tir.Fro"), tunip.Error, "did you mean 'tir.For'?"),
                (lambda: tir.Var("i", dtype="intt"), ValueError, "is not a dtype"),
                (lambda: tir.Var("i", dtype=3), TypeError, "expected a dtype such as"),
                (lambda: tir.Evaluate(object()), TypeError, "the IR has no value for <object"),
                (lambda: tir.Evaluate(1 << 80), OverflowError, ""),
                (lambda: self.loop.replace(bdy=1), TypeError, "did you mean 'body'?"),
                (lambda: self.loop.replace(body=1), TypeError, "expected tir.Stmt, got 1"),
                (lambda: self.loop.replace(kind="x"), TypeError, "tir.For.kind: "),
                (lambda: tunip.nothing, AttributeError, "no attribute 'nothing'")):
            with self.assertRaises(kind) as caught:
                use()
            self.assertIn(message, str(caught.exception))

    def test_types(self):
        tir = tunip.tir
        self.assertTrue(isinstance(self.loop, tir.For) and isinstance(self.loop, tir.Stmt))
        self.assertFalse(isinstance(self.loop, tir.Var) or isinstance(7, tir.For))
        match self.loop:
            case tir.For(loop_var=tir.Var(name=name), extent=tunip.ir.IntImm(extent)):
                self.assertEqual((name, extent), ("i", 16))
            case _:
                self.fail("no case")
        self.assertIn("loop_var: tir.Var", tir.For.__doc__)
        self.assertEqual(repr(tir.For), "<type tir.For>")
        self.assertIn("For", dir(tir))
        self.assertEqual(tunip.tirx.For._key, "tirx.For")

    def test_replace(self):
        changed = self.loop.replace(extent=8, kind=1)
        self.assertIn("for i in T.parallel(8):", changed.script())
        self.assertTrue(changed.body.same_as(self.loop.body))
        self.assertEqual(self.loop.extent.value, 16)
        self.assertEqual((changed.path, changed.body.path, changed.body.parent),
                         ("<root>", "<root>.body", changed))
        del self.function, self.loop
        gc.collect()
        self.assertIn("A[i] = A[i] + T.float32(1.0)", changed.script())

    def test_rewrite(self):
        """Shared nodes are replaced once, others stay those of the original."""
        def unroll(loop):
            return loop.replace(kind=3)

        changed = tunip.rewrite(self.function, {"tir.For": unroll})
        self.assertIn("for i in T.unroll(16):", changed.script())
        self.assertTrue(changed.find("tir.BufferStore").same_as(self.loop.body))
        self.assertIs(tunip.rewrite(self.function, {"tir.For": lambda loop: None}), self.function)
        self.assertIs(tunip.rewrite(self.function, {}), self.function)
        seen = []
        renamed = tunip.rewrite(self.function, {
            "tir.Var": lambda var: seen.append(var) or var.replace(name="new_" + var.name)})
        self.assertIn("A[new_i] = A[new_i]", renamed.script())
        self.assertEqual(len(seen), len({id(one) for one in seen}))
        self.assertEqual(len({one.name for one in seen}), len(seen))
        self.assertEqual(renamed, self.function)

    def test_rewrite_mistakes(self):
        for rule, kind, message in ((lambda one: 3, TypeError, "expected tir.Stmt for field"),
                                    (lambda one: 1 / 0, ZeroDivisionError, "division by zero"),
                                    (lambda one: object(), TypeError, "the IR has no value for")):
            with self.assertRaises(kind) as caught:
                tunip.rewrite(self.function, {"tir.BufferStore": rule})
            self.assertIn(message, str(caught.exception))
        with self.assertRaisesRegex(tunip.Error, "did you mean 'tir.For'?"):
            tunip.rewrite(self.function, {"tir.Fro": lambda one: one})

    def test_deep_rewrite(self):
        """The library continues on another thread, which then calls the function."""
        deep = "(" * 20000 + "i" + " + 1)" * 20000
        node = tunip.parse(SCRIPT.replace("T.float32(1.0)", f'T.Cast("float32", {deep})'))
        calls = []
        changed = tunip.rewrite(node, {"tir.Add": lambda add: calls.append(1) or None,
                                       "tir.For": lambda loop: loop.replace(kind=1)})
        self.assertEqual((len(calls), changed.body.kind), (20001, 1))
        nested = tunip.rewrite(self.function, {"tir.For": lambda loop: tunip.rewrite(loop, {
            "tir.Var": lambda var: var.replace(name="n")}), "tir.BufferStore": lambda one: None})
        self.assertIn("for n in range(16)", nested.script())

    def test_substitute(self):
        i = self.loop.loop_var
        body = tunip.substitute(self.loop.body, {i: tunip.tir.Add(i, 2)})
        self.assertIn("A[i + 2] = A[i + 2] + T.float32(1.0)", body.script())
        self.assertIn("A[3] = A[3]", tunip.substitute(self.loop.body, {i: 3}).script())
        wide = tunip.tir.Add(tunip.tir.Var("w", dtype="int64"), tunip.ir.IntImm(1, dtype="int64"))
        self.assertEqual(tunip.substitute(wide, {wide.a: 5}).a.dtype, "int64")
        message = "tir.Var is not an integer, so 3 cannot take its place"
        with self.assertRaisesRegex(TypeError, message):
            tunip.rewrite(tunip.tir.Var("x", dtype="float32"), {"tir.Var": lambda one: 3})
        self.assertIn("A[3] = A[3]", tunip.substitute(self.loop.body, {i: tunip.ir.IntImm(
            3, dtype="int32")}).script())

    def test_memory(self):
        """Thousands of edits at constant memory: no graph keeps itself."""
        def once():
            changed = tunip.rewrite(self.function, {
                "tir.Add": lambda add: add.replace(a=add.b),
                "tir.For": lambda loop: loop.replace(annotations={"a": [1, self.i]})})
            changed.script(), changed.body.parent, tunip.tir.Add(self.i, 1).path

        if not os.path.exists("/proc/self/statm") or "TUNIP_SANITIZED" in os.environ:
            self.skipTest("no /proc, or a sanitizer that keeps freed memory")
        sizes = []
        for rounds in (300, 2000):
            for _ in range(rounds):
                once()
            gc.collect()
            sizes.append(int(pathlib.Path("/proc/self/statm").read_text().split()[1]))
        self.assertLess(sizes[1] - sizes[0], 256)


class Command(unittest.TestCase):
    """The command in the wheel, and what has a function."""

    def setUp(self):
        if not (pathlib.Path(tunip.__file__).parent / "bin/tunip").exists():
            self.skipTest("the package has no command")
        patch = unittest.mock.patch.dict(os.environ)
        patch.start()
        self.addCleanup(patch.stop)
        del os.environ["TUNIP_PLUGINS"]     # the command has a variable of this name

    def test_logs(self):
        """The steps of a log, or of a folder, are those of the command."""
        for path in (*sorted((DATA / "cli/data").glob("mlir_*.log")), DATA / "cli/data/schedule"):
            with self.subTest(path.name):
                history = tunip.History.read(path)
                steps = json.loads(tunip.run("history", "--format", "json", path))["steps"]
                self.assertEqual(
                    [(step.name, step.symbol, step.changed, step.failed, step.unseen,
                      step.uncertain) for step in history],
                    [(step["name"], step.get("symbol", ""), step["changed"],
                      *(step.get(word, False) for word in ("failed", "unseen", "uncertain")))
                     for step in steps])
                lines = json.loads(tunip.run("blame", "--format", "json", "--history", path))
                lineage = history.lineage()
                self.assertEqual(lineage.text().splitlines(),
                                 [line["text"] for line in lines["lines"]])
                self.assertEqual(lineage.blame(), [line["step"] for line in lines["lines"]])
        log = DATA / "cli/data/mlir_kernels.log"
        self.assertEqual(tunip.History.read(log)[2].symbol, "first::@kernel")
        self.assertIn("not bufferized",
                      tunip.History.read(DATA / "cli/data/mlir_failed.log")[-1].output)
        with self.assertRaisesRegex(RuntimeError, "no such file|cannot open|No such file"):
            tunip.History.read("missing.log")

    def test_module(self):
        done = subprocess.run([sys.executable, "-m", "tunip", "print", str(TWO)], text=True,
                              check=True, stdout=subprocess.PIPE)
        self.assertEqual(done.stdout, tunip.read(TWO).script() + "\n")
        done = subprocess.run([sys.executable, "-m", "tunip", "nothing"], check=False,
                              stderr=subprocess.PIPE)
        self.assertNotEqual(done.returncode, 0)

    def test_run(self):
        self.assertIn(tunip.__version__, tunip.run("--version"))
        self.assertIn("main", tunip.run("outline", TWO))
        self.assertEqual(tunip.run("print", "-", input=tunip.read(TWO).save()),
                         tunip.read(TWO).script() + "\n")
        with self.assertRaisesRegex(RuntimeError, "no such file"):
            tunip.run("print", "no such file")

    def test_log(self):
        """A module of a log, by its number; without a number the error says how."""
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "build.log"
            scripts = [SCRIPT.replace("16)", f"{size})") for size in (4, 8, 12)]
            log.write_text("\n".join(["a line", *scripts]))
            self.assertEqual(tunip.read(f"{log}#3").find("tir.For").extent.value, 12)
            with self.assertRaisesRegex(tunip.Error, "choose one, such as build.log#1"):
                tunip.read(log)
            with self.assertRaisesRegex(RuntimeError, "4"):
                tunip.read(f"{log}#4")
            extents = [module.find("tir.For").extent.value for module in tunip.read_all(log)]
            self.assertEqual(extents, [4, 8, 12])
            log.write_text("\n".join(["import os", *(f'A = """\n{text}"""' for text in scripts)]))
            self.assertEqual([module.find("tir.For").extent.value
                              for module in tunip.read_all(log)], extents)
            self.assertEqual(list(tunip.read_all(TWO)), [tunip.read(TWO)])
            log.write_text("no module")
            with self.assertRaises(tunip.Error):
                list(tunip.read_all(log))
            with self.assertRaises(OSError):
                tunip.read_all("missing.log")

    def test_log_keywords(self):
        """read_all() has the keywords and the warnings of read(), also for a file of one module."""
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "build.log"
            script = SCRIPT.replace("range(16)", "range(N * 2)")
            log.write_text(f"a line\n{script}\n{script}")
            with self.assertRaisesRegex(tunip.Error, "build.log:6:20: .*\\bN\\b"):
                list(tunip.read_all(log))
            first, second = tunip.read_all(log, defines={"N": 8}, fold=True, origins=True)
            self.assertEqual((first, second.find("tir.For").extent.value), (second, 16))
            gc.collect()
            self.assertEqual([one.find("tir.For").origin[1] for one in (first, second)], [6, 13])
            self.assertIsNone(next(tunip.read_all(log, defines={"N": 8})).origin)
            part = pathlib.Path(folder) / "part.py"
            part.write_text("for i in T.serial(N):\n    T.evaluate(i)\n")
            loop, = tunip.read_all(part, defines={"N": 8})
            self.assertEqual(loop.extent.value, 8)
            unknown = '@T.prim_func\ndef f(A: T.Buffer((4,), "int32")):\n    T.fill(A[0], 1)\n'
            for path, text in (log, f"a line\n{unknown}"), (part, "T.fill(T.int32(0), 1)\n"):
                path.write_text(text)
                with self.assertRaisesRegex(tunip.Error, "T has no function `fill`"):
                    list(tunip.read_all(path))
                with warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    kept, = tunip.read_all(path, keep_unknown=True)
                self.assertIn("T.fill(", str(kept))
                self.assertEqual([(w.category, w.filename) for w in caught],
                                 [(tunip.ReadWarning, __file__)])
                line = text[:text.index("fill")].count("\n") + 1
                self.assertIn(f"{path}:{line}: ", str(caught[0].message))
            log.write_text("a line\n" + (GOLDEN / "rnd_relax.1001.py").read_text("utf-8"))
            with self.assertRaises(tunip.Error):
                list(tunip.read_all(log))
            with self.assertWarnsRegex(tunip.ReadWarning, "is a placeholder"):
                list(tunip.read_all(log, placeholders=True))


class Versions(unittest.TestCase):
    def test_convert(self):
        function = tunip.parse(SCRIPT)
        newer = function.convert(26)
        self.assertEqual((function.vintage, newer.vintage, newer.type_key),
                         (23, 26, "tirx.PrimFunc"))
        self.assertEqual(newer.convert(23, exact=True), function)
        self.assertEqual(newer.find("tirx.For").extent.value, 16)
        with self.assertRaises(tunip.Error):
            function.convert(7)

    def test_check(self):
        function = tunip.parse(SCRIPT)
        self.assertEqual(function.check(), [])
        nodes = [{"type": "vendor.Op", "data": {"x": "1"}}]
        flaw, = tunip.read(json.dumps({"root_index": 0, "nodes": nodes})).check()
        self.assertEqual((flaw.kind, flaw.path), ("unregistered", "<root>"))


class Mistakes(unittest.TestCase):
    """Each error says what to do."""

    def setUp(self):
        self.node = tunip.parse(SCRIPT)

    def check(self, kind, message, use):
        with self.assertRaises(kind) as caught:
            use()
        self.assertIn(message, str(caught.exception))

    def test_defines(self):
        text = SCRIPT.replace("range(16)", "range(N)")
        for value in (4, "4"):
            self.assertEqual(tunip.parse(text, defines={"N": value}).body.extent.value, 4)
        for bad in ({"N": [4]}, {3: 4}):
            self.check(TypeError, "defines: expected a name and a number, or a text as in a script",
                       lambda: tunip.parse(text, defines=bad))

    def test_save(self):
        self.check(tunip.Error, "save() takes a format such as 'tvm-json' and returns the text; "
                   "write it with Path('x.json').write_text(node.save())",
                   lambda: self.node.save("x.json"))

    def test_paths(self):
        """path_at(), node_at() and spans() take each other's results, in both spellings."""
        printed = tunip.read(TWO).printed()
        path = printed.path_at(printed.text.index("range(4)"))
        self.assertEqual(printed.node_at(path).type_key, "tir.For")
        short = path.replace("I.GlobalVar(", "").replace(")", "")
        self.assertIn('.functions["', short)
        self.assertTrue(printed.spans(path))
        self.assertEqual(printed.spans(short), printed.spans(path))
        self.assertTrue(printed.node_at(short).same_as(printed.node_at(path)))

    def test_options(self):
        self.check(tunip.Error, "no option is called 'tir_prefx'; did you mean 'tir_prefix'?",
                   lambda: self.node.script(tir_prefx=1))
        self.check(tunip.Error, "did you mean 'indent_spaces'?",
                   lambda: tunip.diff(self.node, self.node.body).text(indent_space=1))

    def test_objects(self):
        """obj_to_underline and obj_to_annotate name nodes instead of paths."""
        loop = self.node.find("tir.For")
        text = self.node.script(obj_to_underline=[loop.body.value],
                                obj_to_annotate={loop.body: "here"})
        self.assertEqual(text, self.node.script(
            path_to_underline=[loop.body.value.path], path_to_annotate={loop.body.path: "here"}))
        self.assertIn("# here", text)
        other = tunip.parse(SCRIPT).body
        for option in ({"obj_to_underline": [other]}, {"obj_to_annotate": {other: "x"}}):
            self.check(ValueError, "does not contain <tir.For i in range(16)>",
                       lambda: self.node.script(**option))
        for option in ({"obj_to_underline": loop}, {"obj_to_underline": [1]},
                       {"obj_to_annotate": [loop]}):
            self.check(TypeError, "expected", lambda: self.node.script(**option))

    def test_sources(self):
        self.check(TypeError, "expected a file name, a text or a live object of TVM, got 3",
                   lambda: tunip.read(3))
        for index in (5, -6):
            self.check(IndexError, "is out of range: the diff has 0 edits",
                       lambda: tunip.diff(self.node, self.node)[index])


class Printing(unittest.TestCase):
    def test_config(self):
        node = tunip.parse(SCRIPT)
        self.assertIn("\n  for i in range(16):", node.script(indent_spaces=2))
        self.assertIn("@X.prim_func", node.script(tir_prefix="X"))
        self.assertIn("def g(", node.script(name="g"))
        self.assertIn("range(T.int32(16))", node.script(int_dtype="int64"))
        self.assertIn("\x20" * 8 + "A[i] = A[i] + T.float32(1.0)  # hot",
                      node.script(path_to_annotate={"<root>.body.body": "hot"}))
        self.assertIn("^^^^", node.script(path_to_underline=["<root>.body.body.value"]))
        self.assertEqual(node.script(num_context_lines=-1, name=None), node.script())
        self.assertIn("func f", node.script(backend="text"))
        nothing = dict.fromkeys(("name", "tir_prefix", "int_dtype", "syntax_sugar", "indent_spaces",
                                 "show_all_struct_info", "path_to_underline", "extra_config"))
        self.assertEqual(node.script(**nothing), node.script())

    def test_bad_config(self):
        node = tunip.parse(SCRIPT)
        for config, kind in (({"foo": 1}, tunip.Error), ({"indent_spaces": "a"}, ValueError),
                             ({"indent_spaces": 1 << 80}, (OverflowError, ValueError)),
                             ({"name": 3}, TypeError), ({"name": "a\0b"}, ValueError),
                             ({"path_to_underline": [1]}, TypeError),
                             ({"path_to_underline": "<root>"}, TypeError),
                             ({"path_to_annotate": ["x"]}, TypeError),
                             ({"path_to_underline": ["<root>.nothing"]}, tunip.Error),
                             ({"max_bytes": 10}, tunip.Error)):
            with self.subTest(config=config), self.assertRaises(kind):
                node.script(**config)

    def test_source_map(self):
        """Both ways, with characters before the place that take several bytes."""
        printed = tunip.parse(SCRIPT).printed(path_to_annotate={"<root>.body": "éü漢"})
        text = printed.text
        self.assertIn("# éü漢\n", text)
        at = text.index("A[i] + ")
        path = printed.path_at(at + 4)
        self.assertEqual(printed.node_at(at + 5).type_key, "tir.Add")
        self.assertIn("A[i] + T.float32(1.0)", [text[s.begin:s.end] for s in printed.spans(path)])
        self.assertEqual(printed.offset(*printed.locate(at)), at)
        self.assertEqual(printed.spans("<root>.nothing"), [])
        self.assertTrue(printed.nearest_spans(path + ".dtype"))
        self.assertIsNone(printed.path_at(10 ** 9))
        with self.assertRaises(tunip.Error):
            printed.spans("no path")

    def test_offsets_of_long_texts(self):
        """Offsets beyond a few blocks of text.c."""
        long = {"<root>.body": "é漢" * 3000, "<root>.body.body": "ü"}
        printed = tunip.parse(SCRIPT).printed(path_to_annotate=long)
        text = printed.text
        for shown, token in (("range(16)", "16"), ("T.float32(1.0)", "1.0"), ("A[i] =", "i")):
            place = text.rindex(shown) + shown.index(token)
            spans = printed.spans(printed.path_at(place))
            self.assertTrue(any(s.begin <= place < s.end <= place + len(shown) for s in spans),
                            (shown, place, spans))

    def test_report(self):
        printed = tunip.parse(SCRIPT).printed(find_losses=True)
        self.assertTrue(printed.parsable and printed.lossless)
        self.assertEqual(printed.issues, [])
        free = tunip.parse(SCRIPT).find("tir.BufferLoad").printed()
        self.assertTrue(all(isinstance(one, tunip.Issue) for one in free.issues))

    def test_lossless(self):
        for name in "i", "for", "a b", "":
            outer, inner = (tunip.tir.Var(name, dtype="int32") for _ in range(2))
            body = tunip.tir.For(inner, 0, 4, body=tunip.tir.Evaluate(outer + inner))
            node = tunip.tir.For(outer, 0, 4, body=body)
            printed = node.printed(lossless=True)
            self.assertTrue(printed.lossless)
            back = tunip.parse(printed.text)
            self.assertEqual(back, node)
            self.assertEqual([back.loop_var.name, back.body.loop_var.name], [name, name])
            self.assertEqual(printed.text, node.script(lossless=True))
            self.assertEqual(printed.metadata, "")
        with self.assertRaises(tunip.Error):
            node.script(lossless=True, print_line_numbers=True)

    def test_objects(self):
        one = tunip.ir.FloatImm(0.5, dtype="float32")
        two = tunip.tir.Evaluate(tunip.tir.Add(one, one))
        self.assertNotIn("object", two.script(lossless=True))
        text = two.script(lossless=True, share=True)
        self.assertIn("# tunip: one object <root>.value.a, <root>.value.b", text)
        back = tunip.parse(text)
        self.assertTrue(back.value.a.same_as(back.value.b))
        with self.assertRaises(tunip.Error):
            two.script(share=True)

    def test_metadata_file(self):
        node = tunip.parse("from tvm.script import relax as R\n@R.function\n"
                           "def f(x: R.Tensor((2,), \"float32\")):\n"
                           "    return R.add(x, R.const([1, 2], \"float32\"))\n")
        printed = node.printed(lossless=True, metadata_file="weights.json")
        self.assertIn('tvm.ir.load_json(open("weights.json").read())', printed.text)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "net.py").write_text(printed.text, encoding="utf-8")
            with self.assertRaises(tunip.Error):
                tunip.read(path / "net.py")
            (path / "weights.json").write_text(printed.metadata, encoding="utf-8")
            self.assertEqual(tunip.read(path / "net.py"), node)
        with self.assertRaises(tunip.Error):
            node.script(metadata_file="a/weights.json")

    def test_html(self):
        node = tunip.parse(SCRIPT.replace("float32(1.0)", 'call_extern("float32", "<b>&")'))
        shown = node._repr_html_()
        self.assertIn("&lt;b&gt;&amp;", shown)
        self.assertEqual(shown.count("<span"), shown.count("</span>"))
        self.assertNotIn("\x1b", shown)


class Comparing(unittest.TestCase):
    def setUp(self):
        self.left, self.right = tunip.read(LEFT), tunip.read(RIGHT)

    def test_diff(self):
        diff = tunip.diff(self.left, self.right)
        self.assertEqual((len(diff), diff[0], diff[-1]), (1, *diff, *diff))
        self.assertEqual((diff[0].kind, diff[0].field), ("change", "value"))
        self.assertEqual(diff[0].rhs.value, -65504.0)
        self.assertEqual((diff[:], diff[1:], diff[::-1]), ([*diff], [], [*diff]))
        for index, kind in ((1, IndexError), (-2, IndexError), (1 << 80, IndexError),
                            ("a", TypeError)):
            with self.subTest(index=index), self.assertRaises(kind):
                diff[index]
        self.assertEqual(len(diff.renames), 6)
        self.assertIn("1 statement changed", diff.text())
        self.assertIn("\x1b[", diff.text(color=True))
        self.assertIn("--- a\n+++ b\n", diff.text(lhs_name="a", rhs_name="b"))
        self.assertTrue(all(len(line) <= 80 for line in diff.side_by_side(80).splitlines()))
        self.assertIn("changed <root>", diff.names())
        self.assertTrue(diff.patch().startswith("--- lhs\n+++ rhs\n"))
        self.assertIn('"kind": "change"', diff.json())
        self.assertEqual(diff.apply(), self.right)
        self.assertIn("<pre", diff._repr_html_())

    def test_equal(self):
        again = tunip.read(LEFT)
        self.assertTrue(tunip.equal(self.left, again) and self.left == again)
        self.assertFalse(self.left == self.right)
        self.assertFalse(tunip.diff(self.left, again))
        self.assertEqual(tunip.diff(self.left, again).text(), "")
        self.assertEqual(tunip.structural_hash(self.left), tunip.structural_hash(again))
        self.assertEqual(hash(self.left), hash(again))
        self.assertNotEqual(tunip.structural_hash(self.left), tunip.structural_hash(self.right))
        self.assertFalse(self.left == "left")
        with self.assertRaises(TypeError):
            tunip.equal(self.left, "left")

    def test_assertion(self):
        tunip.testing.assert_structural_equal(self.left, self.left)
        with self.assertRaisesRegex(AssertionError, "1 statement changed"):
            tunip.testing.assert_structural_equal(self.left, self.right)


class Following(unittest.TestCase):
    """Lines of two modules, and of the steps of a history."""

    FOLDER = DATA / "cli/data/schedule"

    def setUp(self):
        self.files = sorted(self.FOLDER.glob("00*.py"))
        self.history = tunip.History((path.stem[4:], tunip.read(path)) for path in self.files)

    def test_lines(self):
        left = DATA / "diff/moved-loop.lhs.json"
        diff = tunip.diff(tunip.read(left), tunip.read(str(left).replace("lhs", "rhs")))
        lines = diff.lines()
        self.assertEqual(lines.lhs, diff.lhs.script())
        self.assertEqual(lines.counts, (8, 8, 0, 0))
        self.assertIn((20, 26, "moved", "paired by the edit script", True, False, "apart"),
                      lines.links)
        self.assertIn((1, 1, None, False, False), lines.rows)
        moved = [row for row in lines.rows if row.origin]
        self.assertEqual([(row.lhs, row.rhs, row.origin) for row in moved], [(None, 26, 20)])
        written = json.loads(diff.json())["links"]
        self.assertEqual(sum(one["lines"] for one in written), len(lines.links))
        self.assertIn("tir", diff.lines(tir_prefix="tir").lhs)

    def test_steps(self):
        history = self.history
        self.assertEqual([step.name for step in history], ["start", "split", "parallel"])
        self.assertEqual((len(history), history[-1].index, history[1:2]), (3, 2, [history[1]]))
        self.assertEqual(history[0].before, None)
        self.assertEqual((history[1].before, history[1].changed, history[1].is_part),
                         (0, True, False))
        self.assertEqual(history[2].module, tunip.read(self.files[2]))
        self.assertIsInstance(history[2].module.find("tir.For"), tunip.Node)
        self.assertIn("1 function changed", history.diff(1).text())
        for index in (3, -4):
            with self.assertRaises(IndexError):
                history[index]
        with self.assertRaises(IndexError):
            history.diff(0)
        with self.assertRaises(TypeError):
            history.add("four", 4)
        with self.assertRaises(TypeError):
            _tunip.History()

    def test_lineage(self):
        lineage = self.history.lineage()
        self.assertEqual(lineage.text(0), self.history[0].module.script())
        self.assertEqual((lineage.counts(), lineage.functions()), ((1, 0, 1, 0), ["changed main"]))
        self.assertEqual(lineage.blame(0), [0] * 14)
        self.assertEqual([lineage.blame()[line - 1] for line in (8, 9, 12)], [0, 2, 1])
        link, = lineage.links(12)
        self.assertEqual(link[:6], (1, 11, 2, 12, "same", "same content"))
        self.assertEqual((link.changed, link.row), (False, "same"))
        trace = lineage.trace(12)
        self.assertEqual([(one.step, one.line) for one in trace], [(0, 11), (1, 11), (2, 12)])
        self.assertEqual(trace[0][2:6], (None,) * 4)
        self.assertEqual((trace[1].kind, trace[1].changed, trace[1].sure), ("changed", True, True))
        self.assertEqual(lineage.trace(11, step=0), trace)
        self.assertIs(lineage.history, self.history)
        for line in (0, 16, -1):
            with self.assertRaisesRegex(IndexError, "step 2 has 15 lines"):
                lineage.trace(line)
        with self.assertRaises(IndexError):
            lineage.blame(3)

    def test_page(self):
        """In a notebook, a history shows its steps, and what each changed."""
        page = self.history._repr_html_()
        self.assertEqual(page.count("<details>"), sum(step.changed for step in self.history))
        self.assertIn("<code>start</code>: no changes", page)
        self.assertNotIn("\x1b", page)
        with self.assertRaisesRegex(IndexError, "index 3 is out of range: the history has 3 steps"):
            self.history[3]

    def test_growth(self):
        """A lineage refers to its history, which must not grow; a node keeps the history alive."""
        lineage = self.history.lineage()
        with self.assertRaisesRegex(ValueError, "cannot grow"):
            self.history.add("again", self.history[0].module)
        module = self.history[0].module
        del lineage
        self.history.add("again", module)
        self.assertEqual(self.history[3].module, module)
        self.history = None
        gc.collect()
        self.assertIn("range(64)", module.script())

    def test_sites(self):
        node = tunip.read(DATA / "cli/data/spans_list.json")
        lineage = tunip.History([("start", node)]).lineage()
        sites = [site for line in range(1, len(lineage.blame()) + 1)
                 for site in lineage.sites(line)]
        self.assertTrue(any(site.source and site.line for site in sites), sites)

    def test_locations(self):
        """Locations of MLIR are spans, and its operations are followed."""
        names = ["000_start", "001_fma", "002_llvm"]
        nodes = [tunip.read(DATA / f"cli/data/kernel/dump/{name}.mlir") for name in names]
        lineage = tunip.History(list(zip(names, nodes))).lineage()
        self.assertEqual([(site.source, site.line) for site in lineage.sites(13)],
                         [("kernel.py", 2), ("kernel.py", 7), ("kernel.py", 7), ("y", 0)])
        self.assertTrue(all(link.reason == "same span" for link in lineage.links(13)))
        found = [(at.step, at.line) for at in lineage.trace_site("kernel.py", 8)]
        self.assertEqual(found, [(0, 10), (1, 9), (2, 14), (2, 15)])

    def test_origins(self):
        """A line goes back to step 0, or with spans to the user's program."""
        lineage = self.history.lineage()
        self.assertEqual(lineage.origins(12), [(11, None, True)])
        self.assertEqual(lineage.trace_site("model.py", 3), [])
        steps = sorted((DATA / "cli/data/net/dump").glob("*.relay"))
        lineage = tunip.History((path.stem[4:], tunip.read(path)) for path in steps).lineage()
        places = [(one.line, one.site.source, one.site.line, one.sure)
                  for one in lineage.origins(3, step=1)]
        self.assertEqual(places, [(None, "net.py", 3, True), (None, "net.py", 2, True)])
        found = lineage.trace_site("net.py", 4)
        self.assertEqual([(one.step, one.line) for one in found],
                         [(0, 5), (0, 6), (1, 4), (1, 5), (2, 3), (2, 4), (2, 6), (2, 7)])
        self.assertEqual((found[0].from_line, found[-1].reason), (None, "same span"))
        self.assertTrue(all(one.sure for one in found))
        self.assertEqual(len(lineage.trace_site("net.py")),
                         len({(one.step, one.line) for line in range(1, 6)
                              for one in lineage.trace_site("net.py", line)}))
        with self.assertRaises(IndexError):
            lineage.origins(99)
        with self.assertRaises(TypeError):
            lineage.trace_site(4)

    def check_counts(self, folder, pattern="*"):
        files = sorted(path for path in folder.glob(pattern) if path.name != "net.py")
        history = tunip.History((path.stem, tunip.read(path)) for path in files)
        lineage = history.lineage()
        for step in history[1:]:
            diff, counts = history.diff(step.index), lineage.counts(step.index)
            lines = json.loads(diff.json())["lines"]
            self.assertEqual(counts, diff.lines().counts, (folder, step.index))
            self.assertEqual(counts._asdict(), lines, (folder, step.index))

    def test_counts(self):
        """The numbers of lines are those of a diff of the two modules, and of its JSON. The test
        `history` compares these with all other programs."""
        for folder in sorted((DATA / "cli/data/threads").iterdir()):
            self.check_counts(folder)
        self.check_counts(TESTS / "history/data/schedule-gemm")
        for archive in sorted((TESTS.parent.parent / "shared/data/passes").glob("*.tar.xz")):
            with tempfile.TemporaryDirectory() as folder:
                shutil.unpack_archive(archive, folder)
                top = pathlib.Path(folder) / archive.name.split(".")[0]
                self.check_counts(top / "json" if (top / "json").is_dir() else top, "*.json")

    def test_trace(self):
        trace = (self.FOLDER / "trace.py").read_text(encoding="utf-8")
        self.history.set_trace(trace)
        self.assertIsNone(self.history[0].primitive)
        split = self.history[1].primitive
        self.assertEqual((split.name, split.results), ("split", ["l2", "l3"]))
        self.assertEqual(split.arguments[:2], [("loop", "l1"), ("factors", "[None, 16]")])
        self.assertTrue(split.text.startswith("l2, l3 = sch.split(loop=l1, "))
        self.assertEqual(self.history[2].primitive.text, "sch.parallel(loop=l2)")
        with self.assertRaisesRegex(tunip.Error, "but 1 step comes after the first one"):
            self.history.set_trace(trace, first=1)
        with self.assertRaisesRegex(tunip.Error, "not the trace of a schedule"):
            self.history.set_trace("print(1)")

    def test_threads(self):
        """Two threads that add at the same time: the second one is refused, or comes later."""
        history, refused = tunip.History(), []

        def fill():
            for _ in range(20):
                try:
                    history.add("step", self.history[2].module)
                except RuntimeError as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=fill) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(history) + len(refused), 80)

    def test_manual(self):
        """The examples of docs/python.md."""
        with tempfile.TemporaryDirectory() as folder:
            for path in (*self.FOLDER.iterdir(), *(DATA / "diff").glob("moved-loop.*"),
                         TESTS / "documents/before.mlir", TESTS / "documents/build.log"):
                shutil.copy(path, folder)
            shutil.copytree(DATA / "cli/data/net", pathlib.Path(folder) / "net")
            before = os.getcwd()
            os.chdir(folder)
            try:
                with unittest.mock.patch.dict(os.environ):
                    del os.environ["TUNIP_PLUGINS"]     # the command has a variable of this name
                    done = doctest.testfile(str(TESTS.parent / "docs/python.md"), False,
                                            optionflags=doctest.ELLIPSIS)
            finally:
                os.chdir(before)
        self.assertGreater(done.attempted, 10)
        self.assertEqual(done.failed, 0)


class Diagnosing(unittest.TestCase):
    def test_places(self):
        node = tunip.parse(SCRIPT, name="f.py", origins=True)
        loop = node.find("tir.For")
        printed = node.printed()
        at = printed.text.index("range")
        found = tunip.Diagnostics()
        found.error("too hot", code="heat").at(loop.find("tir.Add"), "here").also(
            "<root>.body.extent", "this often").note("a note").help("a hint")
        found.warning("a span").at((at, at + 5))
        text = found.render(printed)
        self.assertIn("error[heat]: too hot\n --> module:6:16", text)
        self.assertIn("^^^^^^^^^^^^^^^^^^^^^ here", text)
        self.assertIn("-- this often", text)
        self.assertIn("= help: a hint", text)
        self.assertIn("^^^^^", text)
        self.assertIn("\x1b[", found.render(printed, color=True))
        del found[1]
        self.assertIn(" --> f.py:6:16", found.render(node))

    def test_refusals(self):
        node = tunip.parse(SCRIPT)
        found = tunip.Diagnostics()
        with self.assertRaises(TypeError):
            found.render(node)
        found.add("fatal", "x")
        with self.assertRaises(ValueError):
            found.render(node.printed())
        found[0] = tunip.Diagnostic("error", "x").at(7)
        with self.assertRaises(TypeError):
            found.render(node.printed())


class Machine(unittest.TestCase):
    def test_speed(self):
        """A walk makes its nodes one by one, in little memory; fields come from a cache."""
        if "TUNIP_SANITIZED" in os.environ:
            self.skipTest("a sanitizer is slow")
        function = tunip.parse(SCRIPT + "        A[i] = A[i] + T.float32(1.0)\n" * 20000)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begin = time.process_time()
        count = sum(1 for _ in function.walk())
        took = time.process_time() - begin
        self.assertGreater(count, 400000)
        self.assertLess(took / count, 3e-6)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak, 20 << 10)
        loop, begin = function.body, time.process_time()
        for _ in range(200000):
            loop.body
        self.assertLess((time.process_time() - begin) / 200000, 1.5e-6)

    def test_subinterpreters(self):
        """The package works in another interpreter, or refuses with ImportError."""
        inner = "import sys; sys.path[:] = " + repr(sys.path) + textwrap.dedent("""
            try:
                import tunip
                function = tunip.parse(TEXT)
                changed = tunip.rewrite(function, {"tir.For": lambda loop: loop.replace(kind=1)})
                print([changed.find("tir.For")])
            except ImportError as error:
                print("refused", error)
            """).replace("TEXT", repr(SCRIPT))
        code = textwrap.dedent("""
            try: import _interpreters as interpreters
            except ImportError: import _xxsubinterpreters as interpreters
            interpreters.run_string(interpreters.create(), INNER)
            import tunip
            print([tunip.parse(TEXT).find("tir.For")])
            """).replace("INNER", repr(inner)).replace("TEXT", repr(SCRIPT))
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, check=False)
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[<tir.For i in range(16)>]", lines)
        self.assertEqual(len(lines), 2)
        self.assertTrue(all("<tir.For" in one or "interpreter" in one for one in lines), lines)

    def test_plugin(self):
        """A plugin can be loaded at any time; in a process of its own, because it stays."""
        code = f"""
import tunip
before = tunip.parse({SCRIPT!r})
before.script()
try: tunip.load_plugin({str(PLUGINS / 'text.so')!r})
except tunip.Error as error: print(error.code)
tunip.load_plugin({str(PLUGINS / 'sexp.so')!r})
tunip.load_plugin({str(PLUGINS / 'shout.so')!r})
print(len(tunip.plugins()))
assert tunip.parse({SCRIPT!r}) == before
print(tunip.read({str(TESTS.parent / 'examples/sexp-format/loop.sexp')!r}))
"""
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                              check=True)
        expected = (TESTS.parent / "examples/sexp-format/loop.expected").read_text()
        self.assertEqual(done.stdout.split("\n", 2)[:2], ["not a graph", "2"])
        self.assertIn(done.stdout.split("\n", 2)[2].strip(), expected)

    def test_threads(self):
        texts, node = [], tunip.read(TWO)

        def work():
            for _ in range(50):
                texts.append((node.script(), tunip.read(LEFT).script(), node == node))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(texts)), 1)
        self.assertEqual(len(texts), 200)

    def test_memory(self):
        """Thousands of prints, diffs and errors at constant memory."""
        def once():
            left, right = tunip.read(LEFT), tunip.read(RIGHT)
            printed = left.printed()
            printed.spans(printed.path_at(300))
            diff = tunip.diff(left, right)
            diff.text(), diff.apply(), list(diff), hash(left), printed.issues
            list(left.walk()), left.path, left.children
            diff._repr_html_()
            for bad in (b"no", SCRIPT.replace("A[i]", "B[i]").encode()):
                try:
                    tunip.read(bad)
                except tunip.Error as error:
                    str(error)

        def pages():
            gc.collect()
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])

        if not os.path.exists("/proc/self/statm") or "TUNIP_SANITIZED" in os.environ:
            self.skipTest("no /proc, or a sanitizer that keeps freed memory")
        rounds = int(os.environ.get("TUNIP_ROUNDS", "400"))
        for _ in range(rounds // 4):
            once()
        before = pages()
        for _ in range(rounds):
            once()
        self.assertLess(pages() - before, 256)

    def test_interrupt(self):
        """A signal whose handler raises ends a call; nodes are usable afterwards."""
        node = tunip.read(TWO)
        text = SCRIPT + "        A[i] = A[i] + T.float32(1.0)\n" * 20000

        def handler(*_):
            raise KeyboardInterrupt

        old = signal.signal(signal.SIGALRM, handler)
        try:
            with self.assertRaises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.05)
                while True:
                    tunip.parse(text)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        self.assertIn("def main", node.script())

    def test_interrupted_allocation(self):
        """The handler of a signal may call the package while a call is interrupted."""
        calls = []

        def handler(*_):
            calls.append(tunip.parse(SCRIPT).script())

        text = SCRIPT + "        A[i] = A[i] + T.float32(1.0)\n" * 20000
        old = signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        try:
            while len(calls) < 3:
                self.assertEqual(tunip.parse(text).type_key, "tir.PrimFunc")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        self.assertEqual(len(set(calls)), 1)

    def test_deep_lists(self):
        """Lists that Python cannot nest as deep raise an exception when asked for."""
        nodes = [{"type": "ffi.Array", "data": [i - 1] if i else []} for i in range(9000)]
        nodes += [{"type": "ffi.String", "data": "x"}, {"type": "ffi.Map", "data": [9000, 8999]},
                  {"type": "ir.DictAttrs", "data": {"__dict__": 9001}}]
        node = tunip.read(json.dumps({"root_index": 9002, "nodes": nodes}))
        self.assertIn("[" * 9000, node.script())
        with self.assertRaises(RecursionError):
            getattr(node, "__dict__")

    def test_deep(self):
        """IR of any depth: the library continues on other threads."""
        deep = "(" * 20000 + "i" + " + 1)" * 20000
        node = tunip.parse(SCRIPT.replace("T.float32(1.0)", f'T.Cast("float32", {deep})'))
        self.assertEqual(tunip.parse(node.script()), node)
        self.assertEqual(len(node.find_all("tir.Add")), 20001)


class Live(unittest.TestCase):
    """Live objects, without TVM: modules with the few names that the package uses."""

    TEXT = "for i in range(8):\n    T.evaluate(i + {})"

    def setUp(self):
        self.library = fake_tvm.load()
        modules = fake_tvm.modules()
        self.api = modules["tvm.runtime"]._ffi_node_api
        patch = unittest.mock.patch.dict(sys.modules, modules)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(tunip.tvm.uninstall)

    def test_functions(self):
        lhs, rhs = fake_tvm.loop(1), fake_tvm.loop(2)
        for live in (lhs, tunip.read(lhs)):
            self.assertEqual(str(tunip.read(live) if live is lhs else live), self.TEXT.format(1))
            self.assertTrue(tunip.equal(live, lhs))
            self.assertFalse(tunip.equal(live, rhs))
            self.assertEqual(tunip.structural_hash(live), tunip.structural_hash(lhs))
            self.assertEqual(len(tunip.diff(live, rhs)), 1)
        self.assertEqual(tunip.tvm.script(lhs, tir_prefix="X"),
                         self.TEXT.format(1).replace("T.", "X."))
        with self.assertRaisesRegex(AssertionError, r"\+    T.evaluate\(i \+ 2\)"):
            tunip.testing.assert_structural_equal(lhs, rhs)
        nodes = tunip.tvm.nodes(lhs, rhs, lhs)
        self.assertTrue(nodes[0].same_as(nodes[2]))
        self.assertEqual(tunip.tvm.nodes(), [])

    def test_references(self):
        live = fake_tvm.loop(1)
        alive = self.library.standin_count()
        for _ in range(10):
            tunip.tvm.script(live)
            node = tunip.read(live)
        self.assertEqual(self.library.standin_count(), alive)
        del live
        self.assertEqual(self.library.standin_count(), 0)
        self.assertEqual(str(node), self.TEXT.format(1))

    def test_interrupt(self):
        """Whether an import or a print is interrupted, all references are given back."""
        live = fake_tvm.loops(20000)
        alive = self.library.standin_count()

        def handler(*_):
            raise KeyboardInterrupt

        old = signal.signal(signal.SIGALRM, handler)
        self.addCleanup(signal.signal, signal.SIGALRM, old)
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        for call in (tunip.tvm.nodes, tunip.tvm.script, lambda one: tunip.diff(one, one)):
            with self.assertRaises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.06)
                while True:
                    call(live)
            self.assertEqual(self.library.standin_count(), alive)

    def test_lock(self):
        """Long calls release the GIL. Threads here take turns only if one gives it up."""
        live, turns, stop = fake_tvm.loops(2000), [], threading.Event()
        node = tunip.read(live)

        def work():
            while not stop.is_set():
                turns.append(1)
                time.sleep(0)

        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1000)
        thread = threading.Thread(target=work)
        thread.start()
        for call in (tunip.tvm.script, tunip.read, lambda one: tunip.equal(one, one),
                     lambda one: tunip.structural_hash(one), lambda _: node.script(),
                     lambda _: node.printed(), lambda _: tunip.diff(node, node),
                     lambda _: tunip.read(node.save())):
            before = len(turns)
            for _ in range(1000):
                call(live)
                if len(turns) > before:
                    break
            self.assertGreater(len(turns), before)
        stop.set()
        thread.join()

    def test_install(self):
        live, strange = fake_tvm.loop(1), fake_tvm.pair()
        with tunip.tvm.install() as installed:
            self.assertTrue(tunip.tvm.installed())
            self.assertEqual(str(live), self.TEXT.format(1))
            self.assertEqual(str(strange), "plain")
            self.assertEqual(self.api.TVMScriptPrinterScript(live, None), self.TEXT.format(1))
            self.assertTrue(self.api.StructuralEqual(live, live, True, False))
            self.assertFalse(self.api.StructuralEqual(live, fake_tvm.loop(2), False, False))
            with self.assertRaisesRegex(ValueError, "TVM's own message"):
                self.api.StructuralEqual(live, 2, True, False)
            with self.assertRaisesRegex(ValueError, r"i \+ 2"):
                self.api.StructuralEqual(live, fake_tvm.loop(2), True, False)
            self.assertIsInstance(tunip.tvm.install(), type(installed))
        self.assertEqual(str(live), "plain")

    def test_newer(self):
        """TVM v0.26, whose settings and assertion are elsewhere."""
        sys.modules.update(fake_tvm.newer_modules())
        base, api = sys.modules["tvm.ir.base"], sys.modules["tvm.runtime"]._ffi_node_api
        self.library.standin_use(26)
        self.addCleanup(self.library.standin_use, 23)
        live, other = fake_tvm.newer_loop(1), fake_tvm.newer_loop(2)
        config = types.SimpleNamespace(
            show_object_address=False, obj_to_underline=None, obj_to_annotate=None,
            buffer_dtype="float32", int_dtype="int32", float_dtype="void", binding_names=[],
            path_to_underline=None, path_to_annotate=None, indent_spaces=2,
            extra_config={"tirx.prefix": "TX", "relax.show_all_ty": True})
        with tunip.tvm.install():
            self.assertEqual(api.TVMScriptPrinterScript(live, None), self.TEXT.format(1))
            self.assertEqual(api.TVMScriptPrinterScript(live, config),
                             "for i in range(8):\n  TX.evaluate(i + 1)")
            base.assert_structural_equal(live, live)
            with self.assertRaisesRegex(ValueError, r"\+    T.evaluate\(i \+ 2\)"):
                base.assert_structural_equal(live, other)
            with self.assertRaisesRegex(ValueError, "TVM's own message about tvm_ffi"):
                base.assert_structural_equal(live, 2)
        with self.assertRaisesRegex(ValueError, "TVM's own message"):
            base.assert_structural_equal(live, other)
        for wrong in (1, {"a": {}}, {1: "x"}):
            with self.assertRaises((TypeError, tunip.Error)):
                tunip.tvm.script(live, extra_config=wrong)
        del live, other

    def test_diagnostics(self):
        live = fake_tvm.loop(1)
        found = tunip.Diagnostics()
        found.error("odd").at(live, "this loop").at("<root>.body", "its body")
        self.assertIn("for i in range(8):\n", found.render(live))

    def test_refusals(self):
        for value in (1, None, "text"):
            with self.assertRaisesRegex(TypeError, "expected a node or a live object of TVM"):
                tunip.equal(fake_tvm.loop(1), value)
        with self.assertRaisesRegex(tunip.Error, "the object is NULL"):
            tunip.read(fake_tvm.Object(0))


class WithoutTvm(unittest.TestCase):
    def test_missing(self):
        with self.assertRaisesRegex(ImportError, "tunip.tvm.install.* needs TVM v0.23"):
            tunip.tvm.install()
        self.assertFalse(tunip.tvm.installed())
        with self.assertRaisesRegex(TypeError, "got int; TVM is not imported"):
            tunip.equal(1, 2)


class Package(unittest.TestCase):
    def test_stubs(self):
        """_tunip.pyi declares what the extension has, and py.typed is there."""
        folder = pathlib.Path(inspect.getfile(tunip)).parent
        self.assertTrue((folder / "py.typed").exists())
        tree = ast.parse((folder / "_tunip.pyi").read_text(encoding="utf-8"))
        classes = {n.name: n for n in tree.body if isinstance(n, ast.ClassDef)}
        declared = set(classes) | {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        self.assertEqual(declared | {"version"},
                         {n for n in vars(_tunip) if not n.startswith("__")})
        for name, cls in classes.items():
            members = {n.name for n in cls.body if isinstance(n, ast.FunctionDef)}
            found = {n for n in vars(getattr(_tunip, name)) if not n.startswith("__")}
            self.assertEqual({n for n in members if not n.startswith("__")}, found, name)

    def test_no_member_hides_a_field(self):
        types = json.loads((TESTS.parent / "schema/tvm-0.23.json").read_text(encoding="utf-8"))
        fields = {field[0] for one in types.values() for field in one.get("fields", ())}
        self.assertIn("value", fields)
        hidden = fields & {n for n in dir(tunip.Node) if not n.startswith("_")}
        self.assertEqual(hidden, {"parent"})    # the field counts: Nodes.test_field_parent

    def test_documented(self):
        for name in tunip.__all__:
            self.assertTrue(getattr(tunip, name).__doc__, name)
            for member, value in vars(getattr(tunip, name)).items() \
                    if inspect.isclass(getattr(tunip, name)) else ():
                if inspect.isfunction(value) and not member.startswith("_"):
                    self.assertTrue(value.__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
