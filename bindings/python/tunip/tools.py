"""The programs of the command as functions: outlines, artifacts of compilers, the choice of
backends, the explorer. They start the command that the wheel contains, and return what it finds as
values.

    for entry in tunip.tools.outline(module):
        print(entry.line, entry.kind, entry.name)
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import tempfile
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Sequence, Union

from . import Error, History, Node, read
from .__main__ import program

__all__ = ["Artifact", "Candidate", "Collage", "Content", "Entry", "Part", "Symbol",
           "add_inspector", "collage", "explorer", "inspect", "inspectors", "outline", "show",
           "show_part"]

File = Union[str, "os.PathLike[str]"]
# A module as a node or in a file, and facts as values or in a file of JSON.
Module = Union[Node, File]
Facts = Union[Mapping[str, Any], Sequence[Any], File]


def _bytes(*words: File, given: bytes | None = None, statuses: Sequence[int] = (0,)) -> bytes:
    """What the command writes."""
    done = subprocess.run([program(), *[os.fspath(word) for word in words]], input=given,
                          capture_output=True, check=False)
    if done.returncode not in statuses or (done.returncode and not done.stdout):
        raise Error(done.stderr.decode("utf-8", "replace").strip().removeprefix("tunip: "))
    return done.stdout


def _source(module: Module) -> tuple[File, bytes | None]:
    """The argument for a module, and what the command reads from its standard input."""
    if isinstance(module, Node):
        return "-", module.save().encode()
    if not isinstance(module, (str, os.PathLike)):
        raise TypeError(f"expected a node or a file name, got {module!r}")
    return module, None


# ---- outlines ----

class Entry(NamedTuple):
    """A function, loop, block, binding or operation, with its line in the file; for a node and for
    JSON in the text that it prints as. `line` is None for a loop that shares the line of another
    one, such as the second one of `T.grid()`. `results` and `symbol` are those of operations of
    MLIR."""

    kind: str
    name: str
    line: int | None
    depth: int
    results: list[str]
    symbol: str | None


def outline(module: Module) -> list[Entry]:
    """The entries of a module, as `tunip outline`."""
    name, given = _source(module)
    found = json.loads(_bytes("outline", "--format", "json", name, given=given))
    return [Entry(one["kind"], one["name"], one["line"], one["depth"], one.get("results", []),
                  one.get("symbol")) for one in found["operations"]]


# ---- artifacts ----

class Symbol(NamedTuple):
    """An exported symbol: `kind` is function, data or blob."""

    name: str
    kind: str
    size: int


class Content(NamedTuple):
    """A part of a file: `role` is container, module, part or view. `loader` and `codegen_id` are
    those of the artifact that it is a part of."""

    path: str
    role: str
    kind: str | None
    note: str | None
    size: int | None
    sha256: str | None
    contents: list[Content]
    loader: str | None
    codegen_id: str | None


class Artifact(NamedTuple):
    """A file that a compiler wrote. `tvm` is the version of its modules, and `tree` the root module
    as docs/inspect.md describes it; both may be None. `problems` says what cannot be read."""

    name: str
    kind: str
    size: int
    sha256: str
    tvm: str | None
    tree: dict[str, Any] | None
    symbols: list[Symbol]
    contents: list[Content]
    problems: list[str]

    def walk(self) -> Iterable[Content]:
        """All contents, outer ones first."""
        todo = [*reversed(self.contents)]
        while todo:
            one = todo.pop()
            yield one
            todo.extend(reversed(one.contents))


def _contents(rows: Iterable[Mapping[str, Any]]) -> list[Content]:
    return [Content(one["path"], one["role"], one.get("kind"), one.get("note"), one.get("size"),
                    one.get("sha256"), _contents(one.get("contents") or []), one.get("loader"),
                    one.get("codegen_id")) for one in rows]


def inspect(path: File, *, tools: bool = True) -> Artifact:
    """What a file of a compiler contains, as `tunip inspect`. Without `tools` no other program
    runs, such as llvm-dis."""
    words = ["inspect", "--format", "json", *([] if tools else ["--no-tools"])]
    one = json.loads(_bytes(*words, path, statuses=(0, 2)))
    symbols = [Symbol(row["name"], row["kind"], row["size"]) for row in one.get("symbols") or []]
    return Artifact(one["name"], one["kind"], one["size"], one["sha256"], one.get("tvm"),
                    one.get("tree"), symbols, _contents(one.get("contents") or []),
                    one.get("problems") or [])


def show_part(path: File, name: str, *, inspector: str | None = None) -> bytes:
    """The bytes of a part: `name` is its path, or the end of this path. With `inspector`, the text
    that the inspector of this name shows for the part, such as "hex", "object code" or
    "object code/sections", which is one of its outputs. Inspectors of `add_inspector()` come
    first."""
    if inspector is None:
        return _bytes("inspect", "--raw", "--show", name, path)
    own, _, output = inspector.partition("/")
    for row in reversed(_inspectors):
        if row.name == own:
            outputs = row.outputs(_part(path, name))
            if output not in outputs:
                known = ", ".join(filter(None, outputs))
                raise Error(f"no output is called `{inspector}`; there are: {known}")
            return outputs[output].encode()
    return _bytes("inspect", "--inspector", inspector, "--show", name, path)


def show(path: File, name: str) -> bytes:
    """A part as the most specific inspector shows it, as `tunip inspect --show NAME`: of those of
    `add_inspector()`, or else of tunip."""
    if _inspectors:
        part = _part(path, name)
        fitting = [row for row in reversed(_inspectors) if row.specificity(part)]
        for row in sorted(fitting, key=lambda row: -row.specificity(part)):
            outputs = row.outputs(part)
            if "" in outputs:
                return outputs[""].encode()
    return _bytes("inspect", "--show", name, path)


class Part(NamedTuple):
    """What an inspector shows: a part with the loader and the code generator of its artifact, which
    are empty for a file that is none."""

    path: str
    loader: str
    codegen_id: str
    content: bytes


class _Inspector(NamedTuple):
    name: str
    show: Callable[[Part], str | Mapping[str, str]]
    loader: str | None
    codegen: str | None
    magic: bytes
    extension: str | None

    def specificity(self, part: Part) -> int:
        """As in tunip_inspect.h; 0 if the inspector is not for this part."""
        fits = (self.loader in (None, part.loader) and self.codegen in (None, part.codegen_id)
                and part.content.startswith(self.magic)
                and part.path.endswith(self.extension or ""))
        return fits * (1 + 16 * (self.loader is not None) + 8 * (self.codegen is not None)
                       + 4 * bool(self.magic) + 2 * (self.extension is not None))

    def outputs(self, part: Part) -> dict[str, str]:
        shown = self.show(part)
        return {"": shown} if isinstance(shown, str) else dict(shown)


_inspectors: list[_Inspector] = []


def _part(path: File, name: str) -> Part:
    found = [one for one in inspect(path, tools=False).walk()
             if one.path == name or one.path.endswith("/" + name)]
    exact = [one for one in found if one.path == name] or found
    about = exact[0] if exact else None
    return Part(about.path if about else name, (about.loader if about else None) or "",
                (about.codegen_id if about else None) or "", show_part(path, name))


def add_inspector(name: str, show: Callable[[Part], str | Mapping[str, str]], *,
                  loader: str | None = None, codegen: str | None = None, magic: bytes = b"",
                  extension: str | None = None) -> None:
    """Registers a function that shows parts, for `show()` and `show_part()`. It returns a text, or
    several outputs with their names; the one called "" is what `show()` returns. Without it, and
    for what no inspector is for, the next one is asked. An inspector may be for a loader, a code
    generator, first bytes, an extension of a file. The last one of a name counts."""
    _inspectors.append(_Inspector(name, show, loader, codegen, magic, extension))


def inspectors() -> list[str]:
    """The names that `show_part(inspector=...)` takes: of inspectors, and of their outputs."""
    listed = _bytes("inspect", "--inspectors").decode().splitlines()
    return [*(line.split("  ")[0] for line in listed), *(row.name for row in _inspectors)]


# ---- the choice of backends ----

class Candidate(NamedTuple):
    """A part of the module that a target may compute: its operators, its type, the numbers of its
    expressions, and its cost in seconds, None if it is unknown."""

    label: str
    signature: str
    expressions: str
    target: str
    cost: float | None


class Collage(NamedTuple):
    """The cheapest choice: `module` is partitioned. `optimal` is false if a limit of the search
    was reached. `report` is what --format json writes: with `losers`, it has "explanation",
    "joined", "invalid" and "compared"."""

    module: Node
    candidates: list[Candidate]
    chosen: list[Candidate]
    cost: float
    optimal: bool
    report: dict[str, Any]


def _candidate(text: str) -> Candidate:
    label, signature, expressions, target, cost = text.rsplit(" | ", 4)
    seconds = re.fullmatch(r"([-+.\deE]+)us", cost)
    return Candidate(label, signature, expressions, target,
                     float(seconds[1]) / 1e6 if seconds else None)


def collage(module: Module, *, rules: Facts | None = None, costs: Facts | None = None,
            targets: Facts | None = None, only: Iterable[str] = (), without: Iterable[str] = (),
            losers: int = 0, options: Iterable[str] = ()) -> Collage:
    """Chooses backends for the parts of a Relay module, as `tunip collage` (docs/collage.md). The
    facts are values or files of JSON. With `losers`, the report explains the choice, with so many
    candidates that lost to each chosen one. `options` are further options: ["--beam", "8"]."""
    name, given = _source(module)
    words = ["collage", *options]
    for option, values in (("--only", only), ("--without", without)):
        words += [word for value in values for word in (option, value)]
    with tempfile.TemporaryDirectory(prefix="tunip-") as folder:
        for key, facts in (("rules", rules), ("costs", costs), ("targets", targets)):
            if facts is None:
                continue
            path = os.fspath(facts) if isinstance(facts, (str, os.PathLike)) else \
                os.path.join(folder, f"{key}.json")
            if not isinstance(facts, (str, os.PathLike)):
                pathlib.Path(path).write_text(json.dumps(facts), encoding="utf-8")
            words += [f"--{key}", path]
        reasons = ["--explain", "--losers", str(losers)] if losers else []
        found = json.loads(_bytes(*words, *reasons, "--format", "json", name, given=given))
        made = read(_bytes(*words, "--format", "module", name, given=given))
    priced = found.get("candidates_with_costs") or found["candidates"]
    return Collage(made, [*map(_candidate, priced)], [*map(_candidate, found["chosen"])],
                   found["estimated_cost"], found["optimal"], found)


# ---- pages ----

def explorer(steps: History | File | Iterable[File], *, title: str | None = None) -> str:
    """A page in HTML that shows a module after each pass, as `tunip explorer`: of a history, or of
    files, folders and logs."""
    words = ["explorer", *(["--title", title] if title is not None else [])]
    if isinstance(steps, (str, os.PathLike)):
        return _bytes(*words, steps).decode()
    if not isinstance(steps, History):
        return _bytes(*words, *steps).decode()
    with tempfile.TemporaryDirectory(prefix="tunip-") as folder:
        files = []
        for step in steps:
            if step.module is None:
                continue
            name = re.sub(r"[^\w.-]", "_", step.name)[:100]
            files.append(os.path.join(folder, f"{step.index:04}_{name}.json"))
            pathlib.Path(files[-1]).write_text(step.module.save(), encoding="utf-8")
        return _bytes(*words, *([] if title is not None else ["--title", "history"]),
                      folder).decode()
