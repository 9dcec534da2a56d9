"""Times live objects of TVM in one process: tunip imports and prints, TVM's .script() prints; both
compare a module with a copy of it.

usage: live.py FILE.json...

Run it with a Python that has TVM, and the package tunip. Each number is the least of several runs,
in which both sides take turns; a function that takes seconds runs once.
"""

import pathlib
import sys
import time

import tvm

import tunip
import tunip.tvm

RUNS = 5
PATIENCE = 2


def least(*functions):
    """The least time of each, and the results."""
    best, results = [float("inf")] * len(functions), [None] * len(functions)
    for _ in range(RUNS):
        for i, function in enumerate(functions):
            if PATIENCE < best[i] < float("inf"):
                continue
            begin = time.perf_counter()
            results[i] = function()
            best[i] = min(best[i], time.perf_counter() - begin)
    return best, results


def show(what, best, results):
    ratio = best[0] / best[1]
    same = "same" if results[0] == results[1] else "DIFFERENT"
    print(f"  {what:34} TVM {best[0] * 1e3:9.1f} ms   tunip {best[1] * 1e3:8.1f} ms"
          f"   {ratio:6.1f} times   {same}")


def main():
    for name in sys.argv[1:]:
        text = pathlib.Path(name).read_text(encoding="utf-8")
        module, copy = tvm.ir.load_json(text), tvm.ir.load_json(text)
        print(f"{pathlib.Path(name).stem}, {len(module.functions)} functions")
        best, results = least(module.script, lambda: tunip.tvm.script(module),
                              lambda: tunip.tvm.script(module, threads=2))
        show("import and print", best[:2], results[:2])
        show("import and print, 2 threads", best[::2], results[::2])
        for mapped in (False, True):
            show(f"structural equality{' (map_free_vars)' * mapped}",
                 *least(lambda: tvm.ir.structural_equal(module, copy, mapped),
                        lambda: tunip.equal(module, copy, map_free_vars=mapped)))
        (import_time,), _ = least(lambda: tunip.tvm.nodes(module))
        print(f"  {'import alone':34} {import_time * 1e3:38.1f} ms")


main()
