"""TVM's live objects: modules, functions and expressions of the Python process in which TVM runs.

    import tunip.tvm

    tunip.diff(before, after)              # the functions of tunip take live objects, too
    node = tunip.read(module)              # a node: a copy that later changes do not touch
    print(tunip.tvm.script(module, show_meta=True))

    tunip.tvm.install()                    # TVM's own printing goes through tunip
    with tunip.tvm.install():              # ... or only here
        module.show()

    with tunip.tvm.record("dump"):         # writes the module before and after each pass, for
        tvm.compile(module, target)        # `tunip history` and `tunip explorer --watch dump`

The functions do not change objects and do not keep references to them. While a function runs, no
other thread may change its objects.
"""

from __future__ import annotations

import importlib
import os
import warnings
from typing import Any, Callable

from . import Node, _live, _record, _tunip, testing
from ._errors import Error

__all__ = ["install", "installed", "instrument", "nodes", "record", "script", "to_tvm",
           "uninstall"]


def nodes(*objects: Any) -> list[Node]:
    """The nodes of live objects, in one graph. Shared objects become shared nodes. So if one object
    contains another, the node of the latter is inside of the node of the former."""
    return _live.nodes(Node, objects)


def to_tvm(node: Node) -> Any:
    """A live object of the TVM in this process, made from the JSON of a node. The IR is converted
    to the version of TVM first, if it is of another."""
    version = importlib.import_module("tvm").__version__
    vintage = min(max(int(version.split(".")[1]), 23), 26)
    if node.vintage not in (0, vintage):
        node = node.convert(vintage)
    return importlib.import_module("tvm.ir").load_json(node.save())


def script(obj: Any, **config: Any) -> str:
    """The text of a live object. The keywords are those of `Node.script()`. It is faster than
    `tunip.read(obj).script()`, because nothing is kept."""
    text = _tunip.live_script(_live.handle(obj), config)
    return nodes(obj)[0].script(**config) if text is None else text


# ---- passes ----

def record(folder: str | os.PathLike[str], form: str = "script") -> _record.Recording:
    """Writes the module before and after each pass of TVM into a folder from now on, until `stop()`
    of the result, or to the end of its `with` statement. `tunip history` and `tunip explorer` read
    the folder, also while TVM compiles (`--watch`): they know which passes a pass ran, and which
    one failed. Files of an earlier recording in the folder are removed, and no others.

    `form` is "script", or "json" for all that the modules have: spans and constants, too.

    All contexts for passes that Python makes are recorded, and the current one, whose own
    instruments begin anew. Passes that other threads or child processes run are not recorded. With
    the environment variable TUNIP_RECORD=FOLDER, an unchanged program is recorded from its start,
    if this package is installed where the program runs."""
    return _record.Recording(_record.make(folder, form))


def instrument(folder: str | os.PathLike[str], form: str = "script") -> Any:
    """The same as an instrument for one context:
    `tvm.transform.PassContext(instruments=[tunip.tvm.instrument("dump")])`."""
    return _record.instrument_of(_record.make(folder, form))


# ---- TVM's own printing ----

# The names of TVM's settings that are those of tunip's. v0.26 has some of them in `extra_config`.
SAME = ("show_meta", "ir_prefix", "tir_prefix", "relax_prefix", "module_alias", "buffer_dtype",
        "int_dtype", "float_dtype", "verbose_expr", "indent_spaces", "print_line_numbers",
        "num_context_lines", "syntax_sugar", "show_all_struct_info")

# The functions that were replaced: their modules, names and values.
_originals: list[tuple[Any, str, Any]] = []


def _settings(config: Any, as_text: Callable[[Any], str]) -> dict[str, Any] | None:
    """TVM's PrinterConfig as keywords. None if tunip does not support a setting: texts with
    addresses, and objects that are identified by their addresses."""
    if config is None:
        return {}
    if config.show_object_address or config.obj_to_underline or config.obj_to_annotate:
        return None
    settings = {name: getattr(config, name) for name in SAME if hasattr(config, name)}
    for name in ("buffer_dtype", "int_dtype", "float_dtype"):
        settings[name] = str(settings[name])
    if config.binding_names:
        settings["name"] = str(config.binding_names[0])
    settings["path_to_underline"] = [as_text(path) for path in config.path_to_underline or ()]
    settings["path_to_annotate"] = {as_text(path): str(text)
                                    for path, text in (config.path_to_annotate or {}).items()}
    settings["extra_config"] = {str(name): value for name, value
                                in getattr(config, "extra_config", {}).items()}
    return settings


