"""pytest: the failure of `assert a == b` for two nodes shows all differences."""

from __future__ import annotations

from . import Node
from .testing import explain


def pytest_assertrepr_compare(config, op, left, right):
    """The lines of the explanation, or None for other values. pytest shows all of them with -vv;
    so the summary comes first."""
    if op != "==" or not isinstance(left, Node) or not isinstance(right, Node):
        return None
    colour = getattr(config.get_terminal_writer(), "hasmarkup", False)
    *lines, summary = explain(left, right, color=colour).rstrip("\n").split("\n")
    return [f"{left!r} == {right!r}: {summary}", *lines]
