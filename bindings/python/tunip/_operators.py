"""The operators of Python on expressions: `i + 1` is a tir.Add, `A[i]` a tir.BufferLoad."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from ._types import type_of

if TYPE_CHECKING:
    from . import Node


COMPARISONS = ("LT", "LE", "GT", "GE")


def dtype_of(node: Any) -> str:
    """The dtype of an expression of the tensor IR; TypeError for other values."""
    names = node.field_names() if hasattr(node, "field_names") else ()
    kind = node if "dtype" in names else getattr(node, "ty", None) if "ty" in names else None
    if kind is None or "dtype" not in kind.field_names() or node.type_key == "tir.Buffer":
        raise TypeError(f"{node!r} is not an expression of the tensor IR")
    return str(kind.dtype)


def is_newer(node: Any) -> bool:
    """Whether an expression is one of TVM v0.26, whose expressions have a type, and no dtype."""
    return "dtype" not in node.field_names()


def number(value: Any, dtype: str, newer: bool = False) -> Any:
    """A number of Python as an immediate of a dtype; any other value as it is. The dtype says
    whether the immediate is an integer or a float."""
    if not isinstance(value, (bool, int, float)):
        return value
    is_integer = dtype.startswith(("int", "uint", "bool"))
    if is_integer and isinstance(value, float):
        raise TypeError(f"{value!r} is not an integer, and the other operand is {dtype}")
    kind: Any = type_of("ir.IntImm" if is_integer else "ir.FloatImm")
    made = kind(value=int(value) if is_integer else float(value), dtype=dtype)
    return made.convert(26) if newer else made


def _binary(name: str, lhs: Any, rhs: Any) -> Any:
    one = lhs if hasattr(lhs, "field_names") else rhs
    newer, dtype = is_newer(one), dtype_of(one)
    kind: Any = type_of(f"{'tirx' if newer else 'tir'}.{name}")
    pair = number(lhs, dtype, newer), number(rhs, dtype, newer)
    if not newer:
        return kind(*pair)
    if dtype_of(pair[0]) != dtype_of(pair[1]):
        raise TypeError(f"tirx.{name}: `a` is {dtype_of(pair[0])} and `b` is {dtype_of(pair[1])}")
    prim: Any = type_of("ir.PrimType")
    return kind(*pair, ty=prim("bool") if name in COMPARISONS else one.ty)


def _operands(self: Any, other: Any) -> bool:
    """Whether an operator applies; otherwise Python asks the other operand."""
    if not (isinstance(other, (int, float)) or hasattr(other, "field_names")):
        return False
    dtype_of(self)
    return True


def _forward(name: str) -> Any:
    def method(self: Any, other: Any) -> Any:
        return _binary(name, self, other) if _operands(self, other) else NotImplemented

    method.__doc__ = f"A node tir.{name}."
    return method


def _backward(name: str) -> Any:
    def method(self: Any, other: Any) -> Any:
        return _binary(name, other, self) if _operands(self, other) else NotImplemented

    method.__doc__ = f"A node tir.{name}."
    return method


class Operators:
    """The operators of expressions. `==` is not among them: it compares structure."""

    __slots__ = ()
    if TYPE_CHECKING:
        def __add__(self, other: Any) -> Node: ...
        def __radd__(self, other: Any) -> Node: ...
        def __sub__(self, other: Any) -> Node: ...
        def __rsub__(self, other: Any) -> Node: ...
        def __mul__(self, other: Any) -> Node: ...
        def __rmul__(self, other: Any) -> Node: ...
        def __truediv__(self, other: Any) -> Node: ...
        def __rtruediv__(self, other: Any) -> Node: ...
        def __floordiv__(self, other: Any) -> Node: ...
        def __rfloordiv__(self, other: Any) -> Node: ...
        def __mod__(self, other: Any) -> Node: ...
        def __rmod__(self, other: Any) -> Node: ...
        def __lt__(self, other: Any) -> Node: ...
        def __le__(self, other: Any) -> Node: ...
        def __gt__(self, other: Any) -> Node: ...
        def __ge__(self, other: Any) -> Node: ...
    else:
        __add__, __radd__ = _forward("Add"), _backward("Add")
        __sub__, __rsub__ = _forward("Sub"), _backward("Sub")
        __mul__, __rmul__ = _forward("Mul"), _backward("Mul")
        __truediv__, __rtruediv__ = _forward("Div"), _backward("Div")
        __floordiv__, __rfloordiv__ = _forward("FloorDiv"), _backward("FloorDiv")
        __mod__, __rmod__ = _forward("FloorMod"), _backward("FloorMod")
        __lt__, __le__ = _forward("LT"), _forward("LE")
        __gt__, __ge__ = _forward("GT"), _forward("GE")


def load(buffer: Any, indices: Any) -> Any:
    """The node for `buffer[indices]`. A slice among the indices makes a region."""
    given = indices if isinstance(indices, tuple) else (indices,)
    if len(given) != len(buffer.shape):
        raise IndexError(f"{buffer.name} has {len(buffer.shape)} dimensions, got {len(given)} "
                         "indices")
    if any(isinstance(one, slice) for one in given):
        return region(buffer, given)
    kind: Any = type_of("tir.BufferLoad")
    return kind(buffer, list(given))


def region(buffer: Any, given: tuple[Any, ...]) -> Any:
    """The node for `buffer[0:4, i]`."""
    part: Any = type_of("ir.Range")
    ranges = []
    for one, size in zip(given, buffer.shape):
        if not isinstance(one, slice):
            ranges.append(part(one, number(1, _dtype_at(one))))
            continue
        if one.step is not None:
            raise IndexError("a region has no steps")
        begin = 0 if one.start is None else one.start
        end = size if one.stop is None else one.stop
        whole = isinstance(begin, int) and begin == 0
        extent = end if whole else _difference(end, begin)
        ranges.append(part(number(begin, _dtype_at(end)), extent))
    kind: Any = type_of("tir.BufferRegion")
    return kind(buffer, ranges)


def _dtype_at(index: Any) -> str:
    return "int32" if isinstance(index, int) else dtype_of(index)


def _difference(end: Any, begin: Any) -> Any:
    """`end - begin`, which is a number if both are, or if it is the `n` of `begin + n`."""
    values = [one.value if hasattr(one, "type_key") and one.type_key == "ir.IntImm" else one
              for one in (end, begin)]
    if all(isinstance(one, int) for one in values):
        return values[0] - values[1]
    if hasattr(end, "type_key") and end.type_key == "tir.Add" and end.a == begin:
        return end.b
    return _binary("Sub", end, begin)


@functools.cache
def is_buffer_key(key: str) -> bool:
    """Whether `node[...]` of a type is a load."""
    return key == "tir.Buffer"
