"""Live objects of TVM as nodes."""

from __future__ import annotations

import sys
from typing import Any, Iterable, Protocol

from . import _tunip


class Live(Protocol):
    """An object of TVM: a module, a function or an expression."""

    def __chandle__(self) -> int: ...


def is_live(value: object) -> bool:
    """Whether a value is an object of TVM. Does not import TVM."""
    core = sys.modules.get("tvm_ffi.core")
    return core is not None and isinstance(
        value, (core.Object, getattr(core, "CContainerBase", core.Object)))


def handle(value: Any) -> int:
    """The address of a live object."""
    if is_live(value):
        return value.__chandle__()
    message = f"expected a node or a live object of TVM, got {type(value).__name__}"
    raise TypeError(message if "tvm_ffi.core" in sys.modules else message + "; TVM is not imported")


def nodes(cls: type, values: Iterable[Any], borrow: bool = False) -> list[Any]:
    """Converts live objects to nodes, and returns nodes unchanged. All live objects become one
    graph, in which shared objects are shared nodes. With `borrow`, the graph refers to the elements
    of tensors instead of copying them. Use this only for graphs that are not returned to
    callers."""
    values = list(values)
    live = tuple(one for one in values if not isinstance(one, cls))
    if not live:
        return values
    made = iter(_tunip.live(cls, tuple(map(handle, live)), live if borrow else None))
    return [one if isinstance(one, cls) else next(made) for one in values]
