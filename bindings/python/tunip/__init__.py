"""Compiler IR as text: print, read, compare and diff TVM's IR without TVM.

    import tunip

    module = tunip.read("module.json")        # JSON, a script, or a log with one module
    print(module)                             # the text of TVM's .script(), byte for byte
    other = tunip.parse(source)
    for edit in tunip.diff(module, other):
        print(edit.kind, edit.lhs_path)
    print(tunip.diff(module, other).text(color=True))

Nodes cannot be changed, so any number of threads may use them. Long calls release the GIL. Ctrl-C
ends a call when the library next allocates memory.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
import warnings
from typing import (TYPE_CHECKING, Any, Callable, Collection, Iterator, Mapping, NamedTuple, Union,
                    overload)

from . import _refusal

with _refusal.explained():
    from . import _tunip

from . import _html, _live  # pylint: disable=wrong-import-position
from ._diagnostics import Diagnostic, Diagnostics
from ._errors import Error, Problem, ReadWarning, check_index, explained, saying_how
from ._functions import Functions
from ._history import (Counts, Followed, History, Lineage, Lines, Link, Origin, Primitive, Row,
                       Site, Step, StepLink, lines_of)

from ._operators import Operators, is_buffer_key, load
from ._options import OPTIONS, PrinterConfig, long_path, print_with
from ._short import brief
from ._types import type_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._live import Live

    Source = Union[str, bytes, bytearray, memoryview, os.PathLike[str], Live]

    from . import arith, builder, debugger, ir, relax, spans, testing, tir, tirx, tools, tvm

# The modules that __getattr__() imports.
PART_OF_LOG = re.compile(r"#\w+$")
LATER = ("arith", "builder", "debugger", "ir", "relax", "spans", "testing", "tir", "tirx", "tools",
         "tvm")
__version__ = _tunip.version
__all__ = [
    "Counts", "Diagnostic", "Diagnostics", "Diff", "Edit", "Error", "Finding", "Flaw", "Followed",
    "History", "Issue", "Lineage", "Lines", "Link", "Node", "Origin", "Primitive", "Printed",
    "PrinterConfig", "Problem", "ReadWarning", "Row", "Site", "Span", "Step", "StepLink", "check",
    "check_text", "diff", "equal", "format", "infer", "load_plugin", "make", "parse", "plugins",
    "read", "read_all", "rewrite", "run", "structural_hash", "substitute",
]


# ---- nodes ----

class Node(Operators, _tunip.Node):
    """A module, a function or any other node of the IR. `tunip.read()` returns the root.

    Fields are attributes: `loop.body`. A list becomes a tuple, a map a dict, and strings and
    numbers become those of Python. A node keeps its whole graph alive. `a == b` is structural
    equality, and equal nodes have the same hash; `a.same_as(b)` compares identity. A module is a
    mapping of names to functions: `module["main"]`, `"main" in module`, `len(module)`. Operators
    make expressions: `i + 1`, `i < n`, and with a buffer `A[i]`; a slice, `A[i, 0:4]`, makes a
    region.
    """

    __slots__ = ()
    __match_args__ = ("type_key",)

    # ---- texts ----

    def script(self, **config: Unpack[PrinterConfig]) -> str:
        """The text. The keywords are those of TVM's `PrinterConfig`; `tunip.PrinterConfig` lists
        them, with those of tunip. Settings of plugins have their own names; `tunip dialects
        --settings` lists them."""
        return print_with(_tunip.script, None, self, config)

    def printed(self, **config: Unpack[PrinterConfig]) -> Printed:
        """The text with its report and source map. Takes the keywords of script(). With
        find_losses=True the text is read back, and the report shows whether the IR is the same.
        With lossless=True every text reads back as equal IR with the same names, and with
        share=True as the same objects, too (docs/lossless.md); Error if that is not possible.
        With metadata_file="NAME" the text names a file for its large constants, and
        Printed.metadata is the content of this file."""
        return print_with(_tunip.print, Printed, self, config)

    def show(self, color: bool | None = None, **config: Unpack[PrinterConfig]) -> None:
        """Writes the text to standard output, in colours if it is a terminal and the environment
        variable NO_COLOR is empty."""
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") if color is None else color
        print(self.printed(**config).highlight() if colour else self.script(**config))

    def save(self, format: str = "tvm-json") -> str:
        """The IR as the JSON that `tvm.ir.load_json` reads, or in another format: a text, which
        the caller writes to a file."""
        try:
            return _tunip.save(self, format)
        except Error as error:
            if not error.message.startswith("no format is called"):
                raise
            raise Error(f"{error.message}: save() takes a format such as 'tvm-json' and returns "
                        f"the text; write it with Path({format!r}).write_text(node.save())",
                        error.code) from None

    def __str__(self) -> str:
        return self.script()

    def __repr__(self) -> str:
        shown = brief(self)
        return f"<{self.type_key} {shown}>" if shown else f"<{self.type_key}>"

    def _repr_html_(self) -> str:
        return _html.from_ansi(self.printed().highlight())

    # ---- other nodes ----

    def node_at(self, path: str) -> Any:
        """The node at an access path, such as `node.path` and `Printed.path_at()` give; the root
        of the path is this node. A list or a value comes as in attributes."""
        if not isinstance(path, str):
            raise TypeError(f"expected an access path such as '<root>.body', got {path!r}")
        return self._at_path(long_path(path))

    def find(self, type_key: str) -> Node | None:
        """The first node of a type, or of a descendant of it, in the order of walk()."""
        return next(self.walk(type_key), None)

    def find_all(self, type_key: str) -> list[Node]:
        """All nodes of a type. A node that is shared comes once for each use."""
        return list(self.walk(type_key))

    def replace(self, **fields: Any) -> Node:
        """A copy with other values in some fields. It shares all other nodes with this one. Fields
        that follow from others, such as the dtype of a sum, are computed again."""
        return self._replace(fields)

    def convert(self, vintage: int, *, exact: bool = False) -> Node:
        """The IR as that of another version of TVM: 26 is v0.26. Raises Error at a node that the
        version cannot express; with `exact`, also if converting back would lose something."""
        return self._convert(vintage, exact)

    def check(self, most: int = 100) -> list[Flaw]:
        """What a program did wrong that made this IR: nodes of a wrong type, missing fields. Each
        function of the package refuses such nodes or shows placeholders. An empty list is good."""
        return [Flaw(*one) for one in self._check(most)]

    def _items(self) -> Any:
        """What the node contains as a list or a mapping; TypeError for other nodes."""
        if self.type_key in ("ffi.Array", "ffi.Map", "Array", "Map"):
            return self.unboxed()
        if "functions" in self.field_names():
            return Functions(self.functions)
        raise TypeError(f"{self.type_key} is not a list, a map or a module: "
                        f"its fields are {', '.join(self.field_names()) or 'none'}")

    def __getitem__(self, key: Any) -> Any:
        if is_buffer_key(self.type_key):
            return load(self, key)
        items = self._items()
        if isinstance(items, tuple) and isinstance(key, int):
            check_index(key, len(items), "list", "items")
        return items[key]

    def __len__(self) -> int:
        return len(self._items())

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        items = self._items()
        return iter([one.name_hint for one in items] if isinstance(items, Functions) else items)

    def __contains__(self, key: object) -> bool:
        return key in self._items()

    # ---- equality and copies ----

    def __eq__(self, other: object) -> bool:
        return _tunip.equal(self, other, False, False, 0) if isinstance(other, Node) \
            else NotImplemented

    def __hash__(self) -> int:
        return structural_hash(self)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.field_names()]

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return read, (self.save().encode(),)


# ---- printed texts ----

class Span(NamedTuple):
    """A range of the text, in characters, and the kind of its syntax: "call", "for", ..."""

    begin: int
    end: int
    kind: str


class Flaw(NamedTuple):
    """A finding of `Node.check()`. `kind` is kind, untyped, type, value, missing, scalar, key,
    cycle or unregistered."""

    kind: str
    message: str
    path: str


class Issue(NamedTuple):
    """A property of the IR that the text does not show. `kind` is undefined, cycle, unregistered,
    null, malformed, metadata or lost."""

    kind: str
    message: str
    path: str | None


class Printed(_tunip.Printed):
    """A text with its report and source map, made by `Node.printed()`. Offsets are characters."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<tunip.Printed {self.root.type_key}, {len(self.text)} characters>"

    def _repr_html_(self) -> str:
        return _html.from_ansi(self.highlight())

    def highlight(self) -> str:
        """The text with ANSI colours."""
        return self._highlight()

    @property
    def issues(self) -> list[Issue]:
        """The report: the properties of the IR that the text omits or replaces."""
        return [Issue(*one) for one in self._issues]

    def path_at(self, offset: int) -> str | None:
        """The access path of the innermost node that is printed at an offset."""
        return self._at(offset)[0]

    def node_at(self, place: int | str) -> Any:
        """The innermost node that is printed at an offset; None for a value that is not a node.
        Also the node at an access path, as path_at() gives it."""
        return self.root.node_at(place) if isinstance(place, str) else self._at(place)[1]

    def spans(self, path: str) -> list[Span]:
        """The ranges of the node at an access path; empty if the text does not show the node."""
        found, exact = self._find(long_path(path))
        return [Span(*one) for one in found] if exact else []

    def nearest_spans(self, path: str) -> list[Span]:
        """The same, or the ranges of the nearest printed ancestor."""
        return [Span(*one) for one in self._find(long_path(path))[0]]

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and a column, both from 1."""
        lines = self.text.split("\n")
        if not 1 <= line <= len(lines):
            raise IndexError(f"the text has {len(lines)} lines")
        return sum(len(one) + 1 for one in lines[:line - 1]) + min(column - 1, len(lines[line - 1]))

    def locate(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both from 1."""
        line = self.text.count("\n", 0, offset)
        return line + 1, offset - (self.text.rfind("\n", 0, offset) + 1) + 1


