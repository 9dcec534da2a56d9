"""For tests that compare IR."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Iterator

from . import Node, _live, diff, equal

if TYPE_CHECKING:
    from ._live import Live

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
# pytest shows eight lines without -vv. The removed lines must leave room for the added ones.
MOST_REMOVED = 2


def assert_structural_equal(lhs: Node | Live, rhs: Node | Live,
                            map_free_vars: bool = False) -> None:
    """Raises AssertionError with all differences unless both nodes are equal. They may be live
    objects of TVM."""
    __tracebackhide__ = True    # pytest shows the line of the test
    lhs, rhs = _live.nodes(Node, (lhs, rhs))
    if not equal(lhs, rhs, map_free_vars=map_free_vars):
        raise AssertionError("\n".join(brief(lhs, rhs, map_free_vars=map_free_vars)))


def explain(lhs: Node | Live, rhs: Node | Live, map_free_vars: bool = False,
            color: bool = False) -> str:
    """The differences as text."""
    lhs, rhs = _live.nodes(Node, (lhs, rhs))
    return _text(lhs, rhs, map_free_vars, color)


def _text(lhs: Node, rhs: Node, map_free_vars: bool, color: bool, **options: Any) -> str:
    shown = diff(lhs, rhs).text(color=color, **options) if not map_free_vars else ""
    return shown or diff(lhs, rhs, map_free_vars=map_free_vars).text(color=color, **options)


# ---- short texts ----

def _kind(line: str) -> str:
    """The first character of a line of a diff: blank, -, +, ? or @; "" for a heading."""
    plain = ESCAPE.sub("", line)
    return "" if plain.startswith(("--- ", "+++ ", "@@")) else plain[:1]


def _is_space(line: str) -> bool:
    return _kind(line) == " "


def brief(lhs: Node | Live, rhs: Node | Live, color: bool = False, short: bool = False,
          map_free_vars: bool = False) -> list[str]:
    """The changed lines, with the line before each change, and no headings. The summary comes
    first. With `short`, an added line is among the first lines."""
    lhs, rhs = _live.nodes(Node, (lhs, rhs))
    lines = _text(lhs, rhs, map_free_vars, color, context=1).rstrip("\n").split("\n")
    body = [line for line in lines if _kind(line) in (" ", "-", "+", "?")]
    summary = [line for line in lines if _kind(line) not in ("", " ", "-", "+", "?")]
    changed = [line for i, line in enumerate(body)
               if not _is_space(line) or (i + 1 < len(body) and not _is_space(body[i + 1]))]
    if short:
        changed = list(_few_removed(changed))
    return ["; ".join(summary), *changed]


def _few_removed(lines: list[str]) -> Iterator[str]:
    """The lines, of which the first removed ones are cut short."""
    first = next((i for i, line in enumerate(lines) if _kind(line) == "+"), 0)
    removed = [i for i, line in enumerate(lines[:first]) if _kind(line) == "-"]
    cut = set(removed[MOST_REMOVED:])
    for i, line in enumerate(lines):
        if removed[MOST_REMOVED:MOST_REMOVED + 1] == [i]:
            yield f"- ... and {len(cut)} more lines"
        if i not in cut and not (cut and i < first and _kind(line) in " ?" and i > min(cut)):
            yield line
