#!/usr/bin/env python3
"""Times of MLIR text, of tunip and of mlir-opt in the same run.

usage: mlir.py BENCH_MLIR TUNIP

Writes files of functions, blocks and a pair with one change into the current folder. mlir-opt, if
it is installed, runs with one thread. Its parser and its printer have the shares of its processor
time that --mlir-timing says; parsing includes the verifier.
"""

import pathlib
import re
import resource
import shutil
import subprocess
import sys

FUNCTION = """  func.func @f{0}(%arg0: memref<4x4xf32>, %arg1: memref<4x4xf32>) {{
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    scf.for %arg2 = %c0 to %c4 step %c1 {{
      scf.for %arg3 = %c0 to %c4 step %c1 {{
        %0 = memref.load %arg0[%arg2, %arg3] : memref<4x4xf32>
        %1 = memref.load %arg1[%arg2, %arg3] : memref<4x4xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.mulf %2, %0 : f32
        memref.store %3, %arg1[%arg2, %arg3] : memref<4x4xf32>
      }}
    }}
    return
  }}
"""


def functions(count):
    return "module {\n" + "".join(FUNCTION.format(i) for i in range(count)) + "}\n"


def blocks(count):
    jumps = "".join(f"^bb{i}:\n  cf.cond_br %arg0, ^bb{i + 1}, ^bb{i * 7 % (count - 1) + 1}\n"
                    for i in range(1, count))
    return f"func.func @f(%arg0: i1) {{\n  cf.br ^bb1\n{jumps}^bb{count}:\n  return\n}}\n"


def processor_seconds(*arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(arguments, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run


def compare_with(mlir_opt, path):
    spent, run = processor_seconds(mlir_opt, "--mlir-disable-threading", "--mlir-timing",
                                   "--mlir-timing-display=list", path, "-o", "/dev/null")
    shares = {name: float(share) / 100 for share, name in
              re.findall(r"\(\s*([\d.]+)%\)\s+(\w+)", run.stderr)}
    print(f"{pathlib.Path(mlir_opt).name} {path}: parser {spent * shares.get('Parser', 0):.3f} s, "
          f"printer {spent * shares.get('Output', 0):.3f} s")


def main():
    bench, tunip = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    files = {"functions.mlir": functions(15000), "blocks.mlir": blocks(100000),
             "left.mlir": functions(1430)}
    middle = files["left.mlir"].index("arith.addf", len(files["left.mlir"]) // 2)
    files["right.mlir"] = (files["left.mlir"][:middle] + "arith.subf" +
                           files["left.mlir"][middle + len("arith.subf"):])
    for name, text in files.items():
        pathlib.Path(name).write_text(text, encoding="utf-8")
    subprocess.run([bench, "functions.mlir", "blocks.mlir"], check=True)
    spent, _ = processor_seconds(tunip, "diff", "left.mlir", "right.mlir")
    lines = files["left.mlir"].count("\n")
    print(f"diff of two texts of {lines:,} lines with one change: {spent:.2f} s")
    names = ["mlir-opt", *(f"mlir-opt-{version}" for version in range(30, 15, -1))]
    mlir_opt = next((path for path in map(shutil.which, names) if path), None)
    if mlir_opt:
        compare_with(mlir_opt, "functions.mlir")
    else:
        print("skipped: mlir-opt (no mlir-opt, from Debian's mlir-16-tools)")


main()
