"""The exception of the package. The C part of the package raises it."""

from __future__ import annotations

import contextlib
import difflib
import re
from typing import Any, Iterable, Iterator, NamedTuple, NoReturn


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
                 problems: Iterable[tuple[Any, ...]] = ()) -> None:
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


# ---- names and indices that are not known ----

def check_index(index: int, count: int, whole: str, parts: str) -> None:
    """Raises IndexError unless the index is in range, from either end."""
    if not -count <= index < count:
        raise IndexError(f"index {index} is out of range: the {whole} has {count} {parts}")


def meant(name: object, names: Iterable[str]) -> str:
    """": did you mean ...?" for a name that resembles one of the names; otherwise ""."""
    names = list(names)
    short = [one.rsplit(".", 1)[-1] for one in names]
    close = difflib.get_close_matches(str(name), names, 1) or \
        [names[short.index(one)] for one in difflib.get_close_matches(str(name), short, 1)]
    return f"; did you mean {close[0]!r}?" if close else ""


def unknown_type(key: str) -> NoReturn:
    """Raises the error of a type that nobody knows."""
    from . import _tunip  # pylint: disable=import-outside-toplevel,cyclic-import

    raise Error(f"no type is called {key!r}{meant(key, _tunip.type_keys())}", "not found")


def unknown_field(key: str, name: str) -> NoReturn:
    """Raises the error of a field that a type does not have."""
    from . import _tunip  # pylint: disable=import-outside-toplevel,cyclic-import

    fields = [row[0] for vintage in (0, 26) for row in _tunip.type_fields(key, vintage) or ()]
    raise TypeError(f"{key} has no field {name!r}{meant(name, fields)}")


@contextlib.contextmanager
def saying_how(beginning: str, advice: str) -> Iterator[None]:
    """Adds advice to the error whose message begins so."""
    try:
        yield
    except Error as error:
        if not error.message.startswith(beginning):
            raise
        problems = [one._replace(message=f"{one.message}, {advice}") for one in error.problems]
        raise Error(f"{error.message}, {advice}", error.code, error.source, error.path,
                    problems) from None


NO_SETTING = re.compile(r"no dialect has a setting called (\S+)$")


class explained:
    """A context that adds the option that was meant to the error of an unknown option."""

    def __init__(self, options: Iterable[str]) -> None:
        self._options = options

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        found = isinstance(error, Error) and NO_SETTING.match(error.message)
        close = found and meant(found[1], self._options)
        if close:
            raise Error(f"no option is called {found[1]!r}{close}", error.code) from None
