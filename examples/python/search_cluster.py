"""The search of search_folder.py with dask or ray, whichever is installed: nodes can be pickled, so
the workers send them back.

    python search_cluster.py FOLDER [LIMIT]
"""

import importlib
import pathlib
import sys
from typing import Any

from search_folder import long_loops


def search(files: list[pathlib.Path], most: int) -> list[Any]:
    try:
        dask: Any = importlib.import_module("dask.bag")
    except ImportError:
        ray: Any = importlib.import_module("ray")
        remote = ray.remote(long_loops)
        return list(ray.get([remote.remote(file, most) for file in files]))
    bag = dask.from_sequence(files, npartitions=8)
    return list(bag.map(long_loops, most).compute(scheduler="processes"))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "golden")
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    names = sorted(folder.glob("*.json"))
    for name, loops in zip(names, search(names, limit)):
        for where, extent in loops:
            print(f"{name.name}: {where}: {extent.value}")
