#!/usr/bin/env python3
"""Tests the debugger on a terminal, in tmux: every key, the mouse, the line that one types, two
sizes, a graph of 5,000 nodes.

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
PATIENCE = 120  # seconds for a word that must appear; nothing is measured with it


class Terminal:
    """A tmux session with a server of its own."""

    def __init__(self, folder, words, columns, lines):
        self.socket = str(folder / f"tmux-{os.getpid()}-{time.monotonic_ns()}")
        command = " ".join(f"'{word}'" for word in words)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines),
                  f"{command}; echo ended $?; sleep {2 * PATIENCE}")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], check=True, encoding="utf-8",
                              capture_output=True, env=dict(os.environ, LC_ALL="C.UTF-8")).stdout

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

    def wait_without(self, word):
        """Waits until the screen does not show a word."""
        end = time.monotonic() + PATIENCE
        while word in (text := self.text()):
            if time.monotonic() > end:
                raise AssertionError(f"'{word}' on the screen:\n{text}")
            time.sleep(0.02)

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
                (["x"], "* 5 fused_log"), (["u"], ">    5 fused_log"),
                ([":", "inject %3 1", "Enter"], "J *    3 reshape"),
                (["U"], "%3 reshape_nop: f"), (["i"], "used by"), (["o"], "by time"),
                (["o"], "by size"), (["o"], "by name"), (["o", "f", "*split", "Enter"], "1 shown"),
                (["F"], "with NaN or Inf"), (["F"], "injected"), (["F"], "with breakpoints"),
                (["F", "p", "l"], "<2[4]"), (["Left", "Right", "h", "w", "w"], "x: float32[4]"),
                (["<", ">", "R"], ">    2 fused_add"),
                (["g", "j", "j", "j", "r"], ">    4 fused_split"),
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
            if keys[0] == "]":  # its word is there before and after
                t.wait_without(" x: float32[4]")
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
                 "page up": "PPage", "home": "Home", "end": "End", "enter": "Enter", "tab": "Tab",
                 "left": "Left", "right": "Right"}
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

    def type(self, t, text):
        """Types a line of the prompt, whose keys tmux must not read as names of keys."""
        t.tmux("send-keys", "-l", text)

    def mouse(self, t, button, column, row):
        """A press and a release in the protocol of xterm, with places that count from 0."""
        for code in (button, 3):
            self.type(t, "\x1b[M" + chr(32 + code) + chr(33 + column) + chr(33 + row))

    def test_mouse(self):
        t = self.open()
        self.mouse(t, 0, 5, 5)
        t.wait("%4.0 fused_split: float32[4]")
        self.mouse(t, 0, 5, 5)
        t.wait("used by")
        self.mouse(t, 65, 50, 5)  # the wheel, over the right side
        t.wait("input 0 of   6 fused_rec")
        self.mouse(t, 65, 5, 5)   # and over the list
        t.wait("%6 fused_reciprocal: float32[4]")

    def test_line(self):
        """Completion of commands, nodes and files; history; editing."""
        t = self.open()
        self.type(t, ":brea")
        t.press("Tab")
        t.wait("breaks")
        self.type(t, " fus")
        t.press("Tab")
        t.wait(":break fused_")
        self.assertIn("fused_split", t.text())
        self.type(t, "l")
        t.press("Tab", "Enter")
        t.wait("breakpoint 1: node fused_log")
        t.wait(" B     5 fused_log")
        self.type(t, ":wher")
        t.press("Tab", "Enter")
        t.wait("next:   2 fused_add")
        t.press(":", "Up", "Up")
        t.wait(":break fused_log")
        t.press("Down")
        t.wait(":where")
        t.press("Down", "Escape")
        (self.folder / "some_values.npy").write_bytes(graphs.floats(2, 0, -4, 0))
        self.type(t, f":compare {self.folder}/some_v")
        t.press("Tab")
        t.wait("some_values.npy")
        t.press("C-w", "C-u")
        self.type(t, "sow p")
        t.press("Home", "Right", "Right", "BSpace")
        self.type(t, "h")
        t.press("Left", "End", "Enter")
        t.wait("no command is called shw")

    def test_compare(self):
        """Values of another framework, on the screen."""
        (self.folder / "fused_add.npy").write_bytes(graphs.floats(2, 0, -3, 0))
        t = self.open(columns=160)
        t.press("c")
        t.wait("all nodes have run")
        self.type(t, f":compare {self.folder}/fused_add.npy")
        t.press("Enter")
        t.wait("first difference: node 2, fused_add, output 0, element [2]: -4 and -3")

    def test_marks(self):
        """Nodes with NaN, infinities and injected values are marked and can be shown alone."""
        t = self.open()
        t.press("c")
        text = t.wait("all nodes have run")
        self.assertIn("N *    5 fused_log", text)
        self.assertIn("I *    6 fused_rec", text)
        self.type(t, ":inject %2 1")
        t.press("Enter")
        t.wait("J *    2 fused_add")
        t.press("U")
        t.wait("next:   2 fused_add")
        t.wait_without("J *")
        t.press("c", "F")
        self.assertNotIn("fused_split", t.wait("2 shown, with NaN or Inf")[:400])

    def test_long_names(self):
        """Names that differ only behind a long beginning differ on 80 columns, too."""
        g = graphs.Graph()
        last = g.add("x")
        names = [f"tvmgen_default_fused_nn_contrib_conv2d_NCHWc_add_nn_relu_{i}" for i in range(9)]
        for name in names:
            last = g.add(name, [(last, 0)], "fused_reciprocal")
        g.heads = [(last, 0)]
        g.save(self.folder / "names.json")
        t = self.open("names.json")
        shown = [line[9:31].strip() for line in t.text().splitlines()[2:11]]
        self.assertEqual(len(set(shown)), 9, shown)
        for i, name in enumerate(shown):
            self.assertTrue(name.endswith(f"relu_{i}"), name)
        t.press("<", "<", "<")
        t.wait("~nn_relu_8")
        t.press(*[">"] * 12)
        t.wait(names[8][20:])

    def test_other_letters(self):
        """Names are cut between characters, and the cursor steps over characters."""
        g = graphs.Graph()
        last = g.add("x")
        names = ["gr\u00f6\u00dfe_" * 3 + "\u5927" * i + "_ende_" + "\u00e4\u00fc" * 3 + str(i)
                 for i in range(6)]
        for name in names:
            last = g.add(name, [(last, 0)], "fused_reciprocal")
        g.heads = [(last, 0)]
        g.save(self.folder / "letters.json")
        t = self.open("letters.json", columns=81)
        for keys in ([], ["<"], [">", "o"], [">", "o"]):
            t.press(*keys) if keys else None
            text = t.wait("%1 gr")
            self.assertNotIn("\ufffd", text)
            for i in range(6):
                self.assertRegex(text, f"\u00e4\u00fc{i}")
        self.type(t, ":\u00e4\u00f6\u5927\u00fc")
        t.wait(":\u00e4\u00f6\u5927\u00fc")
        t.press("BSpace", "Left", "BSpace", "Right")
        self.type(t, "z")
        t.press("Enter")
        t.wait("no command is called \u00e4\u5927z")
        self.type(t, ":stats gr")
        t.press("Tab")
        t.wait(f":stats {names[0][:18]}")
        t.press("Escape")

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
