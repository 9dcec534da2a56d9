"""The diagnostics of a program: findings at nodes, access paths or ranges of a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from . import _live, _tunip

if TYPE_CHECKING:
    from . import Node

# A node, the text of an access path, or (begin, end): characters of a printed text, or bytes of a
# source. If a live object of TVM is rendered, a live object that it contains.
Place = Union["Node", str, tuple[int, int]]


@dataclass
class Diagnostic:
    """One finding. The methods return the finding, so calls can be chained."""

    severity: str
    message: str
    code: str | None = None
    labels: list[tuple[Place, str | None, bool]] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)

    def at(self, place: Place, text: str | None = None) -> Diagnostic:
        """Marks the place of the problem."""
        self.labels.append((place, text, False))
        return self

    def also(self, place: Place, text: str | None = None) -> Diagnostic:
        """Marks a place that explains the problem."""
        self.labels.append((place, text, True))
        return self

    def note(self, text: str) -> Diagnostic:
        """Adds a note below the excerpt."""
        self.notes.append(("note", text))
        return self

    def help(self, text: str) -> Diagnostic:
        """Adds a hint below the excerpt."""
        self.notes.append(("help", text))
        return self


class Diagnostics(list):
    """A list of Diagnostic.

        found = tunip.Diagnostics()
        found.error("load past the end", code="bounds").at(load, "reads element 16").help("...")
        print(found.render(function.printed()))
    """

    def add(self, severity: str, message: str, code: str | None = None) -> Diagnostic:
        """Adds a diagnostic of severity error, warning, note or help."""
        self.append(Diagnostic(severity, message, code))
        return self[-1]

    def error(self, message: str, code: str | None = None) -> Diagnostic:
        """Adds an error."""
        return self.add("error", message, code)

    def warning(self, message: str, code: str | None = None) -> Diagnostic:
        """Adds a warning."""
        return self.add("warning", message, code)

    def render(self, target: Any, *, color: bool = False, context: int = 1,
               name: str | None = None) -> str:
        """The diagnostics with excerpts of a printed text. For a node that was read with
        origins=True the excerpts are those of the file itself. A live object of TVM is printed, and
        labels may name live objects in it."""
        labels = [d.labels for d in self]
        if _live.is_live(target):
            target, labels = _print_live(target, labels)
        items = [(d.severity, d.code, d.message, one, d.notes) for d, one in zip(self, labels)]
        return _tunip.render(target, items, color, context, name)


def _print_live(target: Any, labels: list[list[tuple]]) -> tuple[Any, list[list[tuple]]]:
    """A live object printed, and the labels with nodes of it in place of live objects."""
    from . import Node  # pylint: disable=import-outside-toplevel

    places = [place for one in labels for place, *_ in one if _live.is_live(place)]
    root, *made = _live.nodes(Node, [target, *places])
    found = iter(made)
    return root.printed(), [[(next(found) if _live.is_live(place) else place, *rest)
                             for place, *rest in one] for one in labels]
