"""The types of the IR as classes: `tunip.tir.For(...)` makes a node,
`isinstance(node, tunip.tir.For)` asks for its type, and `case tunip.tir.For(loop_var=i):` matches
it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Callable

from . import _tunip
from ._errors import meant, unknown_type

# The versions of TVM with types of their own; 0: the first one that has the type.
VINTAGES = (0, 26)
# The type that follows from a dtype: of a variable.
PRIM_TYPES = {"tir.Var": "ir.PrimType", "tir.SizeVar": "ir.PrimType", "ir.Var": "ir.PrimType"}


class NodeType(type):
    """The class of the classes of nodes, which have no instances of their own."""

    _key: str
    _vintage: int
    _fields: list[tuple[str, str, bool]]

    if not TYPE_CHECKING:   # checkers read the constructors in the stubs
        def __call__(cls, *values: Any, **fields: Any) -> Any:
            names = [row[0] for row in cls._fields]
            if len(values) > len(names):
                raise TypeError(f"{cls._key} has {len(names)} fields, got {len(values)} values")
            for name in names[:len(values)]:
                if name in fields:
                    raise TypeError(f"{cls._key} got two values for the field {name!r}")
            return _tunip.make(_node_class(), cls._key, cls._vintage,
                               cls._completed(dict(zip(names, values)) | fields))

    def _completed(cls, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields that TVM's constructors compute in Python: the type of a variable follows
        from its dtype, and the tables of a module from its functions."""
        if cls._key == "ir.IRModule":
            return _module_fields(fields)
        if cls._key in PRIM_TYPES and "dtype" in fields and "type_annotation" not in fields:
            made = type_of(PRIM_TYPES[cls._key])(fields["dtype"])
            return {**fields, "type_annotation": made}
        return fields

    def __instancecheck__(cls, node: Any) -> bool:
        return isinstance(node, _tunip.Node) and node.is_a(cls._key)

    def __subclasscheck__(cls, other: type) -> bool:
        return other is cls

    def __repr__(cls) -> str:
        return f"<type {cls._key}>"


def _module_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Functions may have names or global variables as keys."""
    variable = type_of("ir.GlobalVar")
    functions = {variable(key) if isinstance(key, str) else key: function
                 for key, function in fields.get("functions", {}).items()}
    return {"global_var_map_": {key.name_hint: key for key in functions},
            "source_map": type_of("ir.SourceMap")({}), "global_infos": {},
            "attrs": type_of("ir.DictAttrs")({}), **fields, "functions": functions}


def _node_class() -> Any:
    from . import Node  # pylint: disable=import-outside-toplevel,cyclic-import

    return Node


def _documentation(key: str, rows: list[tuple[str, str, bool]]) -> str:
    lines = [f"    {name}: {kind}{', may be left out' if optional else ''}"
             for name, kind, optional in rows]
    return "\n".join([f"A node of the type {key}. Its fields:", "", *lines])


@functools.cache
def type_of(key: str) -> NodeType:
    """The class of a type."""
    for vintage in VINTAGES:
        rows = _tunip.type_fields(key, vintage)
        if rows is not None:
            members = {"_key": key, "_vintage": vintage, "_fields": rows, "__slots__": (),
                       "__match_args__": tuple(row[0] for row in rows),
                       "__doc__": _documentation(key, rows)}
            return NodeType(key.rsplit(".", 1)[-1], (), members)
    return unknown_type(key)


def namespace(dialect: str) -> tuple[Callable[[str], NodeType], Callable[[], list[str]]]:
    """The functions __getattr__ and __dir__ of a module with the types of a dialect."""
    def names() -> dict[str, str]:
        keys = [key for key in _tunip.type_keys() if key.startswith(f"{dialect}.")]
        return {key.rsplit(".", 1)[-1]: key for key in reversed(keys)}

    def find(name: str) -> NodeType:
        known = names()
        if name not in known:
            raise AttributeError(f"{dialect} has no type {name!r}{meant(name, known)}")
        return type_of(known[name])

    return find, lambda: sorted(names())
