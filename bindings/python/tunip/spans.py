"""Spans: the places in the user's program from which nodes come (docs/spans.md).

A pass that replaces one expression by several gives them its span; one that replaces several by one
collects their spans; a frontend gives the span of a layer to the nodes of this layer.
"""

from __future__ import annotations

from typing import Iterable

from . import Node, _tunip, ir
from ._history import Site

__all__ = ["SpanBuilder", "set_span", "sites", "span", "span_list"]


def span(source: str, line: int = 0, column: int = 0, end_line: int | None = None,
         end_column: int = 0) -> Node:
    """A span: a range of a file, or with the name alone a file or a layer. Numbers are from 1; 0 is
    unknown."""
    return ir.Span(ir.SourceName(source), line, column, line if end_line is None else end_line,
                   end_column)


class SpanBuilder:
    """A span to give to the expressions of a pass, as SIBuilder of TVM's span RFC. With a span of
    None it does nothing."""

    def __init__(self, span: Node | None) -> None:
        self.span = span

    @classmethod
    def collect(cls, entry: Node, inputs: Iterable[Node] = ()) -> SpanBuilder:
        """A builder with the spans of `entry` and of the expressions below it, down to and
        including the inputs, as an ir.SequentialSpan; None if there are no spans."""
        return cls(_tunip.collect_span(Node, entry, list(inputs)))

    def fill(self, entry: Node, inputs: Iterable[Node] = ()) -> Node:
        """A copy of `entry` in which it and each expression below it that has no span have this
        one. It stops at the inputs. The result shares all other nodes with `entry`."""
        return _tunip.fill_span(Node, entry, self.span, list(inputs))


def set_span(node: Node, span: Node | None) -> Node:
    """A copy of what a frontend made from a layer, in which the expressions without a span have
    this one. It stops at expressions that have one, because they belong to an earlier layer."""
    return _tunip.set_span(Node, node, span)


def span_list(spans: Iterable[Node | None]) -> Node | None:
    """An ir.SequentialSpan. None is left out, and a list counts as its elements; None if nothing
    is left."""
    return _tunip.span_list(Node, list(spans))


def sites(node: Node) -> list[Site]:
    """The places that the span of a node names, or that a span names."""
    return [Site(*one) for one in _tunip.sites(node)]
