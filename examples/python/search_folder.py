"""Searches a folder of modules in parallel: the loops with an extent above a limit.

    python search_folder.py FOLDER [LIMIT]
"""

import concurrent.futures
import pathlib
import sys

import tunip


def long_loops(path: pathlib.Path, limit: int) -> list[tuple[str, tunip.Node]]:
    """The path of each loop in its file, and the loop; nodes can be pickled."""
    try:
        module = tunip.read(path)
    except tunip.Error:
        return []
    return [(place, loop.extent) for place, loop in module.walk("tir.For", paths=True)
            if isinstance(loop.extent, tunip.ir.IntImm) and loop.extent.value > limit]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "golden")
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    files = sorted(folder.glob("*.json"))
    with concurrent.futures.ProcessPoolExecutor() as pool:
        results = pool.map(long_loops, files, [most] * len(files), chunksize=64)
        for file, loops in zip(files, results):
            for where, extent in loops:
                print(f"{file.name}: {where}: {extent.value}")
