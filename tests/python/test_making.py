"""Tests of new IR, and of the programs behind the package: the builder, operators, spans, the
debugger, tools. Run by run.py, in an environment that has nothing but the wheel."""

import gc
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import tunip
from tunip.builder import Builder, call_op
from tunip.spans import SpanBuilder, set_span, sites, span, span_list

TESTS = pathlib.Path(os.environ["TUNIP_TESTS"])
DATA = pathlib.Path(os.environ["TUNIP_TEST_DATA"])
sys.path.insert(0, str(TESTS / "debug"))
import graphs  # noqa: E402  pylint: disable=wrong-import-position

MATMUL = '''# from tvm.script import tir as T

@T.prim_func
def main(n: T.int32, A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 16), "float32"), \
C: T.Buffer((16, 16), "float32")):
    T.func_attr({"tir.noalias": True})
    # with T.block("root"):
    D = T.alloc_buffer((16, 16))
    for i, j, k in T.grid(16, 16, 8):
        with T.block("update"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            T.reads(A[vi, vk], B[vk, vj])
            T.writes(D[vi, vj])
            with T.init():
                D[vi, vj] = T.float32(0.0)
            D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
    for i in T.thread_binding(16, thread="threadIdx.x"):
        if i < n:
            x: T.int32 = i * 2 + 1
            E = T.decl_buffer((4,), "int32", scope="local")
            E[0] = x
            T.evaluate(E[0])
        else:
            C[i, 0] = T.exp(D[i, 0]) / T.float32(2.0)
    assert n > 0, "n is positive"
    for q in T.parallel(n):
        T.evaluate(q)'''
RELAX = '''# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def copy(X: T.Buffer((4, 2), "float32"), Y: T.Buffer((4, 2), "float32")):
        for i, j in T.grid(4, 2):
            Y[i, j] = X[i, j]

    @R.function
    def main(x: R.Tensor((4, 2), dtype="float32"), y: R.Tensor((4, 2), dtype="float32")) \
-> R.Tensor((4, 2), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((4, 2), dtype="float32") = R.add(x, y)
            z = R.call_tir(cls.copy, (lv,), out_sinfo=R.Tensor((4, 2), dtype="float32"))
            gv: R.Tensor((4, 2), dtype="float32") = R.nn.relu(z)
            R.output(gv)
        both: R.Tuple(R.Tensor((4, 2), dtype="float32"), R.Tensor((4, 2), dtype="float32")) = gv, x
        s: R.Tensor((4, 2), dtype="float32") = R.match_cast(gv, R.Tensor((4, 2), dtype="float32"))
        return s'''


def write_matmul(b):
    with b.prim_func("main", attrs={"tir.noalias": True}):
        n = b.param("n", "int32")
        A, B, C = (b.buffer(name, shape) for name, shape in
                   (("A", (16, 8)), ("B", (8, 16)), ("C", (16, 16))))
        with b.block("root"):
            D = b.alloc_buffer("D", (16, 16))
            with b.grid(("i", 16), ("j", 16), ("k", 8)) as (i, j, k), b.block("update"):
                vi, vj = b.axis("vi", 16, i), b.axis("vj", 16, j)
                vk = b.axis("vk", 8, k, "reduce")
                b.reads(A[vi, vk], B[vk, vj])
                b.writes(D[vi, vj])
                with b.init():
                    b.store(D, (vi, vj), 0)
                b.store(D, (vi, vj), D[vi, vj] + A[vi, vk] * B[vk, vj])
            with b.for_("i", 16, thread="threadIdx.x") as i:
                with b.if_(i < n):
                    x = b.let("x", i * 2 + 1)
                    E = b.allocate("E", (4,), "int32", scope="local")
                    b.store(E, 0, x)
                    b.evaluate(E[0])
                with b.else_():
                    b.store(C, (i, 0), call_op("tir.exp", D[i, 0]) / 2)
            b.assert_(n > 0, "n is positive")
            with b.for_("q", n, "parallel") as q:
                b.evaluate(q)


