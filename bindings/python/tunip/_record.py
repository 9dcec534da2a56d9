"""Records what TVM's passes did: the module before and after each pass, in a folder that
`tunip history` and `tunip explorer` read."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import pathlib
import re
import sys
import threading
import warnings
from typing import Any, Callable

from . import Node, _live, _tunip

VARIABLE = "TUNIP_RECORD"
OWN = re.compile(r"\d{3,}_.+\.(before|after)\.(py|json)")   # the files of a recording


class Recorder:
    """Writes dumps such as `012_Simplify.before.py`. The numbers count dumps, so that the order of
    the names says which passes a pass ran. A recorder must not end a compilation: what cannot be
    written is missing, after a warning."""

    def __init__(self, folder: str | os.PathLike[str], text_of: Callable[[Any], str],
                 suffix: str) -> None:
        self.folder = pathlib.Path(folder).absolute()
        self.text_of, self.suffix, self.count = text_of, suffix, 0
        self.owner: tuple[int, int] | None = (os.getpid(), threading.get_ident())
        self.last: tuple[pathlib.Path, str] | None = None
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in self.folder.iterdir():
            if OWN.fullmatch(path.name):
                path.unlink()

    def take(self, when: str, module: Any, name: str) -> None:
        """Writes a module. Passes of other threads and of child processes would mix with those of
        this one, and are left out."""
        if self.owner != (os.getpid(), threading.get_ident()):
            return
        name = re.sub(r"[^\w.+-]", "_", name)[:150] or "_"
        path = self.folder / f"{self.count:03}_{name}.{when}.{self.suffix}"
        self.count += 1
        try:
            self.write(path, self.text_of(module))
        except Exception as error:  # pylint: disable=broad-exception-caught
            warnings.warn(f"{self.folder} lacks a module: {error}", RuntimeWarning, stacklevel=2)

    def write(self, path: pathlib.Path, text: str) -> None:
        """Makes the file at once, because `tunip explorer --watch` may read the folder meanwhile.
        Most modules are those of the dump before, and share its file."""
        part = path.with_name(f".{path.name}")
        try:
            if self.last and self.last[1] == text:
                try:
                    os.link(self.last[0], path)
                    return
                except OSError:     # a file system without links
                    pass
            part.write_text(text, encoding="utf-8")
            os.replace(part, path)
        finally:
            self.last = path, text
            part.unlink(missing_ok=True)


def script_of(module: Any) -> str:
    """The script of a module: TVM's own if tunip cannot print it."""
    try:
        text = _tunip.live_script(_live.handle(module), {})
    except Exception:  # pylint: disable=broad-exception-caught
        text = None
    return module.script() if text is None else text


def graph_of(module: Any) -> str:
    """The JSON of a module, which has its spans and constants: TVM's own if tunip lacks a type."""
    try:
        return _live.nodes(Node, [module])[0].save()
    except Exception:  # pylint: disable=broad-exception-caught
        return importlib.import_module("tvm.ir").save_json(module)


FORMS = {"script": (script_of, "py"), "json": (graph_of, "json")}


def instrument_of(recorder: Recorder) -> Any:
    """A PassInstrument of TVM that calls a recorder."""

    class Record:
        """The module before and after each pass."""

        def run_before_pass(self, module: Any, info: Any) -> None:
            """A pass begins."""
            recorder.take("before", module, str(info.name))

        def run_after_pass(self, module: Any, info: Any) -> None:
            """A pass ended."""
            recorder.take("after", module, str(info.name))

    return importlib.import_module("tvm.ir.instrument").pass_instrument(Record)()


class Recording:
    """The result of record(): a context manager that stops at its end."""

    def __init__(self, recorder: Recorder) -> None:
        self.folder = recorder.folder
        self._recorder = recorder
        context = importlib.import_module("tvm.ir.transform").PassContext
        self._instrument = made = instrument_of(recorder)
        self._context, self._initialize = context, context.__init__
        signature = inspect.signature(context.__init__)

        def initialize(*args: Any, **keywords: Any) -> None:
            bound = signature.bind(*args, **keywords)
            given = bound.arguments.get("instruments")
            bound.arguments["instruments"] = [*(given or ()), made]
            self._initialize(*bound.args, **bound.kwargs)

        self._current = context.current()
        self._before = list(self._current.instruments or ())
        self._current.override_instruments([*self._before, made])
        self._replacement = context.__init__ = initialize

    def stop(self) -> None:
        """Ends the recording. Contexts that were made meanwhile keep an instrument that does
        nothing."""
        self._recorder.owner = None
        if self._context.__init__ is self._replacement:
            self._context.__init__ = self._initialize
            self._current.override_instruments(self._before)

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def make(folder: str | os.PathLike[str], form: str) -> Recorder:
    """A recorder into a folder."""
    if form not in FORMS:
        raise ValueError(f"the form is one of {', '.join(map(repr, FORMS))}, not {form!r}")
    return Recorder(folder, *FORMS[form])


# ---- the environment ----

class _Finder:
    """Waits until the program imports TVM, and then begins a recording."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> Any:
        """Python asks for each module that is imported for the first time."""
        if name != "tvm":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)   # of any finder, such as that of an editable install
        if not spec:
            return None     # the import fails
        if not hasattr(spec.loader, "exec_module"):
            warnings.warn(f"{VARIABLE}: no recording: {name} has no loader of a module",
                          RuntimeWarning, stacklevel=2)
            return spec
        loader: Any = spec.loader
        execute = loader.exec_module

        def then_begin(module: Any) -> None:
            execute(module)
            _begin_or_warn(self.folder)

        loader.exec_module = then_begin
        return spec


def _begin_or_warn(folder: str) -> None:
    try:
        Recording(make(folder, "script"))
    except Exception as error:  # pylint: disable=broad-exception-caught
        warnings.warn(f"{VARIABLE}: no recording: {error}", RuntimeWarning, stacklevel=2)


def follow_environment() -> None:
    """Records TVM if the environment says so. Child processes do not inherit the variable: they
    would write into the same folder."""
    folder = os.environ.pop(VARIABLE, "")
    if not folder:
        return
    if "tvm" in sys.modules:
        _begin_or_warn(folder)
    else:
        sys.meta_path.insert(0, _Finder(folder))
