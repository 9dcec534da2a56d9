"""Tests of live objects with a real TVM. Run by run.py with the Python that TUNIP_TVM_PYTHON names.

A build of TVM may name variables in another order than the recorded text, because C++ leaves the
order of arguments to the compiler. So the recorded text counts as well.
"""

import contextlib
import ctypes
import gc
import io
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import warnings

import numpy
import tvm
import tvm_ffi
from tvm.script import ir as I
from tvm.script import tir as T

import tunip
import tunip.testing
import tunip.tvm

DATA = pathlib.Path(os.environ["TUNIP_TEST_DATA"])


@I.ir_module
class Module:
    @T.prim_func
    def add(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        T.func_attr({"tir.noalias": True})
        for i in range(16):
            with T.block("add"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] + T.float32(1)


def other_module():
    text = Module.script().replace("T.float32(1.0)", "T.float32(2.0)").replace("range(16)",
                                                                             "range(8)")
    return tvm.script.from_source(text)


def count_references(obj):
    """The strong references of a live object: the first word of its header."""
    return ctypes.c_uint32.from_address(obj.__chandle__()).value


def count_all(objects):
    """The numbers of references to live objects, and of those to their Python objects."""
    return [(count_references(one), sys.getrefcount(one)) for one in objects]


class Importing(unittest.TestCase):
    def test_text(self):
        self.assertEqual(tunip.tvm.script(Module), Module.script())
        self.assertEqual(tunip.read(Module).script(), Module.script())
        self.assertEqual(tunip.tvm.script(Module, tir_prefix="X"), Module.script(tir_prefix="X"))

    def test_to_tvm(self):
        """Nodes that Python made become objects of TVM."""
        changed = tunip.rewrite(tunip.read(Module), {"tir.For": lambda loop: loop.replace(kind=1)})
        live = tunip.tvm.to_tvm(changed)
        self.assertIn("T.parallel(16)", live.script())
        self.assertTrue(tunip.equal(live, changed))
        tvm.ir.assert_structural_equal(tunip.tvm.to_tvm(tunip.read(Module)), Module)

    def test_same_graph_as_saved(self):
        """The live graph is the one that is read from what TVM saves."""
        saved = tunip.read(tvm.ir.save_json(Module).encode())
        self.assertEqual(tunip.read(Module), saved)
        self.assertEqual(tunip.read(Module).save(), saved.save())

    def test_sharing(self):
        x = tvm.tir.Var("x", "int32")
        lhs, rhs = x + 1, x + 1
        self.assertTrue(tunip.equal(lhs, rhs))
        self.assertTrue(tvm.ir.structural_equal(lhs, rhs))
        self.assertFalse(tunip.equal(lhs, tvm.tir.Var("x", "int32") + 1))
        whole, part = tunip.tvm.nodes(lhs, x)
        self.assertTrue(whole.a.same_as(part))

    def test_references(self):
        function = Module["add"]
        parts = [Module, function, function.body, function.params, function.buffer_map,
                 function.body.block, tvm.ir.Op.get("tir.ret")]
        before = count_all(parts)
        for _ in range(3):
            tunip.tvm.script(Module)
            tunip.equal(Module, Module)
            tunip.read(Module)
        self.assertEqual(count_all(parts), before)

    def test_copy_outlives(self):
        """A node is a copy: the module may go, with its tensors."""
        data = tvm.runtime.tensor(numpy.arange(6, dtype="float32"))
        constant = tvm.relax.const(data)
        node = tunip.read(constant)
        del data, constant
        gc.collect()
        self.assertEqual(node.data.type_key, "ffi.Tensor")
        self.assertEqual(tunip.read(node.save()), node)
        self.assertIn("metadata", node.script(show_meta=True))

    def test_kinds(self):
        for value in (tvm.tir.IntImm("int64", 2**40), tvm.tir.FloatImm("float16", 0.5),
                      tvm.tir.StringImm("é\n"), tvm.ir.Range(0, 4), tvm.ir.GlobalVar("g"),
                      tvm.target.Target("llvm"), tvm.runtime.convert([1, 2.5, "x", None, True]),
                      tvm.runtime.convert({str(i): i for i in range(20)}),
                      tvm.relax.TensorStructInfo([1, 2], "float32"), tvm.ir.Op.get("tir.ret")):
            self.assertEqual(tunip.tvm.script(value), tunip.read(
                tvm.ir.save_json(value).encode()).script(), repr(value))

    def test_refusals(self):
        with self.assertRaisesRegex(TypeError, "expected a node or a live object of TVM, got int"):
            tunip.equal(Module, 1)
        with self.assertRaisesRegex(TypeError, "got str"):
            tunip.tvm.script("text")

    def test_diagnostics(self):
        found = tunip.Diagnostics()
        block = Module["add"].body.block.body.body.block
        found.error("adds one").at(block.body.value, "here")
        text = found.render(Module, name="module")
        self.assertIn("adds one", text)
        self.assertIn("B[vi] = A[vi] + T.float32(1.0)\n", text)
        self.assertIn("^^^^^^^^^^^^^^^^^^^^^^ here", text)

    def test_diff(self):
        changed = tunip.diff(Module, other_module())
        self.assertEqual({edit.kind for edit in changed}, {"change"})
        self.assertIn("T.float32(2.0)", changed.text())
        self.assertFalse(tunip.diff(Module, Module))
        self.assertEqual(tunip.structural_hash(Module),
                         tunip.structural_hash(tunip.read(tvm.ir.save_json(Module).encode())))


class Installing(unittest.TestCase):
    def setUp(self):
        self.addCleanup(tunip.tvm.uninstall)

    def test_same_texts(self):
        values = [Module, Module["add"], Module["add"].body, tvm.tir.Var("x", "int32") + 1,
                  tvm.runtime.convert([1, Module["add"].body]), tvm.ir.GlobalVar("g"),
                  tvm.relax.TensorStructInfo([1, 2], "float32"), tvm.target.Target("llvm")]
        config = {"show_meta": True, "indent_spaces": 2, "buffer_dtype": "int8",
                  "syntax_sugar": False, "name": "thing", "print_line_numbers": True}
        path = tvm_ffi.access_path.AccessPath.root().attr("body")
        paths = [{}, {"path_to_underline": [path]}, {"path_to_annotate": {path: "note"}},
                 {"obj_to_underline": [Module["add"].body]}, {"show_object_address": True}]
        scripts = [value.script(**config) for value in values if hasattr(value, "script")]
        marked = [Module["add"].script(**one) for one in paths]
        texts = [(str(value), repr(value)) for value in values]
        with tunip.tvm.install():
            self.assertEqual([(str(value), repr(value)) for value in values], texts)
            self.assertEqual([value.script(**config) for value in values
                              if hasattr(value, "script")], scripts)
            self.assertEqual([Module["add"].script(**one) for one in paths], marked)

    def test_goes_through_tunip(self):
        calls = []
        inner = tunip._tunip.live_script
        self.addCleanup(setattr, tunip._tunip, "live_script", inner)
        tunip._tunip.live_script = lambda *args: calls.append(args) or inner(*args)
        tunip.tvm.install()
        tunip.tvm.install()
        Module.script()
        str(Module)
        self.assertEqual(len(calls), 2)
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            Module.show(black_format=False)
        self.assertEqual(len(calls), 3)
        tunip.tvm.uninstall()
        tunip.tvm.uninstall()
        Module.script()
        self.assertEqual(len(calls), 3)
        self.assertFalse(tunip.tvm.installed())

    def test_dump(self):
        def dump():
            with tempfile.TemporaryDirectory() as name, tvm.transform.PassContext(
                    instruments=[tvm.ir.instrument.DumpIR(pathlib.Path(name) / "dump")]):
                tvm.tir.transform.Simplify()(Module)
                return [(one.name, one.read_text()) for one in
                        sorted(pathlib.Path(name).rglob("*.py"))]
        plain = dump()
        with tunip.tvm.install():
            self.assertEqual(dump(), plain)
        self.assertEqual(len(plain), 1)

    def test_assertion(self):
        assert_equal = tvm.ir.assert_structural_equal
        with tunip.tvm.install():
            assert_equal(Module, Module)
            with self.assertRaises(ValueError) as caught:
                assert_equal(Module, other_module())
        message = str(caught.exception)
        for line in ("-        for i in range(16):", "+        for i in range(8):",
                     "T.float32(2.0)"):
            self.assertIn(line, message)
        with self.assertRaises(ValueError) as caught:
            assert_equal(Module, other_module())
        self.assertNotIn("+        for i in range(8):", str(caught.exception))

    def test_left_to_tvm(self):
        """TVM prints objects that have no text but their address."""
        thing = tvm.ir.instrument.PassTimingInstrument()
        plain = str(thing)
        with tunip.tvm.install(), warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(str(thing), plain)


class Machine(unittest.TestCase):
    def test_memory(self):
        """10,000 prints take no more memory than 1,000."""
        def resident():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        for _ in range(1000):
            tunip.tvm.script(Module)
        gc.collect()
        before = resident()
        for _ in range(10000):
            tunip.tvm.script(Module)
        gc.collect()
        self.assertLess(resident() - before, 64)

    def test_threads(self):
        expected, wrong = Module.script(), []

        def work():
            for _ in range(300):
                if tunip.tvm.script(Module) != expected or not tunip.equal(Module, Module):
                    wrong.append(1)

        before = count_references(Module["add"])
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(count_references(Module["add"]), before)

    def test_deep(self):
        value = tvm.tir.Var("x", "int32")
        for _ in range(3000):
            value = tvm.tir.Add(value, tvm.tir.IntImm("int32", 1))
        self.assertEqual(tunip.read(value).type_key, "tir.Add")


class Recording(unittest.TestCase):
    def test_passes(self):
        """The passes of a sequence, in a context of the program."""
        sequence = tvm.transform.Sequential([tvm.tir.transform.Simplify(),
                                             tvm.tir.transform.ConvertBlocksToOpaque()])
        for form in "script", "json":
            with tempfile.TemporaryDirectory() as folder:
                with tunip.tvm.record(folder, form), tvm.transform.PassContext(opt_level=3):
                    made = sequence(Module)
                sequence(Module)
                files = sorted(pathlib.Path(folder).iterdir())
                self.assertEqual(len(files), 6)
                self.assertTrue(tunip.equal(made, tunip.read(files[-1])))
                shown = tunip.run("history", folder)
            self.assertIn("sequential", shown)
            self.assertIn("tir.ConvertBlocksToOpaque", shown)
        self.assertEqual(list(tvm.transform.PassContext.current().instruments or ()), [])


class Golden(unittest.TestCase):
    def test_golden(self):
        """Every golden object that this TVM loads."""
        same = 0
        for path in sorted((DATA / "golden").glob("*.json")):
            expected = path.with_suffix(".py")
            try:
                obj = tvm.ir.load_json(path.read_text(encoding="utf-8"))
            except Exception:  # pylint: disable=broad-exception-caught
                continue
            if not expected.exists() or not tunip._live.is_live(obj):
                continue
            self.assertEqual(tunip.tvm.script(obj), expected.read_text(encoding="utf-8"), path.name)
            same += 1
        self.assertGreater(same, 50)


if __name__ == "__main__":
    unittest.main()