# ---- differences ----

class Edit(NamedTuple):
    """One difference. `kind` is change, insert, delete, move, rename, wrap or unwrap. `lhs` or
    `rhs` is None if its side has no node. If `field` is a scalar, they are the nodes that have this
    field."""

    kind: str
    lhs_path: str
    rhs_path: str
    lhs: Node | None
    rhs: Node | None
    field: str | None
    inner_path: str | None


# ORDER as tunip_diff_form.
UNIFIED, SIDE_BY_SIDE, JSON, NAMES, PATCH = range(5)


class Diff(_tunip.Diff):
    """All differences between two nodes, made by `tunip.diff()`: a sequence of `Edit`. It is false
    if there are none."""

    __slots__ = ()

    def _written(self, *form: Any) -> str:
        with explained(OPTIONS):
            return self._write(*form)

    def __len__(self) -> int:
        return self._counts[0]

    @overload
    def __getitem__(self, index: int) -> Edit: ...
    @overload
    def __getitem__(self, index: slice) -> list[Edit]: ...

    def __getitem__(self, index):
        if isinstance(index, int):
            check_index(index, len(self), "diff", "edits")
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[i] for i in places]
        return Edit(*self._edit(places, False))

    def __iter__(self) -> Iterator[Edit]:
        return (self[i] for i in range(len(self)))

    @property
    def renames(self) -> list[Edit]:
        """The changed names of variables, which do not count as differences."""
        return [Edit(*self._edit(i, True)) for i in range(self._counts[1])]

    def text(self, color: bool = False, context: int = 3, lhs_name: str | None = None,
             rhs_name: str | None = None, **config: Unpack[PrinterConfig]) -> str:
        """The lines that differ, with `context` lines around them. The other keywords are those of
        `Node.script()`."""
        return self._written(UNIFIED, context, color, 0, lhs_name, rhs_name, config)

    def side_by_side(self, width: int | None = None, color: bool = False, context: int = 3,
                     lhs_name: str | None = None, rhs_name: str | None = None,
                     **config: Unpack[PrinterConfig]) -> str:
        """The same in two columns. `width` is the total width; None means the width of the
        terminal."""
        columns = width or shutil.get_terminal_size((120, 24)).columns
        return self._written(SIDE_BY_SIDE, context, color, columns, lhs_name, rhs_name, config)

    def patch(self, context: int = 3, lhs_name: str | None = None, rhs_name: str | None = None,
              **config: Unpack[PrinterConfig]) -> str:
        """The lines of the texts that differ, for patch(1) and git."""
        return self._written(PATCH, context, False, 0, lhs_name, rhs_name, config)

    def names(self, **config: Unpack[PrinterConfig]) -> str:
        """The functions that differ, one on each line: "changed main"."""
        return self._written(NAMES, -1, False, 0, None, None, config)

    def lines(self, **config: Unpack[PrinterConfig]) -> Lines:
        """Both texts, and which of their lines correspond, with the reasons."""
        with explained(OPTIONS):
            return lines_of(self._lines(config))

    def json(self, **config: Unpack[PrinterConfig]) -> str:
        """The edits as JSON, with their ranges in both texts, and the links of lines."""
        return self._written(JSON, -1, False, 0, None, None, config)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<tunip.Diff, {len(self)} edits>"

    def _repr_html_(self) -> str:
        return _html.from_ansi(self.side_by_side(160, color=True) if self else "no differences")


