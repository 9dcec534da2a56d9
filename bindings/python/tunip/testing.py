"""For tests that compare IR."""

from __future__ import annotations

from typing import Any

from . import Node, _live, diff, equal


def assert_structural_equal(lhs: Any, rhs: Any, map_free_vars: bool = False) -> None:
    """Raises AssertionError with all differences unless both nodes are equal. They may be live
    objects of TVM."""
    lhs, rhs = _live.nodes(Node, (lhs, rhs))
    if not equal(lhs, rhs, map_free_vars=map_free_vars):
        raise AssertionError(explain(lhs, rhs, map_free_vars))


def explain(lhs: Any, rhs: Any, map_free_vars: bool = False, color: bool = False) -> str:
    """The differences as text."""
    lhs, rhs = _live.nodes(Node, (lhs, rhs))
    shown = diff(lhs, rhs).text(color=color) if not map_free_vars else ""
    return shown or diff(lhs, rhs, map_free_vars=map_free_vars).text(color=color)
