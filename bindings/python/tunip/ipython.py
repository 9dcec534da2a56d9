"""The IPython extension: `%load_ext tunip` shows nodes in colours, and differences side by side.
Notebooks need no extension, because nodes and differences have `_repr_html_`."""

from __future__ import annotations

from . import Diff, Node, Printed


def _node(node, printer, cycle):
    printer.text(node.printed().highlight())


def _printed(printed, printer, cycle):
    printer.text(printed.highlight())


def _diff(diff, printer, cycle):
    printer.text(diff.side_by_side(color=True).rstrip("\n") if diff else "no differences")


SHOWN = {Node: _node, Printed: _printed, Diff: _diff}


def load(shell):
    """Registers the formatters."""
    plain = shell.display_formatter.formatters["text/plain"]
    for cls, show in SHOWN.items():
        plain.for_type(cls, show)


def unload(shell):
    """Removes the formatters."""
    plain = shell.display_formatter.formatters["text/plain"]
    for cls in SHOWN:
        plain.pop(cls, None)
