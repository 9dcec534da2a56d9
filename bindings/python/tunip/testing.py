"""For tests that compare IR."""

from __future__ import annotations

from . import Node, diff, equal


def assert_structural_equal(lhs: Node, rhs: Node, map_free_vars: bool = False) -> None:
    """Raises AssertionError with all differences unless both nodes are equal."""
    if not equal(lhs, rhs, map_free_vars=map_free_vars):
        raise AssertionError(explain(lhs, rhs, map_free_vars))


def explain(lhs: Node, rhs: Node, map_free_vars: bool = False, color: bool = False) -> str:
    """The differences as text."""
    shown = diff(lhs, rhs).text(color=color) if not map_free_vars else ""
    return shown or diff(lhs, rhs, map_free_vars=map_free_vars).text(color=color)