# ---- functions ----

def _is_text(source: str) -> bool:
    return "\n" in source or source.lstrip()[:1] in ("{", "[")


def _constants(defines: Mapping[str, Any]) -> dict[str, str]:
    """Constants as texts of a script."""
    for name, value in defines.items():
        if not isinstance(name, str) or not isinstance(value, (str, int, float)):
            raise TypeError(f"defines: expected a name and a number, or a text as in a script such "
                            f"as \"'llvm'\"; got {name!r}: {value!r}")
    return {name: value if isinstance(value, str) else repr(value)
            for name, value in defines.items()}


def _warn(name: str, found: list[tuple[Any, ...]]) -> None:
    """Warns of what a read has found, where the caller of the calling function stands."""
    for one in found:
        problem = Problem(*one)
        warnings.warn(f"{name}:{problem.line}: {problem.message}", ReadWarning, stacklevel=3)


def read(source: Source, *, name: str | None = None, format: str | None = None,
         fold: bool = False, origins: bool = False, placeholders: bool = False,
         keep_unknown: bool = False,
         defines: Mapping[str, str | int | float] | None = None) -> Node:
    """Reads a file or a text: JSON that TVM saved, a script, the text of Relay, a log with one
    module, or the format of a plugin. Bytes are a text. So is a str that has a newline or begins
    with a bracket; any other str is the name of a file. A live object of TVM is copied; no keyword
    applies to it. `build.log#3`, after the name of a log, is its third module; the command in the
    wheel reads it, and no keyword applies.

    `name` is the name of a text in messages. `format` names the format; None finds the one that
    fits. `fold` reads a script as TVM's parser does. `origins` records the place of each node:
    `Node.origin`. `defines` has constants that a script uses: numbers, or texts as in a script
    ("16", "'llvm'"). `placeholders` accepts a script that lacks its metadata section, and
    `keep_unknown` calls of words that no dialect has, as those of unknown operators.

    Raises Error with the place of each mistake, and OSError for a file that cannot be opened."""
    path, text = None, b""
    if _live.is_live(source):
        return _live.nodes(Node, [source])[0]
    if isinstance(source, (bytes, bytearray, memoryview)):
        text = bytes(source)
    elif isinstance(source, str) and _is_text(source):
        text = source
    else:
        if not isinstance(source, (str, os.PathLike)):
            raise TypeError(f"expected a file name, a text or a live object of TVM, got {source!r}")
        path = os.fsdecode(source)
        if PART_OF_LOG.search(path) and not os.path.exists(path):
            return read(run("save", path).encode(), name=path)
        with open(path, "rb"):
            pass
    with saying_how("the log has", f"such as {os.path.basename(path or 'build.log')}#1: "
                                   "read() takes this after the name of a file"):
        node, found = _tunip.read(Node, path, text, name or "<text>",
                                  (format, fold, origins, placeholders, keep_unknown,
                                   _constants(defines or {})))
    _warn(path or name or "<text>", found)
    return node


