"""The types of the tensor IR of TVM v0.23.

`tunip.tir.NAME(...)` makes a node. The stub of this module lists the fields of each type."""

from ._types import namespace

__getattr__, __dir__ = namespace("tir")