def write_relax(b):
    with b.prim_func("copy"):
        X, Y = b.buffer("X", (4, 2)), b.buffer("Y", (4, 2))
        with b.grid(("i", 4), ("j", 2)) as (i, j):
            b.store(Y, (i, j), X[i, j])
    with b.function("main"):
        x, y = (b.param(name, b.tensor((4, 2))) for name in "xy")
        with b.dataflow():
            total = b.emit(call_op("relax.add", x, y))
            z = b.emit(b.call_tir("copy", [total], b.tensor((4, 2))), "z")
            gv = b.emit_output(call_op("relax.nn.relu", z))
        b.emit(tunip.relax.Tuple([gv, x]), "both")
        b.emit_func_output(b.match_cast(gv, b.tensor((4, 2)), "s"))


def without_plugins(test):
    """The command has a variable of the name TUNIP_PLUGINS, too."""
    patch = unittest.mock.patch.dict(os.environ)
    patch.start()
    test.addCleanup(patch.stop)
    os.environ.pop("TUNIP_PLUGINS", None)


class Building(unittest.TestCase):
    def check(self, write, text):
        """The IR prints as a text, is sound, and is what the text gives."""
        b = Builder()
        write(b)
        module = b.module()
        if len(module) == 1:
            self.assertEqual(b["main"].script(), text)
            self.assertEqual(tunip.parse(text), b["main"])
        else:
            self.assertEqual(module.script(), text)
            self.assertEqual(tunip.parse(text), module)
        self.assertEqual((module.check(), tunip.check(module.script())), ([], []))
        self.assertEqual(tunip.read(module.save()), module)
        newer = Builder(vintage=26)
        write(newer)
        made = newer.module()
        self.assertEqual((made.vintage, made.check()), (26, []))
        self.assertEqual(made.convert(23), module)
        self.assertEqual(tunip.parse(made.script()), made)

    def test_prim_func(self):
        self.check(write_matmul, MATMUL)

    def test_relax(self):
        self.check(write_relax, RELAX)

    def test_statements(self):
        """The statements that the other texts do not have."""
        b = Builder()
        with b.prim_func("f"):
            A, n = b.buffer("A", (16, 4), "int64"), b.param("n", "int64")
            with b.while_(A[0, 0] < n):
                b.attr(A, "pragma_hot", 1)
                b.decl_buffer("B", (64,), "int64", A.data)
                b.evaluate(call_op("tir.ret", n))
            with b.for_("i", n, "unrolled", start=2, step=3, annotations={"hot": 1}) as i:
                with b.block("b"):
                    v = b.axis("v", n, i)
                    b.where(i < 9)
                    b.annotate("k", "v")
                    b.reads(A[v, 0:2], A[1:v, 0])
                    b.writes(A)
                    M = b.match_buffer("M", A[v, 0:2], (2,))
                    b.store(M, 0, v)
            with b.for_("k", 4, "vectorized"):
                pass
        text = b["f"].script()
        for line in ("while A[0, 0] < n:", 'T.attr(A, "pragma_hot", 1)',
                     'B = T.decl_buffer((64,), "int64", data=A.data)', "T.where(i < T.int64(9))",
                     'for i in T.unroll(T.int64(2), T.int64(2) + n, annotations={"hot": 1}, '
                     "step=T.int64(3)):",
                     'T.block_attr({"k": "v"})', "T.writes(A[0:16, 0:4])",
                     "M = T.match_buffer(A[v, 0:2], (2,), \"int64\"", "T.reads(A[v, 0:2]",
                     "for k in T.vectorized(4):\n        T.evaluate(0)"):
            self.assertIn(line, text)
        self.assertEqual(tunip.parse(text), b["f"])

    def test_mistakes(self):
        def use(write, inside=True):
            b = Builder()
            if inside:
                with b.prim_func("f"):
                    write(b)
            else:
                write(b)
            return b.module()

        def twice(b):
            for _ in range(2):
                with b.prim_func("f"):
                    b.evaluate(0)

        def without_value(b):
            with b.function("g"):
                b.param("x", b.tensor((1,)))

        def unknown_info(b):
            with b.function("g"):
                b.emit(call_op("relax.add", b.param("x", b.tensor(None, ndim=1)),
                               tunip.relax.Var(tunip.relax.Id("y"), struct_info_=None)))

        for write, inside, kind, message in (
                (lambda b: b.axis("v", 4, 0), True, RuntimeError, r"axis\(\) needs a block; the"),
                (lambda b: b.for_("i", 4, "paralel").__enter__(), True, ValueError,
                 "did you mean 'parallel'"),
                (lambda b: b.else_().__enter__(), True, RuntimeError, "needs an if_"),
                (lambda b: b.prim_func("g").__enter__(), True, RuntimeError, "do not nest"),
                (lambda b: b.module(), True, RuntimeError, "a prim_func is not closed"),
                (lambda b: b.emit(tunip.tir.Var("i", dtype="int32")), True, RuntimeError,
                 r"emit\(\) needs a function of Relax or a dataflow block"),
                (lambda b: b.store(b.buffer("A", (4, 4)), 0, 1), True, IndexError,
                 "A has 2 dimensions, got 1"),
                (lambda b: b.evaluate(b.buffer("A", (4,))[0] % b.param("n", "int32")), True,
                 tunip.Error, "`a` is float32 and `b` is int32"),
                (lambda b: b.add(tunip.tir.Evaluate(0)), False, RuntimeError, "no function"),
                (lambda b: b.param("n", "intt"), True, ValueError, "is not a dtype"),
                (lambda b: b.global_var("g"), True, tunip.Error, "no function is called 'g'"),
                (twice, False, tunip.Error, "two functions 'f'"),
                (without_value, False, RuntimeError, "has no value: emit_func_output"),
                (unknown_info, False, tunip.Error, "cannot be inferred: give it as `info`"),
                (lambda b: b["f"], False, KeyError, "no function is called 'f'")):
            with self.assertRaisesRegex(kind, message):
                use(write, inside)
        with self.assertRaises(ValueError):
            Builder(vintage=7)

    def test_exceptions(self):
        """An exception closes its blocks; the builder can go on."""
        b = Builder()
        with b.prim_func("f"):
            with self.assertRaises(ZeroDivisionError), b.for_("i", 4):
                b.evaluate(1 // 0)
            b.evaluate(7)
        self.assertEqual(b["f"].script().splitlines()[-1].strip(), "T.evaluate(7)")

    def test_operators(self):
        i, n = tunip.tir.Var("i", dtype="int64"), tunip.tir.Var("n", dtype="int64")
        for made, text in ((i + 1, "i + T.int64(1)"), (2 - i, "T.int64(2) - i"), (i * n, "i * n"),
                           (i // 4, "i // T.int64(4)"), (7 % i, "T.int64(7) % i"), (i < n, "i < n"),
                           (i >= 3, "i >= T.int64(3)"), (1 > i, "i < T.int64(1)")):
            self.assertEqual(made.script(), text)
        self.assertEqual(((i + 1).dtype, (i < 1).dtype), ("int64", "bool"))
        x = tunip.tir.Var("x", dtype="float16")
        self.assertEqual((x / 2).b, tunip.ir.FloatImm(2.0, dtype="float16"))
        self.assertTrue((i + 1) == (i + 1))
        newer = (i + 1).convert(26)
        for made in (newer + newer, newer + 1, newer < 2, 3 - newer):
            self.assertEqual((made.check(), made.vintage), ([], 26))
        for made, old in ((newer + 1, i + 1 + 1), (newer < 2, (i + 1) < 2)):
            self.assertTrue(tunip.equal(made, old.convert(26), map_free_vars=True))
        for use in (lambda: i + "a", lambda: i + 1.5, lambda: tunip.ir.GlobalVar("g") + 1,
                    lambda: newer + x.convert(26), lambda: None < i):
            with self.assertRaises(TypeError):
                use()
        A = Builder.new_buffer("A", (4, 4))
        self.assertEqual(A[i, 0].type_key, "tir.BufferLoad")
        self.assertEqual(A[i, 0:2].region[1].extent.value, 2)
        with self.assertRaises(IndexError):
            A[i]

    def test_infer(self):
        x = tunip.relax.Var(tunip.relax.Id("x"), struct_info_=Builder.tensor((2, 3), "float16"))
        self.assertEqual(str(tunip.infer(call_op("relax.exp", x))),
                         'R.Tensor((2, 3), dtype="float16")')
        bare = tunip.relax.Var(tunip.relax.Id("y"), struct_info_=None)
        self.assertIsNone(tunip.infer(call_op("relax.add", x, bare)))
        self.assertIsNone(tunip.infer(tunip.tir.Evaluate(0)))
        with self.assertRaises(TypeError):
            tunip.infer(3)

    def test_rewrite_newer(self):
        """Operators of v0.26 are saved by their names: nothing of them is missing."""
        function = tunip.parse('@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n'
                               "    A[0] = T.exp(A[1])\n").convert(26)
        self.assertEqual(function.check(), [])
        changed = tunip.rewrite(function, {
            "tirx.BufferStore": lambda store: store.replace(indices=[3])})
        self.assertIn("A[3] = T.exp(A[1])", changed.script())


class Spans(unittest.TestCase):
    """As docs/spans.md: what the functions of C give."""

    def setUp(self):
        self.i = tunip.tir.Var("i", dtype="int32")
        self.span = span("model.py", 3, 5)

    def test_fill(self):
        """New expressions get the span of the old one, down to the inputs."""
        total = (self.i + 1) * 2
        filled = SpanBuilder(self.span).fill(total, [self.i])
        self.assertEqual([node.span == self.span for node in (filled, filled.a, filled.b)],
                         [True] * 3)
        self.assertIsNone(filled.a.a.span)
        self.assertTrue(filled.a.a.same_as(self.i))
        self.assertIsNone(total.span)
        self.assertTrue(SpanBuilder(None).fill(total).same_as(total))
        self.assertEqual(sites(filled), [("model.py", 3, 5, 3, 0)])

    def test_collect(self):
        """The span of a node that replaces several."""
        other = span("model.py", 4)
        total = (self.i + 1).replace(span=self.span) * tunip.ir.IntImm(2, dtype="int32", span=other)
        found = SpanBuilder.collect(total)
        self.assertEqual(found.span.type_key, "ir.SequentialSpan")
        self.assertEqual([site.line for site in sites(found.span)], [3, 4])
        self.assertEqual(SpanBuilder.collect(total.a).span, span_list([self.span]))
        self.assertIsNone(SpanBuilder.collect(self.i + 1).span)

    def test_layers(self):
        """A frontend gives the spans of layers; those of earlier layers stay."""
        first = set_span(self.i + 1, span("conv1"))
        second = set_span(first * 2, span("relu1"))
        self.assertEqual([site.source for site in sites(second)], ["relu1"])
        self.assertEqual([site.source for site in sites(second.a)], ["conv1"])
        listed = span_list([span("a"), None, span_list([span("b"), span("a")])])
        self.assertEqual([site.source for site in sites(listed)], ["a", "b", "a"])
        self.assertIsNone(span_list([None]))
        self.assertEqual(sites(self.i), [])

    def test_mistakes(self):
        for use in (lambda: set_span(3, self.span), lambda: span_list([3]), lambda: sites(3),
                    lambda: SpanBuilder(self.span).fill(self.i + 1, [3]),
                    lambda: span_list(3),
                    lambda: tunip.spans._tunip.fill_span(int, self.i, None, [])):
            with self.assertRaises(TypeError):
                use()

    def test_lifetime(self):
        """The result keeps the graphs of all nodes that it refers to."""
        filled = SpanBuilder(span("a", 1)).fill(tunip.parse(MATMUL).find("tir.Mul"))
        gc.collect()
        self.assertIn("A[vi, vk] * B[vk, vj]", filled.script())
        self.assertEqual(sites(filled)[0].source, "a")


class Debugging(unittest.TestCase):
    """The debugger, on the small graph of the tests of `tunip debug`."""

    @classmethod
    def setUpClass(cls):
        if not (pathlib.Path(tunip.__file__).parent / "bin/tunip-debug").exists():
            raise unittest.SkipTest("the package has no debugger")
        if "TUNIP_SANITIZED" in os.environ or not shutil.which("cc"):
            raise unittest.SkipTest("no compiler, or a sanitizer")
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", cls.folder / "kernels.so",
                        TESTS / "debug/kernels.c", "-lm"], check=True)
        graphs.sample().save(cls.folder / "graph.json")
        (cls.folder / "p.params").write_bytes(graphs.params(
            {"p": ("float32", (4,), struct.pack("<4f", 1, -2, 1, 0))}))

    def setUp(self):
        without_plugins(self)

    def open(self, graph="graph.json", **options):
        made = tunip.debugger.Debugger(self.folder / graph, self.folder / "kernels.so",
                                       self.folder / "p.params", **options)
        self.addCleanup(made.close)
        return made

    def test_session(self):
        debugger = self.open()
        self.assertEqual([node.name for node in debugger.nodes if node.function],
                         ["fused_add", "reshape_nop", "fused_split", "fused_log",
                          "fused_reciprocal"])
        debugger.set_input("x", [1, 2, -5, 0])
        self.assertEqual(debugger.break_on("nan"), 1)
        stop = debugger.run()
        self.assertEqual(stop[:3], (5, 1, 6))
        self.assertIn("breakpoint 1: nan > 0", stop.text)
        self.assertEqual(debugger.get_output("fused_add").tolist(), [2, 0, -4, 0])
        self.assertEqual(debugger.get_output("reshape_nop").tolist(), [[2, 0], [-4, 0]])
        self.assertEqual(debugger.get_output("fused_split", 1), debugger.get_output("%4.1"))
        with self.assertRaisesRegex(tunip.Error, "not computed yet"):
            debugger.get_result(1)
        self.assertEqual(debugger.goto("fused_add").next, 2)
        self.assertEqual((debugger.step().next, debugger.step(2).next), (3, 5))
        self.assertEqual(debugger.run("fused_log").next, 5)
        debugger.inject(4, 3.0, output=1)
        self.assertEqual(debugger.run().next, None)
        self.assertEqual(debugger.get_result(2).tolist(), [3, 3, 3, 3])
        debugger.delete(1)
        with self.assertRaisesRegex(tunip.Error, "no breakpoint"):
            debugger.delete(1)
        self.assertIn("min", debugger.execute("stats %2"))
        debugger.undo()
        with self.assertRaisesRegex(tunip.Error, "no value is injected"):
            debugger.undo()
        self.assertEqual(debugger.goto("fused_log").next, 5)
        self.assertEqual(debugger.run_node(6).next, 5)
        (self.folder / "code.c").write_text("int fused_add(void *args)\n{\n}\n")
        with_code = self.open(sources=[self.folder / "code.c"])
        with_code.set_input("x", 1)
        self.assertIn("code.c:1\n    1  int fused_add(", with_code.execute("node fused_add"))
        debugger.inject("fused_add", 1.0)
        debugger.inject("fused_add", 2.0)
        debugger.undo("fused_add")
        self.assertEqual(debugger.get_output("fused_add").tolist(), [1, 1, 1, 1])

    def test_inputs(self):
        """A file of numpy, an array, a number, numbers; before and after the process starts."""
        debugger = self.open()
        with self.assertRaisesRegex(tunip.Error, "no value for 1 input or parameter: x"):
            debugger.run()
        (self.folder / "x.npy").write_bytes(graphs.floats(5, 6, 7, 8))
        debugger.set_input(x=self.folder / "x.npy")
        debugger.run()
        self.assertEqual(debugger.get_output("x").tolist(), [5, 6, 7, 8])
        whole = debugger.get_output("x")
        for value, expected in ((2, [2] * 4), ([1, 2, 3, 4.5], [1, 2, 3, 4.5]),
                                (whole, [5, 6, 7, 8])):
            debugger.set_input("x", value)
            self.assertEqual(debugger.run().next, None)
            self.assertEqual(debugger.get_output("x").tolist(), expected)
        self.assertEqual(whole.__array_interface__["typestr"], "<f4")
        for value, kind in (([1, 2], ValueError), (["a"] * 4, ValueError),
                            (tunip.debugger.Tensor("int8", (4,), b"abcd"), tunip.Error)):
            with self.assertRaises(kind):
                debugger.set_input("x", value)
        for use in (lambda: debugger.set_input("y", 1), lambda: debugger.set_input("fused_add", 1),
                    lambda: debugger.get_output(99), lambda: debugger.execute("nonsense"),
                    lambda: debugger.break_on("nobody")):
            with self.assertRaises(tunip.Error):
                use()
        for use, kind in ((lambda: debugger.execute("a\nb"), ValueError),
                          (lambda: debugger.get_output(2, 7), IndexError)):
            with self.assertRaises(kind):
                use()

    def test_compare(self):
        one, other = self.open(), self.open()
        for debugger, last in ((one, 0), (other, 1)):
            debugger.set_input("x", [1, 2, -5, last])
            debugger.run()
        found = one.compare(other)
        self.assertFalse(found)
        self.assertEqual((found.first.name, found.first.first, found.first.absolute),
                         ("x", 3, 1.0))
        self.assertEqual(len(found.pairs), 8)
        other.set_input("x", one.get_output("x"))
        other.run()
        other.dump(self.folder / "dump")
        self.assertTrue(one.compare(self.folder / "dump"))
        (self.folder / "sum.npy").write_bytes(graphs.floats(2, 0, -4, 0.5))
        found = one.compare(self.folder / "sum.npy", names={"sum": "fused_a*"})
        self.assertEqual((found.pairs[0].found_by, found.first.left), ("map", (2, 0)))
        (self.folder / "names").write_text("sum %2")
        self.assertTrue(one.compare(self.folder / "sum.npy", names=self.folder / "names",
                                    absolute=0.5))
        with self.assertRaises(tunip.Error):
            one.compare(self.folder / "no dump")

    def test_crashes(self):
        """A function that crashes is an error, with and without isolation."""
        g = graphs.Graph()
        g.heads = [(g.add("victim", [(g.add("p"), 0)], "bad_crash"), 0)]
        g.save(self.folder / "crash.json")
        for options in ({}, {"isolate": True}):
            debugger = self.open("crash.json", **options)
            for _ in range(2):
                with self.assertRaisesRegex(tunip.Error, "victim"):
                    debugger.run()
        debugger.close()
        with self.assertRaisesRegex(ValueError, "is closed"):
            debugger.run()
        with self.assertRaisesRegex(tunip.Error, "cannot open"):
            self.open("none.json")


