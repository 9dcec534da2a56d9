"""Own pipelines of mlir-opt, in each version that is installed."""

import itertools
import shutil
import subprocess

VERSIONS = (16, 19, 22)
PASSES = (
    "func.func(canonicalize,cse,loop-invariant-code-motion),inline,func.func(sccp,canonicalize),"
    "symbol-dce,convert-func-to-llvm",
    "func.func(affine-loop-fusion,affine-scalrep,affine-loop-unroll{unroll-factor=2},cse,"
    "lower-affine,canonicalize),convert-scf-to-cf,func.func(canonicalize,cse)",
    "func.func(cse,convert-linalg-to-loops,convert-vector-to-scf,canonicalize),convert-scf-to-cf,"
    "func.func(cse,canonicalize),convert-arith-to-llvm,convert-func-to-llvm,"
    "reconcile-unrealized-casts")


def pipelines(shared):
    """The name and the command of each pipeline; none without mlir-opt."""
    inputs = sorted((shared / "data/mlir/own").glob("*.mlir"))
    for version in VERSIONS:
        program = shutil.which(f"mlir-opt-{version}")
        if not program or not inputs:
            print(f"skipped: pipelines of mlir-opt {version} (no mlir-opt-{version}, or no inputs)")
            continue
        for number, (passes, path) in enumerate(itertools.product(PASSES, inputs)):
            yield f"{path.stem}-{number}-{version}", [
                program, path, f"--pass-pipeline=builtin.module({passes})", "-o", "/dev/null",
                "--mlir-print-ir-after-all", "--mlir-disable-threading"]


def write_log(log, command, *options):
    """False if the pipeline has no steps, or fails."""
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    log.write_text(done.stderr)
    return not done.returncode and "IR Dump" in done.stderr
