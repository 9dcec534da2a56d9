"""The types of the arithmetic analyses.

`tunip.arith.NAME(...)` makes a node. The stub of this module lists the fields of each type."""

from ._types import namespace

__getattr__, __dir__ = namespace("arith")