def read_all(path: str | os.PathLike[str], *, fold: bool = False, origins: bool = False,
             placeholders: bool = False, keep_unknown: bool = False,
             defines: Mapping[str, str | int | float] | None = None) -> Iterator[Node]:
    """The modules of a file, in their order: of a log, of Markdown, or of the strings in a file of
    Python. A file in which there is none is read as one module. The keywords are those of read().

        for module in tunip.read_all("test_transform.py"):
            print(module)

    Raises OSError for a file that cannot be opened; the iterator raises Error at a module with
    mistakes."""
    name = os.fsdecode(path)
    with open(name, "rb"):
        pass
    return _modules(name, _tunip.open_log(name),
                    (None, fold, origins, placeholders, keep_unknown, _constants(defines or {})))


def _modules(name: str, log: Any, options: tuple[Any, ...]) -> Iterator[Node]:
    count = _tunip.count_logged(log)
    for number in range(1, max(count, 1) + 1):
        node, found = (_tunip.read_logged(Node, log, number, options) if count else
                       _tunip.read(Node, name, b"", name, options))
        _warn(name, found)
        yield node


def parse(script: str, *, name: str = "<script>", fold: bool = False, origins: bool = False,
          placeholders: bool = False, keep_unknown: bool = False,
          defines: Mapping[str, str | int | float] | None = None) -> Node:
    """Reads a script. The keywords are those of read()."""
    return read(str.encode(script), name=name, format="python", fold=fold,
                origins=origins, placeholders=placeholders, keep_unknown=keep_unknown,
                defines=defines)


