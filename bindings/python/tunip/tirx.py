"""The types of the tensor IR of TVM v0.26.

`tunip.tirx.NAME(...)` makes a node. The stub of this module lists the fields of each type."""

from ._types import namespace

__getattr__, __dir__ = namespace("tirx")
