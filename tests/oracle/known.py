"""known.py -- reads known.tsv: the cases that TVM cannot decide."""

import pathlib

TABLE = pathlib.Path(__file__).resolve().with_suffix(".tsv")


def read_known():
    """The pairs (check, case) of the table."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {(check, case) for check, case, why in rows if why}
