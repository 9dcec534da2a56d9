"""The options of a print, with the names of TVM's `PrinterConfig`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, TypedDict

from ._errors import explained

if TYPE_CHECKING:
    from . import Node


class PrinterConfig(TypedDict, total=False):
    """The keywords of `Node.script()` and of the other functions that print. None is the default of
    each. A path is an access path, such as `Node.path` and `Printed.path_at()` give."""

    # TVM's
    name: str | None
    show_meta: bool | None
    ir_prefix: str | None
    tir_prefix: str | None
    relax_prefix: str | None
    module_alias: str | None
    buffer_dtype: str | None
    int_dtype: str | None
    float_dtype: str | None
    verbose_expr: bool | None
    indent_spaces: int | None
    print_line_numbers: bool | None
    num_context_lines: int | None
    syntax_sugar: bool | None
    show_object_address: bool | None
    show_all_struct_info: bool | None
    path_to_underline: Sequence[str] | None
    path_to_annotate: Mapping[str, str] | None
    obj_to_underline: Sequence[Node] | None
    obj_to_annotate: Mapping[Node, str] | None
    # those of v0.26
    extra_config: Mapping[str, Any] | None
    show_all_ty: bool | None
    render_invisible_path_info: bool | None
    # tunip's
    backend: str | None
    threads: int | None
    spans: bool | None
    line_width: int | None
    max_depth: int | None
    max_bytes: int | None
    find_losses: bool | None
    lossless: bool | None
    share: bool | None
    metadata_file: str | None


OPTIONS = frozenset(PrinterConfig.__annotations__)


SHORT_KEY = re.compile(r'(\.functions\[)("(?:[^"\\]|\\.)*")\]')


def long_path(path: str) -> str:
    """An access path in which functions are keys as TVM writes them:
    `.functions["main"]` is `.functions[I.GlobalVar("main")]`."""
    return SHORT_KEY.sub(r"\1I.GlobalVar(\2)]", path)


def _paths(root: Node, wanted: Sequence[Node], option: str) -> list[tuple[str, int]]:
    """Each access path of each wanted node, and the index of the node."""
    for one in wanted:
        if not hasattr(one, "same_as"):
            raise TypeError(f"{option}: expected nodes, got {one!r}")
    found = [(path, i) for path, node in root.walk(paths=True)
             for i, one in enumerate(wanted) if node.same_as(one)] if wanted else []
    missing = set(range(len(wanted))) - {i for _, i in found}
    if missing:
        raise ValueError(f"{option}: {root!r} does not contain {wanted[min(missing)]!r}")
    return found


def with_paths(root: Node, config: Mapping[str, Any]) -> dict[str, Any]:
    """The options with access paths in place of nodes."""
    config = dict(config)
    underline = config.pop("obj_to_underline", None)
    annotate = config.pop("obj_to_annotate", None)
    if isinstance(underline, Mapping) or (underline is not None and hasattr(underline, "type_key")):
        raise TypeError("obj_to_underline: expected a list of nodes")
    if annotate is not None and not isinstance(annotate, Mapping):
        raise TypeError("obj_to_annotate: expected a dict of nodes and texts")
    if underline:
        config["path_to_underline"] = [
            *(config.get("path_to_underline") or ()),
            *(path for path, _ in _paths(root, list(underline), "obj_to_underline"))]
    if annotate:
        texts = list(annotate.values())
        config["path_to_annotate"] = {
            **(config.get("path_to_annotate") or {}),
            **{path: texts[i] for path, i in _paths(root, list(annotate), "obj_to_annotate")}}
    return config


def print_with(function: Callable[..., Any], cls: Any, node: Node,
               config: Mapping[str, Any]) -> Any:
    """Calls a function of the extension that prints."""
    if config.get("obj_to_underline") is not None or config.get("obj_to_annotate") is not None:
        config = with_paths(node, config)
    with explained(OPTIONS):
        return function(cls, node, config)
