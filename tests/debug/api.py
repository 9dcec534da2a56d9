#!/usr/bin/env python3
"""Tests the library of the debugger: its functions in C, and the example.

usage: api.py API FIRST_NAN KERNELS
"""

import pathlib
import struct
import subprocess
import sys
import tempfile

import graphs

API, EXAMPLE, KERNELS = sys.argv[1:]


def main():
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        graphs.sample().save(folder / "graph.json")
        crashing = graphs.sample()
        crashing.nodes[5]["attrs"]["func_name"] = "bad_crash"
        crashing.save(folder / "crashing.json")
        odd = graphs.sample()
        odd.nodes[0]["name"], odd.nodes[2]["name"] = 'a "b"=#c', "# my [node]"
        odd.save(folder / "odd.json")
        for name in ("x.npy", "x =#.npy"):
            (folder / name).write_bytes(graphs.floats(1, 2, -5, 0))
        one = struct.pack("<4f", 1, -2, 1, 0)
        (folder / "p.params").write_bytes(graphs.params({"p": ("float32", (4,), one)}))
        words = [folder / "graph.json", KERNELS, folder / "p.params"]
        subprocess.run([API, *words, folder / "x.npy", folder / "crashing.json", folder / "dump",
                        folder / "odd.json", folder / "x =#.npy"], check=True)
        said = subprocess.run([EXAMPLE, *words, "x", folder / "x.npy"], check=True, text=True,
                              capture_output=True).stdout
        assert said == "node 5, fused_log, makes a NaN\n7 nodes have run, 3 results\n", said


main()
