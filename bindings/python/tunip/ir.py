"""The types that all dialects share: modules, constants, types.

`tunip.ir.NAME(...)` makes a node. The stub of this module lists the fields of each type."""

from ._types import namespace

__getattr__, __dir__ = namespace("ir")
