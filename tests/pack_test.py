#!/usr/bin/env python3
"""Tests pack.py, and that every pack of the tests has the form that it writes.

usage: pack_test.py
"""

import collections
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import pack  # noqa: E402

CONTENTS = [b"", b"\n", b"one", b"one\n", b"a\r\nb\r\n", b"\0\1\xff\xfe", b"\\x00 \\\\\n",
            b"======== case\n-------- part\n", b"a\n-------- part", b"=========\n", "ä…\n".encode(),
            "\u202e\u2028\u00a0".encode(), b"(no final newline)\n", b"\t x \n\n\n"]
LONGEST = 400000


class Format(unittest.TestCase):
    def test_every_content_comes_back(self):
        for content in CONTENTS:
            cases = {"a/b.c": {"": content}, "d": {"json": content, "py": content}, "e": {"": b""}}
            self.assertEqual(pack.parse(pack.form(cases)), cases)
            again = pack.form(pack.parse(pack.form(cases)))
            self.assertEqual(again, pack.form(cases))

    def test_plain_text_stands_as_it_is(self):
        text = pack.form({"b": {"json": b"[1]\n", "py": b"x"}, "a": {"": b"\\\n"}})
        self.assertEqual(text, b"======== a\n\\\n======== b\n-------- json\n[1]\n"
                               b"-------- py (no final newline)\nx\n")

    def test_what_is_hidden_is_escaped(self):
        text = pack.form({"a": {"": b"\\\x00\r\n======== b\n\xff"}})
        self.assertEqual(text, b"======== a (escaped, no final newline)\n"
                               b"\\\\\\x00\\x0d\n\\x3d======= b\n\\xff\n")

    def test_expectations_stand_last(self):
        text = pack.form({"a": {"err": b"", "py": b"", "defines.json": b"", "expected": b""}})
        self.assertEqual(text.split()[2:], b"-------- defines.json -------- py -------- err "
                                           b"-------- expected".split())

    def test_names(self):
        for name in ("a b", "a(b", "a\n"):
            with self.assertRaises(ValueError):
                pack.form({name: {"": b""}})
        for name, parts in (("a.b.json", ("a.b", "json")),
                            ("a@1.config.json", ("a@1", "config.json")), ("a", ("a", "")),
                            ("a.d/b", ("a.d/b", "")), (".x", (".x", ""))):
            self.assertEqual(pack.split(name), parts)
            self.assertEqual(pack.file_name(*parts), name)


class Command(unittest.TestCase):
    def run_pack(self, *arguments):
        done = subprocess.run([sys.executable, pack.__file__, *arguments], capture_output=True,
                              check=False)
        return done.returncode, done.stdout, done.stderr.decode()

    def test_cases_are_added_shown_extracted_and_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            to = str(root / "new.pack")
            (root / "b.json").write_bytes(b"[]")
            (root / "b.py").write_bytes(b"x\n")
            self.assertEqual(self.run_pack("add", to, root / "b.json", root / "b.py")[0], 0)
            self.assertEqual(self.run_pack("list", to)[1], b"b json py\n")
            self.assertEqual(self.run_pack("show", to, "b", "json")[1], b"[]")
            self.assertIn(b"-------- json (no final newline)\n[]\n",
                          self.run_pack("show", to, "b")[1])
            self.assertEqual(self.run_pack("extract", to, "b", root / "out")[0], 0)
            self.assertEqual((root / "out/b.json").read_bytes(), b"[]")
            self.assertIn("no part err", self.run_pack("show", to, "b", "err")[2])
            self.assertIn("no case c", self.run_pack("show", to, "c")[2])
            self.assertEqual(self.run_pack("add", to, f"a/b={root / 'b.py'}")[0], 0)
            self.assertEqual(self.run_pack("list", to)[1], b"a/b\nb json py\n")
            (root / "new.pack").write_bytes(b"======== d\nx\n======== c\n-------- py\n")
            self.assertEqual(self.run_pack("sort", to)[0], 0)
            self.assertEqual((root / "new.pack").read_bytes(),
                             b"======== c\n-------- py\n======== d\nx\n")
            self.assertEqual(self.run_pack("remove", to, "d")[0], 0)
            self.assertEqual(self.run_pack("list", to)[1], b"c py\n")
            self.assertIn("usage", self.run_pack("drop")[2])


class Packs(unittest.TestCase):
    def test_every_pack_has_the_form_that_is_written(self):
        for path in pack.packs():
            text = path.read_bytes()
            self.assertEqual(pack.form(pack.parse(text)), text, f"{path}: `pack.py sort` it")
            self.assertLessEqual(len(text), LONGEST, f"{path} is too long to read: divide it")

    def test_no_file_is_there_twice(self):
        counts = collections.Counter(
            path.parent / pack.file_name(case, part) for path in pack.packs()
            for case, parts in pack.read(path).items() for part in parts)
        twice = {file for file, count in counts.items() if count > 1 or file.exists()}
        self.assertEqual(twice, set())


class Folder(unittest.TestCase):
    """A folder `room` with a pack and a file, and the folder where the pack is unpacked."""

    def enter(self, context):
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def setUp(self):
        folder = pathlib.Path(self.enter(tempfile.TemporaryDirectory())).resolve()
        self.room, self.out = folder / "tests/room", folder / "out"
        self.room.mkdir(parents=True)
        self.pack = self.room / "one.pack"
        pack.write(self.pack, {"a": {"json": b"[]", "err": b"x\n"}, "sub/b": {"": b"\0"}})
        (self.room / "c.json").write_bytes(b"c")
        for name, value in (("TESTS", folder / "tests"), ("ROOMS", ("room",)),
                            ("data", lambda: self.out)):
            self.enter(unittest.mock.patch.object(pack, name, value))
        self.enter(unittest.mock.patch.dict("os.environ"))
        pack.os.environ.pop("TUNIP_TEST_DATA", None)

    def files(self):
        return {path.relative_to(self.out / "room").as_posix(): path.read_bytes()
                for path in self.out.rglob("*") if path.is_file()}

    def test_unpacking_again_repairs_the_folder(self):
        pack.unpack(self.out)
        before = self.files()
        self.assertEqual(before, {"a.json": b"[]", "a.err": b"x\n", "sub/b": b"\0", "c.json": b"c"})
        kept = (self.out / "room/a.err").stat().st_mtime_ns
        (self.out / "room/a.json").write_bytes(b"changed")
        (self.out / "room/of-no-case").write_bytes(b"")
        pack.unpack(self.out)
        self.assertEqual(self.files(), before)
        self.assertEqual((self.out / "room/a.err").stat().st_mtime_ns, kept)

    def test_a_file_of_a_case_may_come_and_go(self):
        pack.unpack(self.out)
        (self.room / "c.json").unlink()
        pack.add(self.pack, [("c.json", b"packed")])
        pack.unpack(self.out)
        self.assertEqual(self.files()["c.json"], b"packed")
        self.assertFalse((self.out / "room/c.json").is_symlink())

    def test_accepted_files_go_into_the_pack(self):
        pack.unpack(self.out)
        (self.out / "room/a.err").write_bytes(b"y\n")
        (self.out / "room/a.fold.warn").write_bytes(b"new")
        with contextlib.redirect_stdout(io.StringIO()):
            pack.accept("room")
        self.assertEqual(pack.read(self.pack), {
            "a": {"json": b"[]", "err": b"y\n", "fold.warn": b"new"}, "sub/b": {"": b"\0"}})
        self.assertEqual((self.room / "c.json").read_bytes(), b"c")


unittest.main()
