#!/usr/bin/env python3
"""Runs mutants.c on the files of the sample graph.

usage: mutants.py MUTANTS KERNELS.so [COUNT]
"""

import pathlib
import struct
import subprocess
import sys
import tempfile

import graphs

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    graphs.sample().save(folder / "graph.json")
    (folder / "x.npy").write_bytes(graphs.floats(1, 2, -5, 0))
    one = struct.pack("<4f", 1, -2, 1, 0)
    (folder / "p.params").write_bytes(graphs.params({"p": ("float32", (4,), one)}))
    sys.exit(subprocess.run([sys.argv[1], sys.argv[2], folder, *sys.argv[3:]]).returncode)
