#!/usr/bin/env python3
"""Checks the limits of `tunip collage` on wide graphs: concatenations of many branches.

usage: wide.py TUNIP

The choices of the branches multiply. The search must keep to the limit of candidates and to 200 MB,
also with --explain, and say that it was limited. Where all operators may become one function, it
must find this function.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

OPERATORS = ["nn.relu", "tanh", "sigmoid", "exp"]
NAMED = ["cuda", "tensorrt", "cutlass", "cudnn", "cublas", "dnnl"]
USUAL, MOST_MEMORY = 10000, 200 << 10


def tensor(*shape):
    return f"Tensor[({', '.join(map(str, shape))}), float32]"


class Model:
    def __init__(self):
        self.params, self.lines = [], []

    def param(self, *shape):
        kind = tensor(*shape)
        self.params.append(f"%p{len(self.params)}: {kind} /* ty={kind} */")
        return f"%p{len(self.params) - 1}"

    def put(self, expression, kind):
        self.lines.append(f"  %{len(self.lines)} = {expression} /* ty={kind} */;")
        return f"%{len(self.lines) - 1}"

    def concatenate(self, branches, channels):
        kinds = ", ".join([tensor(1, channels, 8, 8)] * len(branches))
        fields = self.put(f"({', '.join(branches)})", f"({kinds})")
        return self.put(f"concatenate({fields}, axis=1)",
                        tensor(1, channels * len(branches), 8, 8))

    def text(self, result, channels):
        kind = tensor(1, channels, 8, 8)
        lines = "\n".join(self.lines)
        return ('#[version = "0.0.5"]\n'
                f"def @main({', '.join(self.params)}) -> {kind} {{\n{lines}\n  {result}\n}}\n")


def element_wise(branches, length):
    model = Model()
    begin = model.param(1, 4, 8, 8)
    ends = []
    for i in range(branches):
        end = begin
        for k in range(length):
            end = model.put(f"{OPERATORS[(i + k) % 4]}({end})", tensor(1, 4, 8, 8))
        ends.append(end)
    return model.text(model.concatenate(ends, 4), 4 * branches)


def convolutions(branches, blocks):
    model = Model()
    x, channels = model.param(1, 4, 8, 8), 4
    for _ in range(blocks):
        ends = []
        for _ in range(branches):
            end = model.put(
                f"nn.conv2d({x}, {model.param(4, channels, 1, 1)}, padding=[0, 0, 0, 0], "
                "channels=4, kernel_size=[1, 1])", tensor(1, 4, 8, 8))
            end = model.put(f"nn.bias_add({end}, {model.param(4)})", tensor(1, 4, 8, 8))
            ends.append(model.put(f"nn.relu({end})", tensor(1, 4, 8, 8)))
        channels = 4 * branches
        x = model.concatenate(ends, 4)
        x = model.put(f"nn.relu({x})", tensor(1, channels, 8, 8))
    return model.text(x, channels)


def check(tunip, work, name, text, targets, *options, most=USUAL):
    """Yields what is wrong, and returns the report."""
    (work / "model.relay").write_text(text)
    (work / "targets.json").write_text(json.dumps({"targets": targets}))
    words = [tunip, "collage", work / "model.relay", "--targets", work / "targets.json", "--format",
             "json", "-o", work / "out.json", *options]
    with open(work / "notes", "wb") as notes, subprocess.Popen(words, stderr=notes) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    notes = (work / "notes").read_text()
    if run.returncode or usage.ru_maxrss > MOST_MEMORY:
        yield f"{name}: exit {run.returncode}, {usage.ru_maxrss} KiB: {notes}"
        return {}
    report = json.loads((work / "out.json").read_text())
    count, nodes = len(report["candidates"]), text.count("\n")
    if count > len(targets) * (most + nodes):
        yield f"{name}: {count} candidates"
    if report["optimal"] == ("may not be optimal" in notes):
        yield f"{name}: optimal: {report['optimal']}, but the notes are: {notes}"
    return report


def check_all(tunip, work):
    is_thorough = bool(os.environ.get("TUNIP_TEST_ALL"))
    for branches in range(12, 17) if is_thorough else (12, 16):
        for length in (1, 2, 3) if is_thorough else (2,):
            name = f"{branches} branches of {length}"
            text = element_wise(branches, length)
            report = yield from check(tunip, work, name, text, ["cuda", "tensorrt"], "--explain")
            if report and len(report["chosen"]) != 1:
                yield f"{name}: {len(report['chosen'])} functions"
    for blocks in (1, 6) if is_thorough else (2,):
        name = f"{blocks} blocks of 14 branches"
        yield from check(tunip, work, name, convolutions(14, blocks), NAMED, "--explain")
        report = yield from check(tunip, work, name, convolutions(14, blocks), NAMED,
                                  "--max-candidates", "2000", "--beam", "50", "--explain")
        if report and report["optimal"]:
            yield f"{name}: optimal with a beam"
    if is_thorough:
        yield from check(tunip, work, "a long search", convolutions(14, 1), NAMED[:2],
                         "--max-candidates", "16000", most=16000)
        if "the search was long" not in (work / "notes").read_text():
            yield "a long search: no note"


def main():
    with tempfile.TemporaryDirectory() as scratch:
        wrong = list(check_all(sys.argv[1], pathlib.Path(scratch)))
    for problem in wrong:
        print(f"--- {problem}")
    print(f"collage.wide: {len(wrong)} problems")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
