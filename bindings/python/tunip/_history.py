"""Modules after each step of a compiler, and their lines. Imported by tunip, which documents it."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, overload

from . import _html, _live, _tunip
from ._errors import check_index

if TYPE_CHECKING:
    from . import Diff, Node

# The options of a read for modules of a log, whose metadata is often not in it.
PLACEHOLDERS = (None, False, False, True, False, {})


# ---- two modules ----

class Link(NamedTuple):
    """A line of the left side and a line of the right side that correspond, both from 1.

    `kind` says what became of the left line: "same", "renamed", "changed", "moved", "split" (into
    several lines), "merged" (into a line that has another predecessor) or "made from" (the right
    line is new, and the left one is gone). `reason` is "same span", "paired by the edit script",
    "same content", "same definition and uses", "stands in place of it" or "converted from it" (an
    operation of another dialect of MLIR). If `sure` is false, the link is only probable. `changed`
    says whether the meaning changed, even if the line also moved. `row` is how a diff shows the two
    lines: "apart" if they do not stand beside each other, "same", "renamed" or "changed".
    """

    lhs: int
    rhs: int
    kind: str
    reason: str
    sure: bool
    changed: bool
    row: str


class Row(NamedTuple):
    """A row of the side-by-side form: a line of each side from 1, or of one side and None.
    `origin` is the left line where an element began that moved to this line. `changed` says whether
    the meaning differs or only one side has the line, `renamed` whether only names of variables
    differ."""

    lhs: int | None
    rhs: int | None
    origin: int | None
    changed: bool
    renamed: bool


class Counts(NamedTuple):
    """How many lines differ. A line that moved counts as removed and added. Lines in which only
    names of variables changed are `renamed`, and not `changed`."""

    added: int
    removed: int
    changed: int
    renamed: int


class Lines(NamedTuple):
    """The lines of both sides of a Diff: the texts, the rows of both, the links and the counts."""

    lhs: str
    rhs: str
    rows: list[Row]
    links: list[Link]
    counts: Counts


def lines_of(found: tuple) -> Lines:
    """Lines, from what the extension returns."""
    lhs, rhs, rows, links, counts = found
    return Lines(lhs, rhs, [Row(*one) for one in rows], [Link(*one) for one in links],
                 Counts(*counts))


# ---- many modules ----

class Primitive(NamedTuple):
    """The call of a primitive of a schedule. `arguments` has pairs of a name, or None, and a value;
    values and `results` are texts, as the trace has them. `text` is the whole call."""

    name: str
    arguments: list[tuple[str | None, str]]
    results: list[str]
    text: str


class Step(NamedTuple):
    """A module after a pass. `before` is the step with which it is compared, usually the previous
    one; None for the first step. `is_part`: the step had only a part of the module, and a later
    step goes on with the other functions. `changed`: the module differs from that of `before`.
    `primitive` made the step, if a trace says so.

    For a step of a log: `symbol` is that of the operation on which the pass ran, with those of
    operations around it, "kernels::@add", or "" for the whole module. `uncertain`: several
    operations have the symbol, and which one it is is a guess. `failed`: the pass failed. `output`
    is what the compiler wrote while the pass ran. `unseen`: the log does not show the result, and
    `module` is the one before it."""

    index: int
    name: str
    module: Node | None
    before: int | None
    is_part: bool
    changed: bool
    primitive: Primitive | None
    symbol: str = ""
    failed: bool = False
    output: str = ""
    unseen: bool = False
    uncertain: bool = False


class StepLink(NamedTuple):
    """A link of a line with a line of an earlier step. The other members are those of Link."""

    from_step: int
    from_line: int
    to_step: int
    to_line: int
    kind: str
    reason: str
    sure: bool
    changed: bool
    row: str


class Followed(NamedTuple):
    """A line that belongs to the history of another line. The link with the line before it has
    this `kind` and `reason`; all four members about that line are None if there is none, because
    the step inserted the line or is the first one. `changed`: the step changed the meaning of the
    line. `sure`: all links between this line and the one that was asked for are certain."""

    step: int
    line: int
    from_step: int | None
    from_line: int | None
    kind: str | None
    reason: str | None
    changed: bool
    sure: bool


class Site(NamedTuple):
    """A place in the user's program, with numbers from 1. `line` 0 means all of the source, as for
    the name of a layer; other zeros are unknown. The end is exclusive."""

    source: str
    line: int
    column: int
    end_line: int
    end_column: int


class Origin(NamedTuple):
    """The beginning of a line: a place in the user's program or, without spans, a line of step 0.
    The other one is None. `sure`: all links between the line and its origin are certain."""

    line: int | None
    site: Site | None
    sure: bool


class History(_tunip.History):
    """A module after each step of a compiler: a sequence of `Step`.

        history = tunip.History()
        history.add("start", module)
        history.add("FuseOps", fused)           # after each pass
        lineage = history.lineage()
        print(history[lineage.blame()[11]].name)    # the pass that last changed line 12

    `tunip.History([("start", module), ("FuseOps", fused)])` does the same. Steps share their equal
    parts, so memory grows only with the changes."""

    __slots__ = ()

    def __new__(cls, steps: Any = ()) -> History:
        from . import Node  # pylint: disable=import-outside-toplevel

        self = _tunip.history(cls, Node)
        for name, module in steps:
            self.add(name, module)
        return self

    def add(self, name: str, module: Any) -> None:
        """Adds a step: a copy of a module, which may be a live object of TVM. Raises ValueError
        while a lineage of the history exists."""
        from . import Node  # pylint: disable=import-outside-toplevel

        node, = _live.nodes(Node, (module,), borrow=True)
        self._add(name, node)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> History:
        """The history of the dumps of a compiler: a log, such as that of `mlir-opt
        --mlir-print-ir-after-all`, or a folder. The steps are those of `tunip history`, which the
        wheel contains. A pass on a function changes that function in the last module.

            for step in tunip.History.read("pipeline.log"):
                print(step.name, step.symbol, step.changed)

        Raises RuntimeError with the messages of the command if there are no steps."""
        from . import Node, read, run  # pylint: disable=import-outside-toplevel

        self, logs = cls(), {}
        for step in json.loads(run("history", "--format", "json", path))["steps"]:
            file, number = re.fullmatch(r"(?s)(.*?)(?:#(\d+))?", step["file"]).groups()
            if number and file not in logs:
                logs = {file: _tunip.open_log(file)}
            module = (self[-1].module if step.get("unseen") else
                      _tunip.read_logged(Node, logs[file], int(number), PLACEHOLDERS)[0] if number
                      else read(file))
            if step.get("placed"):
                self._add_part(step["name"], module, step.get("symbol", ""))
            else:
                self._add(step["name"], module)
            self._describe(step.get("symbol", ""), step.get("failed", False),
                           step.get("output", ""), step.get("unseen", False),
                           step.get("uncertain", False))
        return self

    def set_trace(self, trace: str, first: int = 0, end: int | None = None) -> None:
        """Says which primitives of a schedule made the steps [first, end). `trace` is the text of
        TVM's `Schedule.trace`. Step `first` is the module before the schedule. Each later step was
        made by the next instruction that transforms the module: all but get_*, sample_* and
        enter_postproc. If there are as many later steps as instructions, each made one. Raises
        Error if the trace does not fit."""
        places = range(len(self))[first:end]
        self._set_trace(str(trace), places.start, places.stop)

    def lineage(self, **config: Any) -> Lineage:
        """The lines of all steps and their links. The keywords are those of `Node.script()`."""
        return _tunip.lineage(Lineage, self, config)

    def diff(self, step: int) -> Diff:
        """The differences that a step made."""
        from . import diff  # pylint: disable=import-outside-toplevel

        at = self[step]
        if at.before is None:
            raise IndexError("nothing comes before the first step")
        return diff(self[at.before].module, at.module)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...

    def __getitem__(self, index):
        if isinstance(index, int):
            check_index(index, len(self), "history", "steps")
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[i] for i in places]
        name, module, before, is_part, changed, primitive, *notes = self._step(places)
        return Step(places, name, module, before, is_part, changed,
                    Primitive(*primitive) if primitive else None, *notes)

    def __iter__(self) -> Iterator[Step]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<tunip.History, {len(self)} steps>"

    def _repr_html_(self) -> str:
        """The steps; those that changed the module open to show what."""
        return "".join(
            _html.folded(step.name, _html.from_ansi(self.diff(step.index).side_by_side(
                160, color=True))) if step.changed and step.before is not None
            else _html.folded(step.name, "") for step in self)


class Lineage(_tunip.Lineage):
    """The text of each step of a history and the links between their lines, made by
    `History.lineage()`. Lines count from 1. Every method takes the index of a step; the default is
    the last step."""

    __slots__ = ()

    def _at(self, step: int) -> int:
        return range(len(self.history))[step]

    def _line(self, line: int, step: int) -> tuple[int, int]:
        step = self._at(step)
        count = self._summary(step)[0]
        if not 1 <= line <= count:
            raise IndexError(f"step {step} has {count} lines")
        return step, line

    def text(self, step: int = -1) -> str:
        """The text of the step."""
        return self._text(self._at(step))

    def counts(self, step: int = -1) -> Counts:
        """The lines that the step changed, compared with `Step.before`."""
        return Counts(*self._summary(self._at(step))[1])

    def functions(self, step: int = -1) -> list[str]:
        """The functions that the step changed: "changed main", "added relu"."""
        return self._summary(self._at(step))[2].splitlines()

    def blame(self, step: int = -1) -> list[int]:
        """For each line the step that inserted it, moved it or last changed its meaning. 0 if no
        later step did."""
        return self._blame(self._at(step))

    def links(self, line: int, step: int = -1) -> list[StepLink]:
        """The links of a line with lines of earlier steps."""
        return [StepLink(*one) for one in self._links(*self._line(line, step))]

    def sites(self, line: int, step: int = -1) -> list[Site]:
        """The places in the user's program from which a line comes, by the spans of its nodes."""
        return [Site(*one) for one in self._sites(*self._line(line, step))]

    def trace(self, line: int, step: int = -1) -> list[Followed]:
        """All lines of all steps from which a line was made, the line itself, and all lines that
        were made of it, in the order of the steps."""
        return [Followed(*one) for one in self._trace(*self._line(line, step))]

    def trace_site(self, source: str, line: int = 0) -> list[Followed]:
        """All lines of all steps that come from a line of the user's program. `source` is its name,
        as `sites()` has it. Without `line`, all of the source counts, such as a layer. `from_line`
        is None for lines to which no other line of the result leads."""
        return [Followed(*one) for one in self._trace_site(source, line)]

    def origins(self, line: int, step: int = -1) -> list[Origin]:
        """The origins of a line: the places that its spans name; if it has no spans, the origins of
        the lines from which it was made. None for a line that a step inserted."""
        found = self._origins(*self._line(line, step))
        return [Origin(at, Site(*site) if site else None, sure) for at, site, sure in found]

    def __repr__(self) -> str:
        return f"<tunip.Lineage, {len(self.history)} steps>"
