"""Tests of the plugins for pytest and IPython. Run by run.py, in an environment that has the wheel
and what the Python of the machine has.

usage: test_plugins.py [Pytest] [IPython]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import fake_tvm
import tunip

HERE = pathlib.Path(__file__).resolve().parent
DATA = pathlib.Path(os.environ["TUNIP_TEST_DATA"])
LEFT = DATA / "diff/renamed-variables.lhs.json"
RIGHT = DATA / "diff/renamed-variables.rhs.json"
WITH_TVM = "import sys, fake_tvm; fake_tvm.load(); sys.modules.update(fake_tvm.modules())\n"
NODES = f"""
import tunip

def test_nodes():
    lhs, rhs = tunip.read({str(LEFT)!r}), tunip.read({str(RIGHT)!r})
    assert lhs == tunip.read({str(LEFT)!r})
    assert lhs == rhs
"""
READ = f"""
import tunip

lhs, rhs = tunip.read({str(LEFT)!r}), tunip.read({str(RIGHT)!r})

def test_it():
"""
SHORT = READ + "    assert {left} == {right}\n"
HELPER = READ + "    tunip.testing.assert_structural_equal(lhs, rhs)\n"
MANY = READ + """
    text = "@T.prim_func\\ndef f(A: T.Buffer((99,), 'int32')):\\n"
    lines = [f"    A[{i}] = {i}\\n" for i in range(40)]
    lhs = tunip.parse(text + "".join(lines))
    rhs = tunip.parse(text + "    for i in range(8):\\n        A[i] = i + 5\\n")
    assert lhs == rhs
"""
LIVE = """
import fake_tvm

def test_same():
    one = fake_tvm.loop(1)
    assert one == one

def test_alike():
    assert fake_tvm.loop(1) == fake_tvm.loop(1)

def test_live():
    assert fake_tvm.loop(1) == fake_tvm.loop(2)

def test_own_assertion():
    fake_tvm.assert_structural_equal(fake_tvm.loop(1), fake_tvm.loop(2))
"""


class Pytest(unittest.TestCase):
    def run_pytest(self, test, *options, conftest="", verbose="-vv"):
        """What pytest writes about a test file; it finds the plugin by the wheel's entry point."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "test_it.py").write_text(test)
            (pathlib.Path(folder) / "conftest.py").write_text(conftest)
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no",
                 *filter(None, [verbose]), *options, "test_it.py"],
                cwd=folder, text=True, check=False,
                env={**os.environ, "PYTHONPATH": str(HERE)}, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def assert_lines(self, output, *lines):
        for line in lines:
            self.assertIn(line, output)

    def test_nodes(self):
        status, output = self.run_pytest(NODES)
        self.assertEqual(status, 1)
        self.assert_lines(
            output, "<tir.PrimFunc softmax(a: T.handle, o: T.handle)> == <tir.PrimFunc softmax",
            "1 statement changed", "+                    row_max[vi] = T.float32(-65504.0)")
        self.assertIn("\x1b[", self.run_pytest(NODES, "--color=yes")[1])
        self.assertNotIn("statement changed", self.run_pytest(NODES, "-p", "no:tunip")[1])

    def test_short(self):
        """Without -v, eight lines show what changed: of a pair, and of pairs in lists and dicts."""
        for left, right, place in (("lhs", "rhs", ""), ("[lhs, lhs]", "[lhs, rhs]", "[1]: "),
                                   ("{'a': lhs}", "{'a': rhs}", "['a']: ")):
            output = self.run_pytest(SHORT.format(left=left, right=right), verbose="")[1]
            lines = [line[4:] for line in output.splitlines() if line.startswith("E ")]
            first = next(i for i, line in enumerate(lines) if "assert " in line)
            self.assertIn(f"assert {place}<tir.PrimFunc softmax(", lines[first])
            self.assertRegex(lines[first], "1 statement changed$")
            kinds = [line.strip()[:1] for line in lines[first + 1:first + 6]]
            self.assertEqual(kinds, ["w", "-", "?", "+", "?"], output)
            self.assertNotIn("@@", output)

    def test_many_removed(self):
        """An added line is among the eight lines even where many lines are removed."""
        output = self.run_pytest(MANY, verbose="")[1]
        lines = [line for line in output.splitlines() if line.startswith("E ")][:8]
        self.assertTrue(any(line[1:].strip().startswith("+") for line in lines), output)
        self.assertIn("more lines", output)

    def test_helper(self):
        """tunip.testing needs no import; the traceback ends in the test."""
        output = self.run_pytest(HELPER, verbose="")[1]
        self.assertNotIn("testing.py", output)
        self.assertIn("E       AssertionError: ", output)
        self.assertIn("1 statement changed", output)

    def test_live(self):
        """Live objects; without the option, TVM's own assertion has its own message."""
        status, output = self.run_pytest(LIVE, conftest=WITH_TVM)
        self.assertEqual(status, 1)
        self.assert_lines(
            output, "test_same PASSED", "1 passed", "3 failed",
            "<Loop> == <Loop>: equal in structure, but not the same object",
            "<Loop> == <Loop>: 1 statement changed", "TVM's own message")

    def test_option(self):
        """--tunip-tvm takes over TVM's own assertion. It is undone at the end."""
        code = WITH_TVM + "import pytest, tunip.tvm\n" \
            "pytest.main(sys.argv[1:])\nprint(tunip.tvm.installed())"
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "test_it.py").write_text(LIVE)
            output = subprocess.run(
                [sys.executable, "-c", code, "--tunip-tvm", "-k", "own_assertion", "--color=no",
                 "-p", "no:cacheprovider", folder], text=True, check=True,
                env={**os.environ, "PYTHONPATH": str(HERE)}, stdout=subprocess.PIPE).stdout
        self.assert_lines(output, "StructuralEqual check failed", "+    T.evaluate(i + 2)",
                          "1 failed", "False\n")
        self.assertNotIn("TVM's own message", output)

    def test_option_without_tvm(self):
        status, output = self.run_pytest(NODES, "--tunip-tvm")
        self.assertEqual(status, 4)
        self.assertIn("ERROR: --tunip-tvm: tunip.tvm.install() needs TVM", output)


