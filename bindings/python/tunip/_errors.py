"""The exception of the package. The C part of the package raises it."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """An error or a warning of a read. `line` and `column` are 1-based, the column in characters;
    they are 0 if the problem has no place. `begin` and `end` are bytes of the source."""

    severity: str
    message: str
    line: int
    column: int
    begin: int
    end: int
    excerpt: str


class Error(ValueError):
    """A failed call. `str()` has the message; for a read, the place and an excerpt of each error.

    Attributes:
        message: the first error.
        code: the kind of error, such as "invalid syntax".
        source: the name of the source, or None.
        path: the access path of the affected node, or "".
        problems: all errors and warnings of a read.
    """

    def __init__(self, message: str, code: str = "", source: str | None = None, path: str = "",
                 problems: list[tuple] = ()) -> None:
        super().__init__(message, code, source, path, problems)
        self.message = message
        self.code = code
        self.source = source
        self.path = path
        self.problems = [Problem(*problem) for problem in problems]

    @property
    def _first(self) -> Problem | None:
        return next((one for one in self.problems if one.severity == "error"), None)

    @property
    def line(self) -> int | None:
        """The line of the first error, from 1; None without a place."""
        return self._first.line or None if self._first else None

    @property
    def column(self) -> int | None:
        """The column of the first error, in characters from 1; None without a place."""
        return self._first.column or None if self._first else None

    @property
    def excerpt(self) -> str:
        """The marked lines of the first error, or ""."""
        return self._first.excerpt if self._first else ""

    def __str__(self) -> str:
        if not self.problems:
            return self.message if not self.source else f"{self.source}: {self.message}"
        return "\n".join(_describe(self.source, one) for one in self.problems)


def _describe(source: str | None, one: Problem) -> str:
    place = f"{source}:{one.line}:{one.column}: " if one.line else f"{source}: "
    kind = "" if one.severity == "error" else f"{one.severity}: "
    return f"{place}{kind}{one.message}\n{one.excerpt}".rstrip("\n")


class ReadWarning(UserWarning):
    """A warning of a read that succeeded."""
