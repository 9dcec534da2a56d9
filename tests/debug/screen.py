#!/usr/bin/env python3
"""Tests the debugger on a terminal, in tmux: every key, two sizes, a graph of 5,000 nodes.

usage: screen.py TUNIP CC
"""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import graphs

HERE = pathlib.Path(__file__).resolve().parent
TUNIP, CC = (pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]) if len(sys.argv) > 2 else ("", "")
PATIENCE = 3600  # seconds for a word that must appear; nothing is measured with it


class Terminal:
    """A tmux session with a server of its own."""

    def __init__(self, folder, words, columns, lines):
        self.socket = str(folder / f"tmux-{os.getpid()}-{time.monotonic_ns()}")
        command = " ".join(f"'{word}'" for word in words)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines),
                  f"{command}; echo ended $?; sleep {2 * PATIENCE}")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], check=True, text=True,
                              capture_output=True).stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def wait(self, word):
        """Waits until the screen shows a word; returns the screen."""
        end = time.monotonic() + PATIENCE
        while word not in (text := self.text()):
            if time.monotonic() > end:
                raise AssertionError(f"no '{word}' on the screen:\n{text}")
            time.sleep(0.02)
        return text

    def resize(self, columns, lines):
        self.tmux("resize-window", "-x", str(columns), "-y", str(lines))

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)


class Screen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.library = cls.folder / "kernels.so"
        subprocess.run([CC, "-O1", "-shared", "-fPIC", "-o", cls.library, HERE / "kernels.c",
                        "-lm"], check=True)
        graphs.sample().save(cls.folder / "graph.json")
        long = graphs.Graph()
        last = long.add("x")
        for i in range(5000):
            last = long.add(f"node_{i}", [(last, 0)], "fused_reciprocal", storage=1 + i % 2)
        long.heads = [(last, 0)]
        long.save(cls.folder / "long.json")
        (cls.folder / "x.npy").write_bytes(graphs.floats(1, 2, -5, 0))
        one = struct.pack("<4f", 1, -2, 1, 0)
        (cls.folder / "p.params").write_bytes(graphs.params({"p": ("float32", (4,), one)}))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def open(self, graph="graph.json", columns=80, lines=24):
        terminal = Terminal(self.folder, [
            TUNIP, "debug", self.folder / graph, "--lib", self.library, "--params",
            self.folder / "p.params", "--input", f"x={self.folder / 'x.npy'}"], columns, lines)
        self.addCleanup(terminal.close)
        terminal.wait("? keys")
        return terminal

    def check_keys(self, columns, lines):
        """Each row: keys, and what the screen shows then that it did not show before."""
        t = self.open(columns=columns, lines=lines)
        t.wait(">    2 fused_add")
        pressed = {"q"}
        for keys, word in (
                (["s"], ">    3 reshape_nop"), (["s"], ">    4 fused_split"),
                (["k", "v"], "[:] 2 0 -4 0"), (["Down", "s"], ">    5 fused_log"),
                (["k", "t"], "%3 reshape_nop: f"), (["j", "Tab"], "%4.1 fused_split"),
                (["Up"], "%3 reshape_nop: f"), (["G", "b"], "B     6 fused_rec"),
                (["T"], "median"), (["B"], "breakpoint 1: node %6"),
                (["b"], "      6 fused_rec"), (["N"], "breakpoint 2: nan > 0"),
                (["I"], "breakpoint 3: inf > 0"), (["t", "c"], "breakpoint 2: nan > 0"),
                (["c"], "breakpoint 3: inf > 0"), (["M"], "bytes in 6 storages"),
                (["p"], "x: float32[4]"), (["]", "]", "["], " p: float32[4]"),
                (["["], "x: float32[4]"), (["?"], "the next node"),
                (["g", "t"], "%0 x: float32[4]"), (["End", "k", "u"], ">    5 fused_log"),
                (["R"], ">    2 fused_add"), (["g", "j", "j", "j", "r"], ">    4 fused_split"),
                (["j", "Enter"], ">    5 fused_log"), (["/", "log", "Enter", "t"], "%5 fused_log"),
                (["/", "fused", "Enter", "n", "t"], "%2 fused_add"),
                (["Home"], "%0 x: float32[4]"), ([":", "stats p", "Enter"], "min -2  max 1"),
                ([":", "fly", "Enter"], "no command is called fly"),
                ([":", "xx", "BSpace", "Escape", "v"], "[:]"),
                (["NPage", "t"], "%6 fused_rec"), (["PPage"], "%0 x"),
                (["Space"], "%6 fused_rec")):
            shown = t.text()
            self.assertTrue(word not in shown or keys[0] in "]", f"{keys}: {word}\n{shown}")
            t.press(*keys)
            t.wait(word)
            pressed |= set(keys)
        t.press("?")
        text = t.wait("the next node")
        if lines > 50:  # there is room for all
            self.assertEqual(self.listed(text, columns) - pressed, set())
        t.press("q")
        t.wait("ended 0")

    def listed(self, text, columns):
        """The keys in the list that is on the right side."""
        names = {"down": "Down", "up": "Up", "blank": "Space", "page down": "NPage",
                 "page up": "PPage", "home": "Home", "end": "End", "enter": "Enter", "tab": "Tab"}
        rows = [line[columns * 2 // 5:].strip() for line in text.splitlines()[1:-2]]
        keys = {name for row in rows if row for name in row[:18].strip().split(", ")}
        self.assertGreater(len(keys), 30)
        return {names.get(name, name) for name in keys}

    def test_keys_small(self):
        self.check_keys(80, 24)

    def test_keys_large(self):
        self.check_keys(200, 60)

    def test_resize(self):
        t = self.open()
        t.resize(20, 4)
        t.wait("too small")
        t.resize(100, 30)
        t.wait("? keys")
        t.press(":", "quit", "Enter")
        t.wait("ended 0")

    def test_many_nodes_small(self):
        self.check_many_nodes(80, 24)

    def test_many_nodes_large(self):
        self.check_many_nodes(200, 60)

    def check_many_nodes(self, columns, lines):
        t = self.open("long.json", columns, lines)
        t.press("c")
        t.wait("all nodes have run")
        for _ in range(40):
            t.press("NPage")
        t.press("g", "t")
        t.wait("%0 x")
        t.press("G")
        t.wait("%5000 node_4999")
        t.press("/", "node_777", "Enter")
        t.wait("%778 node_777")

    def test_no_terminal(self):
        run = subprocess.run([TUNIP, "debug", self.folder / "graph.json", "--lib", self.library,
                              "--params", self.folder / "p.params", "--input",
                              f"x={self.folder / 'x.npy'}"], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr),
                         (2, "tunip: there is no terminal: use --batch\n"))


if __name__ == "__main__":
    program = TUNIP.with_name("tunip-debug")
    if not program.exists() or b"use --batch\0" in program.read_bytes() and \
            b"all ran," not in program.read_bytes():
        print("skipped: debug.screen (this build has no ncurses)")
        sys.exit(77)
    if not shutil.which("tmux"):
        print("skipped: debug.screen (no tmux)")
        sys.exit(77)
    os.chdir(HERE)
    unittest.main(argv=sys.argv[:1])