_COMPARED = ("names", "locations", "aliases", "layout", "comments")


def _compared(words: Collection[str]) -> int:
    for word in words:
        if word not in _COMPARED:
            raise ValueError(f"compare: expected some of {', '.join(_COMPARED)}, got {word!r}")
    return sum(1 << _COMPARED.index(word) for word in set(words))


class Finding(NamedTuple):
    """A finding of `check()`: the name of its rule, and its place and message."""

    rule: str
    problem: Problem


_LEVELS = ("allow", "warn", "deny")
_FORMS = ("text", "json", "sarif", "github")


def _path_or_text(source: Any) -> tuple[str | None, str | bytes]:
    """A source as read() takes it: the path of a file, or a text."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return None, bytes(source)
    if isinstance(source, str) and _is_text(source):
        return None, source
    path = os.fsdecode(source)
    with open(path, "rb"):
        pass
    return path, b""


def format(source: Any, *, width: int = 120, name: str | None = None) -> str:
    """The text of a Python file with its scripts laid out, as the command `tunip format` does.
    `source` and `name` are those of read(); `width` is the longest line. The file stays as it is.

    Raises Error if a script has a syntax error."""
    path, text = _path_or_text(source)
    return _tunip.format(path, text, name or "<text>", width)


def _choice(what: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise ValueError(f"{what}: expected one of {', '.join(words)}, got {word!r}")
    return words.index(word)


def _check(source: Any, name: str | None, format: str | None, levels: Mapping[str, str],
           form: int, vintage: int, defines: Mapping[str, str | int | float] | None) -> Any:
    path, text = _path_or_text(source)
    rules = [(None if rule == "all" else rule, _choice(f"levels[{rule!r}]", level, _LEVELS))
             for rule, level in levels.items()]
    return _tunip.check(path, text, name or "<text>", format, rules, form, vintage,
                        _constants(defines or {}))


def check(source: Any, *, name: str | None = None, format: str | None = None,
          levels: Mapping[str, str] = {}, vintage: int = 0,
          defines: Mapping[str, str | int | float] | None = None) -> list[Finding]:
    """Reads a file or a text as TVM does, and returns all mistakes, as the command `tunip check`
    does. `source`, `name`, `format` and `defines` are those of read(). `levels` maps the names of
    rules, or "all", to "allow", "warn" or "deny". docs/rules.md lists the rules. `vintage` is the
    version of TVM of the source: 26 is v0.26; 0 finds it.

    Raises Error if the source cannot be read at all. Mistakes in it raise nothing."""
    codes, problems = _check(source, name, format, levels, -1, vintage, defines)
    return [Finding(code, Problem(*one)) for code, one in zip(codes, problems)]


def check_text(source: Any, *, form: str = "text", name: str | None = None,
               format: str | None = None, levels: Mapping[str, str] = {}, vintage: int = 0,
               defines: Mapping[str, str | int | float] | None = None) -> str:
    """The findings of check() in a form for other programs: "text" as compilers write it, "json"
    (a line for each), "sarif" or "github"."""
    return _check(source, name, format, levels, _choice("form", form, _FORMS), vintage, defines)


def equal(lhs: Node | Live, rhs: Node | Live, *, map_free_vars: bool = False,
          skip_tensor_content: bool = False, compare: Collection[str] = ()) -> bool:
    """Whether two nodes are equal in structure, as `tvm.ir.structural_equal` decides. With
    `map_free_vars`, free variables of both sides may correspond; the command `tunip equal` sets it,
    because two files share no variables. `compare` lists what counts although equality ignores it:
    "names", "locations", "aliases", "layout", "comments"; the last three are for MLIR. All
    functions accept live objects of TVM in place of nodes (see tunip.tvm)."""
    lhs, rhs = _live.nodes(Node, (lhs, rhs), borrow=True)
    return _tunip.equal(lhs, rhs, map_free_vars, skip_tensor_content, _compared(compare))


def structural_hash(node: Node | Live, *, map_free_vars: bool = False,
                    skip_tensor_content: bool = False, compare: Collection[str] = ()) -> int:
    """A hash that is the same for nodes that are equal with the same options."""
    node, = _live.nodes(Node, (node,), borrow=True)
    return _tunip.hash(node, map_free_vars, skip_tensor_content, _compared(compare))


def diff(lhs: Node | Live, rhs: Node | Live, *, map_free_vars: bool = True,
         compare: Collection[str] = ()) -> Diff:
    """All differences between two nodes. Two files share no variables; so, unlike in equal(), free
    variables may correspond unless `map_free_vars` is False. `compare` is as in equal()."""
    lhs, rhs = _live.nodes(Node, (lhs, rhs))
    return _tunip.diff(Diff, lhs, rhs, map_free_vars, _compared(compare))


def make(type_key: str, *values: Any, **fields: Any) -> Node:
    """A new node of a type: `make("tir.For", i, 0, 16, body=body)`. The values are those of the
    fields in order; the type's own fields come before inherited ones. Fields that follow from
    others, such as the dtype of a sum, may be left out. A number is an immediate where the IR
    expects an expression. `tunip.tir.For(...)` is the same."""
    return type_of(type_key)(*values, **fields)


def __getattr__(name: str) -> Any:
    """The modules that are imported when they are first used: `tunip.tir`, `tunip.testing`."""
    if name not in LATER:
        raise AttributeError(f"module 'tunip' has no attribute {name!r}")
    return importlib.import_module(f"tunip.{name}")


def rewrite(node: Node, rules: Mapping[str, Callable[[Node], Any]]) -> Node:
    """Replaces nodes. `rules` has a function for each type, which gets a node whose children are
    already replaced, and returns the node for its place, or None to keep it. The first rule whose
    type fits counts. A shared node is replaced once, and the result shares all unchanged nodes with
    the original. If nothing changes, the result is `node` itself."""
    for key in rules:
        node.is_a(key)
    return _tunip.rewrite(node, list(rules.items()))


def infer(value: Node) -> Node | None:
    """The struct info that TVM infers for a value of Relax, such as a call, whose arguments have
    theirs. None if there is no rule, or if TVM needs its arithmetic prover."""
    return _tunip.infer(Node, value)


def substitute(node: Node, values: Mapping[Node, Any]) -> Node:
    """Puts values in the place of nodes, such as variables: each use that is the same node. The
    dtypes of the expressions around them are not computed again."""
    pairs = list(values.items())

    def value_of(one: Node) -> Any:
        return next((value for old, value in pairs if one.same_as(old)), None)

    return rewrite(node, {old.type_key: value_of for old, _ in pairs})


def run(*arguments: str | os.PathLike[str], input: str | None = None) -> str:
    """Runs the command `tunip`, which the wheel contains, and returns what it writes:
    `run("outline", "module.json")`. Raises RuntimeError with its messages if it fails."""
    from . import __main__ as command  # pylint: disable=import-outside-toplevel

    return command.run(*arguments, input=input)


def load_plugin(path: str | os.PathLike) -> None:
    """Loads a shared library with dialects, backends or formats. Later reads use them;
    nodes that were read earlier keep the types with which they were read."""
    _tunip.load_plugin(os.fspath(path))


def plugins() -> list[str]:
    """The file names of the plugins, in the order in which they were loaded."""
    return _tunip.plugins()


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext tunip`: shows nodes in colours, and differences side by side."""
    from . import ipython  # pylint: disable=import-outside-toplevel

    ipython.load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext tunip`."""
    from . import ipython  # pylint: disable=import-outside-toplevel

    ipython.unload(shell)
