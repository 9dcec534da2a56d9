"""pytest: the failure of `assert a == b` for two nodes, or two live objects of TVM, shows all
differences. With --tunip-tvm, TVM prints through tunip, and so its own assert_structural_equal
shows all differences, too."""

from __future__ import annotations

import pytest

from . import Node, _live
from .testing import explain


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


def pytest_assertrepr_compare(config, op, left, right):
    """The lines of the explanation, or None for other values. The summary comes first, because
    pytest shows all lines only with -vv. Different live objects may be equal in structure."""
    if op != "==" or not _is_shown(left) or not _is_shown(right):
        return None
    colour = getattr(config.get_terminal_writer(), "hasmarkup", False)
    shown = explain(left, right, color=colour) or "equal in structure, but not the same object"
    *lines, summary = shown.rstrip("\n").split("\n")
    return [f"{_name(left)} == {_name(right)}: {summary}", *lines]