def _text(obj: Any, settings: dict[str, Any] | None) -> str | None:
    """The text; None if TVM must print the object itself."""
    if settings is None or not _live.is_live(obj):
        return None
    try:
        return _tunip.live_script(obj.__chandle__(), settings)
    except Error as error:
        warnings.warn(f"TVM prints this object, because tunip cannot: {error}", RuntimeWarning,
                      stacklevel=3)
        return None


def _differences(lhs: Any, rhs: Any, map_free_vars: bool) -> str | None:
    """All differences; None if TVM must report the first one itself."""
    try:
        return testing.explain(lhs, rhs, map_free_vars)
    except (Error, TypeError):
        return None


class _Ffi:
    """A replacement for the module tvm_ffi in `tvm.ir.base` of v0.26. If two objects differ, the
    message of its assert_structural_equal() has all differences."""

    def __init__(self, ffi: Any) -> None:
        self._ffi = ffi

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ffi, name)

    def get_first_structural_mismatch(self, lhs: Any, rhs: Any, map_free_vars: bool = False) -> Any:
        """TVM decides."""
        found = self._ffi.get_first_structural_mismatch(lhs, rhs, map_free_vars)
        message = found is not None and _differences(lhs, rhs, map_free_vars)
        if message:
            raise ValueError(f"StructuralEqual check failed:\n{message}")
        return found


def _modules() -> tuple[Any, Any]:
    """TVM's modules with the functions that are replaced."""
    try:
        return importlib.import_module("tvm_ffi.core"), \
            importlib.import_module("tvm.runtime")._ffi_node_api
    except ImportError as error:
        raise ImportError(f"tunip.tvm.install() needs TVM v0.23 or later: {error}") from error


def install() -> Installation:
    """Makes `.script()`, `.show()`, `str()`, `repr()` and `DumpIR` print through tunip, with the
    same text. `tvm.ir.assert_structural_equal` then reports all differences instead of the first
    one. TVM itself prints objects, and handles settings, that tunip does not know. Returns a
    context manager that restores TVM's functions at its end; uninstall() restores them, too."""
    core, api = _modules()
    if installed():
        return Installation()
    print_object, represent = api.TVMScriptPrinterScript, core.__object_repr__
    compare = getattr(api, "StructuralEqual", None)

    def script_of(obj: Any, config: Any = None) -> str:
        text = _text(obj, _settings(config, represent if compare else str))
        return print_object(obj, config) if text is None else text

    def repr_of(obj: Any) -> str:
        text = _text(obj, {})
        return represent(obj) if text is None else text

    def is_equal(lhs: Any, rhs: Any, assert_mode: bool, map_free_vars: bool) -> bool:
        """TVM decides, and stops at the first difference. tunip lists the differences."""
        if compare(lhs, rhs, False, map_free_vars):
            return True
        message = assert_mode and _differences(lhs, rhs, map_free_vars)
        if message:
            raise ValueError(f"StructuralEqual check failed:\n{message}")
        return assert_mode and compare(lhs, rhs, True, map_free_vars)

    _replace(api, "TVMScriptPrinterScript", script_of)
    if compare:
        _replace(api, "StructuralEqual", is_equal)
    else:
        base = importlib.import_module("tvm.ir.base")
        _replace(base, "tvm_ffi", _Ffi(base.tvm_ffi))
    _replace(core, "__object_repr__", repr_of)
    return Installation()


def _replace(module: Any, name: str, function: Callable[..., Any]) -> None:
    _originals.append((module, name, getattr(module, name)))
    setattr(module, name, function)


def uninstall() -> None:
    """Restores TVM's own functions. Does nothing if tunip is not installed."""
    while _originals:
        module, name, function = _originals.pop()
        setattr(module, name, function)


def installed() -> bool:
    """Whether TVM prints through tunip."""
    return bool(_originals)


class Installation:
    """The result of install(): a context manager that uninstalls at its end."""

    def __enter__(self) -> Installation:
        return self

    def __exit__(self, *_: object) -> None:
        uninstall()


_record.follow_environment()