class IPython(unittest.TestCase):
    def setUp(self):
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.shell = InteractiveShell(
            ipython_dir=folder.name, config=Config({"HistoryManager": {"enabled": False}}))

    def shown(self, value, kind="text/plain"):
        return self.shell.display_formatter.format(value)[0].get(kind)

    def test_nodes(self):
        left, right = tunip.read(LEFT), tunip.read(RIGHT)
        self.assertEqual(self.shown(left), repr(left))
        for kind in (left, left.printed(), tunip.diff(left, right)):
            self.assertIn("<pre", self.shown(kind, "text/html"))
        self.shell.run_line_magic("load_ext", "tunip")
        self.assertIn("\x1b[35m", self.shown(left))
        self.assertIn("\x1b[35m", self.shown(left.printed()))
        self.assertEqual(self.shown(tunip.diff(left, left)), "no differences")
        with unittest.mock.patch.dict(os.environ, {"NO_COLOR": "1"}):
            for one in (left, left.printed(), tunip.diff(left, right)):
                self.assertNotIn("\x1b", self.shown(one))
        plain = re.sub(r"\x1b\[[0-9;]*m", "", self.shown(tunip.diff(left, right)))
        row, = (line for line in plain.splitlines() if "-65504.0" in line)
        self.assertEqual(row.count("T.float32"), 2, "both sides in one row")
        self.shell.run_line_magic("unload_ext", "tunip")
        self.assertEqual(self.shown(left), repr(left))

    def test_live(self):
        """Live objects of TVM, and those that are left to TVM."""
        fake_tvm.load()
        patch = unittest.mock.patch.dict(sys.modules, fake_tvm.modules())
        patch.start()
        self.addCleanup(patch.stop)
        live, strange = fake_tvm.loop(1), fake_tvm.pair()
        for _ in range(2):
            self.assertEqual(self.shown(live), "plain")
            self.shell.run_line_magic("load_ext", "tunip")
            self.assertIsNone(self.shown(strange, "text/html"))
            self.assertIn("\x1b[35mfor\x1b[0m i", self.shown(live))
            self.assertIn("<pre", self.shown(live, "text/html"))
            self.assertIn("plain", self.shown(strange))
            self.shell.run_line_magic("unload_ext", "tunip")
            self.assertIsNone(self.shown(live, "text/html"))

    def test_terminal(self):
        """As a user types it."""
        code = f"%load_ext tunip\nimport tunip\ndisplay(tunip.read({str(LEFT)!r}))\n"
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "session.ipy"
            script.write_text(code)
            done = subprocess.run([sys.executable, "-m", "IPython", "--no-banner", str(script)],
                                  env={**os.environ, "IPYTHONDIR": folder, "HOME": folder},
                                  text=True, check=True, stdout=subprocess.PIPE)
            self.assertIn("\x1b[35m", done.stdout)


if __name__ == "__main__":
    unittest.main()
