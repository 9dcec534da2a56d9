"""A few words about a node, for repr()."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import Error

if TYPE_CHECKING:
    from . import Node

MOST_CHARACTERS = 60
MOST_BYTES = 1 << 16    # of a text that is worth printing for one line


def _head(text: str) -> str:
    """The line that heads a block, or the last line, which follows declarations."""
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line and not line.startswith(("#", "@"))] or [""]
    line = next((line for line in lines if line.endswith(":")), lines[-1])
    return line.removeprefix("for ").removeprefix("def ").removesuffix(":")


def _named(node: Node, fields: list[str]) -> str:
    """The name of a node whose text is too long or that cannot be printed."""
    for field in ("name", "name_hint", "loop_var", "var", "buffer_var"):
        value = getattr(node, field) if field in fields else None
        name = getattr(value, "name", value)
        if isinstance(name, str):
            return name
    return ""


def brief(node: Node) -> str:
    """The line that heads the text, shortened; for a module, the names of its functions."""
    fields = node.field_names()
    if "functions" in fields:
        return _cut(", ".join(one.name_hint for one in node.functions))
    if node.type_key in ("ffi.Array", "ffi.Map"):
        return f"of {len(node)}"
    if node.type_key == "ir.GlobalVar":
        return _cut(node.name_hint)
    try:
        shown = _head(node.script(max_bytes=MOST_BYTES))
    except (Error, RecursionError):
        shown = _named(node, fields)
    return _cut(shown)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS - 3] + "..."
