"""pytest: the failure of `assert a == b` for two nodes, or two live objects of TVM, shows all
differences. With --tunip-tvm, TVM prints through tunip, and so its own assert_structural_equal
shows all differences, too."""

from __future__ import annotations

import pytest

from . import Node, _live, testing


def pytest_addoption(parser):
    """The option --tunip-tvm."""
    parser.getgroup("tunip").addoption(
        "--tunip-tvm", action="store_true",
        help="let TVM print and compare through tunip (tunip.tvm.install())")


def pytest_configure(config):
    """Makes TVM print through tunip if the option is given."""
    if config.getoption("--tunip-tvm"):
        from . import tvm  # pylint: disable=import-outside-toplevel

        try:
            tvm.install()
        except ImportError as error:
            raise pytest.UsageError(f"--tunip-tvm: {error}") from error


def pytest_unconfigure(config):
    """Undoes it."""
    if config.getoption("--tunip-tvm"):
        from . import tvm  # pylint: disable=import-outside-toplevel

        tvm.uninstall()


def _is_shown(value):
    return isinstance(value, Node) or _live.is_live(value)


def _name(value):
    return repr(value) if isinstance(value, Node) else f"<{type(value).__name__}>"


def _pairs(left, right):
    """The pairs of items that differ, with the place of each, in lists and dicts of nodes; None
    for other values."""
    if isinstance(left, dict) and isinstance(right, dict):
        keys = [key for key in left if key in right]
        places = [(f"[{key!r}]", left[key], right[key]) for key in keys]
    elif isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        places = [(f"[{i}]", *pair) for i, pair in enumerate(zip(left, right))]
    else:
        return None
    places = [(place, *pair) for place, *pair in places if all(map(_is_shown, pair))]
    return [(place, one, other) for place, one, other in places if one != other] or None


def pytest_assertrepr_compare(config, op, left, right):
    """The lines of the explanation, or None for other values. Without -vv pytest shows eight lines;
    so the changed lines come first. Different live objects may be equal in structure."""
    if op != "==":
        return None
    pairs = [("", left, right)] if _is_shown(left) and _is_shown(right) else _pairs(left, right)
    if not pairs:
        return None
    colour = getattr(config.get_terminal_writer(), "hasmarkup", False)
    lines = []
    for place, one, other in pairs:
        summary, *changed = testing.brief(one, other, colour, config.getoption("verbose") < 2)
        summary = summary or "equal in structure, but not the same object"
        lines += [f"{place}{': ' if place else ''}{_name(one)} == {_name(other)}: {summary}",
                  *changed]
    if isinstance(left, (list, tuple, dict)) and len(left) != len(right):
        lines.append(f"{len(left)} items == {len(right)} items")
    return lines
