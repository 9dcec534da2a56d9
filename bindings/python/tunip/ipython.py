"""The IPython extension: `%load_ext tunip` shows nodes and TVM's live objects in colours, and
differences side by side. Notebooks need no extension for nodes and differences, which have
`_repr_html_`; they need it for live objects."""

from __future__ import annotations

import os
import sys

from . import Diff, Error, Node, Printed, _html, _live

# The classes of TVM that have the `__repr__` of live objects.
LIVE = (("tvm_ffi.core", "Object"), ("tvm.ir.base", "Node"))


def _has_colour():
    """Whether the environment and the shell want colours."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return not os.environ.get("NO_COLOR") and getattr(shell, "colors", "") != "NoColor"


def _node(node, printer, cycle):
    _printed(node.printed(), printer, cycle)


def _printed(printed, printer, cycle):
    printer.text(printed.highlight() if _has_colour() else printed.text)


def _diff(diff, printer, cycle):
    text = diff.side_by_side(color=_has_colour()).rstrip("\n")
    printer.text(text if diff else "no differences")


def _highlight(live):
    """A live object in colours; None if it is not IR, so that TVM shows it."""
    if not hasattr(live, "script"):
        return None
    try:
        node, = _live.nodes(Node, [live])
        return node.printed().highlight() if _has_colour() else node.script()
    except (Error, TypeError):
        return None


def _live_text(live, printer, cycle):
    printer.text(_highlight(live) or repr(live))


def _live_html(live):
    text = _highlight(live)
    return text and _html.from_ansi(text)


SHOWN = {Node: _node, Printed: _printed, Diff: _diff}


def load(shell):
    """Registers the formatters."""
    formatters = shell.display_formatter.formatters
    for cls, show in SHOWN.items():
        formatters["text/plain"].for_type(cls, show)
    for name in LIVE:
        formatters["text/plain"].for_type_by_name(*name, _live_text)
        formatters["text/html"].for_type_by_name(*name, _live_html)


def unload(shell):
    """Removes the formatters."""
    formatters = shell.display_formatter.formatters
    for cls in SHOWN:
        formatters["text/plain"].pop(cls, None)
    for name in LIVE:
        formatters["text/plain"].pop(".".join(name), None)
        formatters["text/html"].pop(".".join(name), None)
