"""Tests of tunip.tvm.record(), with fake_tvm.py in place of TVM. Run by run.py, in an environment
that has nothing but the wheel."""

import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import unittest.mock
import warnings

import fake_tvm
import tunip.tvm
from tunip import _record

HERE = pathlib.Path(__file__).resolve().parent
STEPS = """\
        0  input        the first step      2 lines
        3  sequential   ran steps 1 to 2
        1    Simplify   +0 -0 ~1            2 lines  changed <root>
        2    no change: tir.Lower
        4  Fails        no change (failed)
5 steps; 1 changed the module
"""


def compile_loop():
    """A pass that runs two others, and then one that fails."""
    def run_both(module):
        module = fake_tvm.run_pass("Simplify", module, lambda _: fake_tvm.loop(2))
        return fake_tvm.run_pass("tir.Lower", module, lambda module: module)

    module = fake_tvm.run_pass("sequential", fake_tvm.loop(1), run_both)
    try:
        fake_tvm.run_pass("Fails", module, lambda _: 1 // 0)
    except ZeroDivisionError:
        pass


class Recording(unittest.TestCase):
    def setUp(self):
        fake_tvm.load()
        modules = fake_tvm.modules()
        self.context = modules["tvm.ir.transform"].PassContext
        patch = unittest.mock.patch.dict(sys.modules, modules)
        patch.start()
        self.addCleanup(patch.stop)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "made/dump"

    def run_tunip(self, command, *arguments):
        """The command, which would load the folder that tells fake_tvm.py where its library is."""
        with unittest.mock.patch.dict(os.environ):
            del os.environ["TUNIP_PLUGINS"]
            return tunip.run(command, self.folder, *arguments)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_steps(self):
        """The folder says which passes ran others, and which one failed."""
        for form, suffix in (("script", "py"), ("json", "json")):
            with tunip.tvm.record(self.folder, form) as recording:
                compile_loop()
            self.assertEqual(recording.folder, self.folder)
            self.assertEqual(self.names(), [f"{name}.{suffix}" for name in (
                "000_sequential.before", "001_Simplify.before", "002_Simplify.after",
                "003_tir.Lower.before", "004_tir.Lower.after", "005_sequential.after",
                "006_Fails.before")])
            self.assertEqual(self.run_tunip("history"), STEPS)
            self.assertIn("</html>", self.run_tunip("explorer", "-o", "-"))
        self.assertEqual(tunip.read(self.folder / "006_Fails.before.json").body.value.b.value, 2)
        compile_loop()
        self.assertEqual(len(self.names()), 7)

    def test_contexts(self):
        """The current context and new ones are recorded, with their own instruments."""
        own = unittest.mock.Mock()
        with self.context(3, instruments=[own]) as _, tunip.tvm.record(self.folder):
            compile_loop()
            with self.context(instruments=[own]):
                compile_loop()
            with self.context():
                compile_loop()
        self.assertEqual(own.run_before_pass.call_count, 8)
        self.assertEqual(len(self.names()), 21)
        compile_loop()
        self.assertEqual(self.context.current().instruments, [])
        self.assertEqual(self.context(4, instruments=[own]).instruments, [own])
        self.assertEqual(len(self.names()), 21)

    def test_instrument(self):
        """One context alone."""
        with self.context(instruments=[tunip.tvm.instrument(self.folder)]):
            compile_loop()
        compile_loop()
        self.assertEqual(self.run_tunip("history"), STEPS)

    def test_nested(self):
        """A recording in a recording; they may end in any order."""
        first = tunip.tvm.record(self.folder)
        second = tunip.tvm.record(self.folder.with_name("other"))
        compile_loop()
        first.stop()
        compile_loop()
        second.stop()
        compile_loop()
        self.assertEqual(len(self.names()), 7)
        self.assertEqual(len(list(second.folder.iterdir())), 14)

    def test_folder(self):
        """Only files of an earlier recording are removed, and unchanged modules are one file."""
        self.folder.mkdir(parents=True)
        for name in ("010_Old.after.py", "011_Old.before.json", "mine.py", "001_mine.py"):
            (self.folder / name).write_text("x")
        with tunip.tvm.record(self.folder):
            fake_tvm.run_pass("a/b\n\u202e" + "x" * 300, fake_tvm.loop(1), lambda module: module)
        names = ["000_a_b__" + "x" * 145 + f".{when}.py" for when in ("after", "before")]
        self.assertEqual(self.names(), [
            names[1], "001_" + names[0][4:], "001_mine.py", "mine.py"])
        self.assertEqual(os.stat(self.folder / names[1]).st_nlink, 2)

    def test_without_links(self):
        with unittest.mock.patch("os.link", side_effect=OSError("no links")):
            with tunip.tvm.record(self.folder):
                compile_loop()
        self.assertEqual(self.run_tunip("history"), STEPS)

    def test_unwritable(self):
        """The passes run, also if nothing can be written or printed."""
        with tunip.tvm.record(self.folder):
            with unittest.mock.patch("pathlib.Path.write_text", side_effect=OSError("disk full")):
                with self.assertWarnsRegex(RuntimeWarning, "lacks a module: disk full"):
                    compile_loop()
            self.assertEqual(self.names(), [])
            with self.assertWarnsRegex(RuntimeWarning, "lacks a module: .*script"):
                fake_tvm.run_pass("Odd", fake_tvm.pair(), lambda module: module)
        with self.assertRaises(OSError):
            tunip.tvm.record(__file__)

    def test_foreign(self):
        """TVM prints what tunip cannot."""
        odd = fake_tvm.pair()
        with tunip.tvm.record(self.folder), \
                unittest.mock.patch.object(fake_tvm.Object, "script", lambda _: "odd = 1",
                                           create=True):
            fake_tvm.run_pass("Odd", odd, lambda module: module)
        self.assertEqual((self.folder / "000_Odd.before.py").read_text(), "odd = 1")

    def test_threads(self):
        """Passes of other threads are not mixed in."""
        with tunip.tvm.record(self.folder):
            other = threading.Thread(target=compile_loop)
            other.start()
            other.join()
            self.assertEqual(self.names(), [])

    def test_refusal(self):
        with self.assertRaisesRegex(ValueError, "the form is one of 'script', 'json', not 'text'"):
            tunip.tvm.record(self.folder, "text")
        self.assertFalse(self.folder.exists())

    def test_environment(self):
        """A program that knows nothing of tunip is recorded: the wheel has a line for Python's
        start. Its child processes are not."""
        packages = self.folder.parent / "packages/tvm"
        packages.mkdir(parents=True)
        (packages / "__init__.py").write_text(textwrap.dedent("""
            import sys, fake_tvm
            fake_tvm.load()
            sys.modules.update({name: module for name, module in fake_tvm.modules().items()
                                if name != "tvm"})
        """))
        program = ("import os, sys, tvm, fake_tvm\n"
                   "fake_tvm.run_pass('Lower', fake_tvm.loop(1), lambda _: fake_tvm.loop(2))\n"
                   "print(os.environ.get('TUNIP_RECORD'), 'tunip.tvm' in sys.modules)")
        env = {**os.environ, _record.VARIABLE: str(self.folder),
               "PYTHONPATH": os.pathsep.join(map(str, (packages.parent, HERE)))}
        done = subprocess.run([sys.executable, "-c", program], env=env, text=True,
                              capture_output=True, check=True)
        self.assertEqual((done.stdout, done.stderr), ("None False\n", ""))
        self.assertEqual(self.names(), ["000_Lower.before.py", "001_Lower.after.py"])
        # an editable install has a finder of its own
        finder = textwrap.dedent("""
            import importlib.machinery, importlib.util, sys
            class Finder:
                @staticmethod
                def find_spec(name, path=None, target=None):
                    if name == "tvm":
                        return importlib.util.spec_from_file_location(name, sys.argv[1])
            sys.meta_path.append(Finder)
        """)
        away = packages.rename(packages.with_name("elsewhere")) / "__init__.py"
        for path in self.folder.iterdir():
            path.unlink()
        done = subprocess.run([sys.executable, "-c", finder + program, away], env=env, text=True,
                              capture_output=True, check=True)
        self.assertEqual((done.stdout, done.stderr), ("None False\n", ""))
        self.assertEqual(self.names(), ["000_Lower.before.py", "001_Lower.after.py"])
        bare = finder.replace("importlib.util.spec_from_file_location(name, sys.argv[1])",
                              "importlib.machinery.ModuleSpec(name, None, is_package=True)")
        done = subprocess.run([sys.executable, "-c", bare + "import tvm"], env=env, text=True,
                              capture_output=True, check=True)
        self.assertIn("TUNIP_RECORD: no recording: tvm has no loader", done.stderr)
        program = finder + program
        env[_record.VARIABLE] = __file__
        done = subprocess.run([sys.executable, "-c", program, away], env=env, text=True,
                              capture_output=True, check=True)
        self.assertIn("TUNIP_RECORD: no recording: ", done.stderr)


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main()