class Refusing(unittest.TestCase):
    def test_free_threaded(self):
        """A free-threaded Python says why it cannot load the package; any other one says what is
        missing."""
        code = ("import sys, sysconfig\n"
                "sysconfig.get_config_var = lambda name: {}\n"
                "sys.modules['tunip._tunip'] = None\n"
                "try: import tunip\n"
                "except ImportError as error: print(error)\n")
        for value, message in ((1, "this one is free-threaded"), (0, "_tunip")):
            said = subprocess.run([sys.executable, "-c", code.format(value)], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
            self.assertIn(message, said)


class Tools(unittest.TestCase):
    """Results of the command as values; the tests of the command check the values themselves."""

    FOLDER = DATA / "cli/data"

    def setUp(self):
        if not (pathlib.Path(tunip.__file__).parent / "bin/tunip").exists():
            self.skipTest("the package has no command")
        without_plugins(self)

    def test_outline(self):
        function = tunip.parse(MATMUL)
        entries = tunip.tools.outline(function)
        lines = function.script().splitlines()
        self.assertEqual([(one.kind, one.name, one.depth) for one in entries[:3]],
                         [("function", "main", 0), ("block", "root", 1), ("loop", "i", 2)])
        loops = [one for one in entries if one.kind == "loop"]
        self.assertEqual((loops[1].name, loops[1].line), ("j", loops[0].line))  # T.grid
        for one in entries:
            if one.kind == "loop" and one.line:
                self.assertRegex(lines[one.line - 1], rf"for .*\b{one.name}\b")
        first, *_, last = tunip.tools.outline(TESTS / "documents/before.mlir")
        self.assertEqual((first.name, last.name, last.results, first.symbol),
                         ("module", "return", [], None))

    def test_inspect(self):
        file = pathlib.Path(tunip.__file__).parent / "bin/tunip-debug"
        found = tunip.tools.inspect(file, tools=False)
        self.assertEqual((found.name, found.kind, found.size),
                         ("tunip-debug", "elf", file.stat().st_size))
        self.assertIn("TVMAPISetLastError", [symbol.name for symbol in found.symbols])
        self.assertIn("symbols.txt", [one.path for one in found.walk()])
        self.assertIn(b"TVMAPISetLastError", tunip.tools.show_part(file, "symbols.txt"))
        self.assertTrue(tunip.tools.show_part(self.FOLDER / "residual.relay", "residual.relay",
                                              inspector="hex").startswith(b"00000000"))

    def test_inspectors(self):
        tools = tunip.tools
        file = TESTS / "cli/data/artifacts/opencl.bin"
        self.assertIn("object code/sections", tools.inspectors())
        found = {one.path: one for one in tools.inspect(file).walk()}
        self.assertEqual((found["2-cuda/source.ptx"].loader, found["2-cuda/source.ptx"].codegen_id),
                         ("cuda", "cuda"))
        self.assertEqual(tools.show(file, "source.ptx"), b"// ptx")
        tools.add_inspector("any", lambda part: f"any {part.path}")
        tools.add_inspector("ptx", lambda part: {"": part.loader, "size": str(len(part.content))},
                            loader="cuda", codegen="cuda", magic=b"//", extension=".ptx")
        self.addCleanup(tools._inspectors.clear)
        self.assertEqual(tools.show(file, "source.ptx"), b"cuda")
        self.assertEqual(tools.show(file, "source.cl"), b"any 1-opencl/source.cl")
        self.assertEqual(tools.show_part(file, "source.ptx", inspector="ptx/size"), b"6")
        with self.assertRaisesRegex(tunip.Error, "no output is called `ptx/x`; there are: size"):
            tools.show_part(file, "source.ptx", inspector="ptx/x")
        with self.assertRaisesRegex(tunip.Error, "no output is called `object code/x`"):
            tools.show_part(file, "source.ptx", inspector="object code/x")

    def test_collage(self):
        rules, costs = (self.FOLDER / f"npu_{name}.json" for name in ("rules", "costs"))
        module = self.FOLDER / "residual.relay"
        found = tunip.tools.collage(module, rules=rules, costs=json.loads(costs.read_text()))
        self.assertEqual([(one.label, one.target) for one in found.chosen],
                         [("nn.dense+nn.relu", "npu"), ("tanh", "tvm_llvm"), ("add", "npu")])
        self.assertEqual((found.optimal, len(found.candidates)), (True, 10))
        self.assertAlmostEqual(found.cost, sum(one.cost for one in found.chosen))
        self.assertIn("Compiler", found.module.script())
        same = tunip.tools.collage(tunip.read(module), rules=rules, costs=costs)
        self.assertEqual((same.chosen, same.module), (found.chosen, found.module))
        alone = tunip.tools.collage(module, rules=rules, costs=costs, without=["npu"])
        self.assertEqual({one.target for one in alone.chosen}, {"tvm_llvm"})
        told = tunip.tools.collage(module, rules=rules, costs=costs, losers=1).report
        self.assertEqual(told["compared"]["npu"]["alone"], None)
        self.assertAlmostEqual(told["compared"]["tvm_llvm"]["alone"], alone.cost)
        self.assertEqual([reason["label"] for reason in told["explanation"]],
                         [one.label for one in found.chosen])
        targets = {"targets": ["llvm", "cuda -compiler=cublas"]}
        named = tunip.tools.collage(module, targets=targets, options=["--cost", "cublas=0"])
        self.assertIn(("nn.dense", "cublas"), [(one.label, one.target) for one in named.chosen])

    def test_explorer(self):
        folder = self.FOLDER / "schedule"
        history = tunip.History((path.stem[4:], tunip.read(path))
                                for path in sorted(folder.glob("00*.py")))
        for page in (tunip.tools.explorer(history, title="my passes"),
                     tunip.tools.explorer(folder, title="my passes"),
                     tunip.tools.explorer(sorted(folder.glob("00*.py")), title="my passes")):
            self.assertTrue(page.startswith("<!DOCTYPE html>"))
            self.assertIn("<title>my passes", page)
            self.assertIn("parallel", page)

    def test_mistakes(self):
        tools = tunip.tools
        for use in (tools.outline, tools.inspect, tools.collage, tools.explorer):
            with self.assertRaisesRegex(tunip.Error, "no such name: .*No such file|No such file"):
                use("no such name")
        for use in (tools.outline, tools.collage):
            with self.assertRaises(TypeError):
                use(3)
        with self.assertRaisesRegex(tunip.Error, "nothing called `x`"):
            tools.show_part(self.FOLDER / "residual.relay", "x")


if __name__ == "__main__":
    unittest.main()
