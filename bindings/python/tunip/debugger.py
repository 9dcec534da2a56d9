"""The debugger for graphs of TVM's graph executor, as `tunip debug` (docs/debug.md).

    with tunip.debugger.Debugger("graph.json", "model.so", "params.bin") as debugger:
        debugger.set_input("data", image)
        debugger.break_on("nan")
        stop = debugger.run()
        print(stop.node, debugger.get_output(stop.node).tolist())

The functions of the library run in a process of their own, the program `tunip-debug` of the wheel:
a crash there is an Error here. Tensors are objects with `__array_interface__`, so numpy.asarray()
takes them, but nothing needs numpy.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import struct
import subprocess
import tempfile
from typing import Any, Iterable, Mapping, NamedTuple, Sequence, Union

from . import Error
from .__main__ import program

__all__ = ["Comparison", "Debugger", "GraphNode", "Pair", "Stop", "Tensor"]

# dtype -> the name of numpy and the letter of struct. numpy has no bfloat16: it sees the bits.
KINDS = {"float16": ("<f2", "e"), "float32": ("<f4", "f"), "float64": ("<f8", "d"),
         "bfloat16": ("<u2", "H"), "int8": ("|i1", "b"), "int16": ("<i2", "h"),
         "int32": ("<i4", "i"), "int64": ("<i8", "q"), "uint8": ("|u1", "B"),
         "uint16": ("<u2", "H"), "uint32": ("<u4", "I"), "uint64": ("<u8", "Q"),
         "bool": ("|b1", "?")}
File = Union[str, "os.PathLike[str]"]


class Tensor(NamedTuple):
    """The value of an output: its elements are in row-major order in `data`, little-endian."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {"version": 3, "shape": self.shape, "typestr": _kind(self.dtype)[0],
                "data": self.data}

    def tolist(self) -> Any:
        """Nested lists of numbers; a number for a scalar."""
        letter = _kind(self.dtype)[1]
        flat = list(struct.unpack(f"<{len(self.data) // struct.calcsize(letter)}{letter}",
                                  self.data))
        for size in reversed(self.shape):
            count = len(flat) // size if size else 0
            flat = [flat[i * size:(i + 1) * size] for i in range(count)]
        return flat[0] if flat else []


class GraphNode(NamedTuple):
    """A node of the graph: an argument, or a call of a function. `outputs` has the dtype and the
    shape of each output, `inputs` the number of a node and of its output."""

    number: int
    name: str
    function: str | None
    inputs: list[tuple[int, int]]
    outputs: list[tuple[str, tuple[int, ...]]]


class Stop(NamedTuple):
    """Where a run stopped: behind `node` because of a breakpoint, or with `breakpoint` None before
    the node `next`; `next` is None if all nodes have run. `text` is for people."""

    node: int | None
    breakpoint: int | None
    next: int | None
    text: str


class Pair(NamedTuple):
    """Two outputs that correspond, each as the number of its node and of the output. `verdict` is
    equal, different or unclear; `first` is the first element that differs. `ulp` is None if one of
    the numbers is NaN or infinite."""

    name: str
    left: tuple[int, int]
    right: tuple[int, int]
    found_by: str
    verdict: str
    differ: int
    first: int | None
    absolute: float | None
    relative: float | None
    ulp: int | None


class Comparison(NamedTuple):
    """What `Debugger.compare()` found. It is true if something was compared, and nothing
    differs."""

    pairs: list[Pair]
    same: bool

    def __bool__(self) -> bool:
        return self.same

    @property
    def first(self) -> Pair | None:
        """The first pair that differs."""
        return next((pair for pair in self.pairs if pair.verdict == "different"), None)


def _kind(dtype: str) -> tuple[str, str]:
    if dtype not in KINDS:
        raise TypeError(f"tensors of {dtype} have no elements of Python: use `data`")
    return KINDS[dtype]


# ---- files of numpy ----

def _flat(value: Any) -> Iterable[Any]:
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def _pack(value: Any, dtype: str, shape: Sequence[int]) -> bytes:
    """A number for all elements, or nested lists with a number for each."""
    letter, count = _kind(dtype)[1], 1
    for size in shape:
        count *= size
    given = list(_flat(value))
    numbers = given * count if not isinstance(value, (list, tuple)) else given
    if len(numbers) != count:
        raise ValueError(f"expected {count} elements for the shape {list(shape)}, got "
                         f"{len(numbers)}")
    try:
        return struct.pack(f"<{count}{letter}", *numbers)
    except struct.error as error:
        raise ValueError(f"{dtype}: {error}") from None


def _write_npy(path: pathlib.Path, typestr: str, shape: Sequence[int], data: bytes) -> None:
    shown = "(" + "".join(f"{size}," for size in shape) + ")"
    header = f"{{'descr': '{typestr}', 'fortran_order': False, 'shape': {shown}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def _read_npy(path: pathlib.Path, dtype: str, shape: tuple[int, ...]) -> Tensor:
    whole = path.read_bytes()
    return Tensor(dtype, shape, whole[10 + struct.unpack("<H", whole[8:10])[0]:])


# ---- the debugger ----

class Debugger:
    """A run of a graph that can be stopped between nodes, looked at, changed and continued.

    `graph` is graph.json, `lib` the library of the compiled functions, `params` a file of
    save_param_dict(). With `isolate` each function runs in a child process, so that a crash is an
    error that names the node, and with `timeout` it may take so many seconds. `sources` are files
    or folders with the code of the functions, which `execute("node 3")` shows then. A tensor is
    named by the number of its node, `3`, by its name, "conv", or with the number of an output:
    "%3.1".

    The process starts with the first command, when all inputs need a value, and close() ends it."""

    def __init__(self, graph: File, lib: File, params: File | None = None, *,
                 isolate: bool = False, timeout: float | None = None,
                 sources: Sequence[File] = ()) -> None:
        described = json.loads(_run("debug", os.fspath(graph), "--json"))
        self._words = [program(), "debug", os.fspath(graph), "--lib", os.path.abspath(lib),
                       "--batch-json", "-"]
        self._words += ["--params", os.fspath(params)] if params is not None else []
        self._words += ["--isolate"] if isolate else []
        self._words += ["--timeout", str(timeout)] if timeout else []
        self._words += [word for path in sources for word in ("--source", os.fspath(path))]
        self._folder = tempfile.TemporaryDirectory(prefix="tunip-")
        self._process: subprocess.Popen[str] | None = None
        self._inputs: dict[str, pathlib.Path] = {}
        self._closed = False
        self.nodes = [GraphNode(one["node"], one["name"], one.get("function"),
                                [(pair[0], pair[1]) for pair in one["inputs"]],
                                [(out["dtype"], tuple(out["shape"])) for out in one["outputs"]])
                      for one in described["nodes"]]
        self.results: list[tuple[int, int]] = [
            (pair[0], pair[1]) for pair in described["results"]]

    # ---- the process ----

    def _start(self) -> subprocess.Popen[str]:
        if self._closed:
            raise ValueError("the debugger is closed")
        if self._process is None:
            words = [word for name, path in self._inputs.items()
                     for word in ("--input", f"{name}={path}")]
            self._errors = open(pathlib.Path(self._folder.name) / "errors", "w+",
                                encoding="utf-8", errors="replace")
            self._process = subprocess.Popen(
                [*self._words, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._errors, encoding="utf-8", errors="surrogateescape")
        return self._process

    def execute(self, command: str) -> str:
        """Executes a command of the debugger and returns its text; docs/debug.md lists them. Raises
        Error with its message if it fails."""
        return str(self._reply(command)["text"])

    def _reply(self, command: str) -> dict[str, Any]:
        if "\n" in command or "\r" in command:
            raise ValueError("a command is one line")
        process = self._start()
        assert process.stdin and process.stdout
        try:
            process.stdin.write(command + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Error(self._last_words())
        reply: dict[str, Any] = json.loads(line)
        if reply["error"] is not None:
            raise Error(reply["error"])
        return reply

    def _last_words(self) -> str:
        """Why the process ended. The debugger can be used again: it starts another one."""
        assert self._process
        status = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().strip()
        self._stop()
        return said.removeprefix("tunip: ") or f"tunip-debug ended with status {status}"

    def _stop(self) -> None:
        if self._process is None:
            return
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.stdout.close()
        self._process.wait()
        self._errors.close()
        self._process = None

    def close(self) -> None:
        """Ends the process. A closed debugger cannot be used."""
        self._closed = True
        self._stop()
        self._folder.cleanup()

    def __enter__(self) -> Debugger:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    # ---- names and values ----

    def _entry(self, tensor: int | str, output: int = 0) -> tuple[int, int]:
        """The number of a node and of its output."""
        number, found = None, re.fullmatch(r"%(\d+)(?:\.(\d+))?", str(tensor))
        if isinstance(tensor, int):
            number = tensor
        elif found:
            number, output = int(found[1]), int(found[2] or output)
        else:
            number = next((one.number for one in self.nodes if one.name == tensor), None)
        if number is None or not 0 <= number < len(self.nodes):
            raise Error(f"no node is called {tensor!r}")
        if not 0 <= output < len(self.nodes[number].outputs):
            raise IndexError(f"node {number} has {len(self.nodes[number].outputs)} outputs")
        return number, output

    def _file(self, entry: tuple[int, int], value: Any) -> pathlib.Path:
        """A file of numpy with a value for a tensor."""
        if isinstance(value, (str, os.PathLike)):
            return pathlib.Path(value).absolute()
        dtype, shape = self.nodes[entry[0]].outputs[entry[1]]
        path = pathlib.Path(self._folder.name) / f"value{entry[0]}.{entry[1]}.npy"
        view = getattr(value, "__array_interface__", None)
        if view is None:
            _write_npy(path, _kind(dtype)[0], shape, _pack(value, dtype, shape))
        elif isinstance(value, Tensor):
            _write_npy(path, _kind(value.dtype)[0], value.shape, value.data)
        else:
            _write_npy(path, view["typestr"], view["shape"], value.tobytes())
        return path

    def set_input(self, name: str | None = None, value: Any = None, **inputs: Any) -> None:
        """Sets inputs or parameters: `set_input("data", value)` or `set_input(data=value)`. A value
        is a file of numpy, an array, a number for all elements, or nested lists of numbers. The
        nodes that depend on it run again."""
        given = {**({name: value} if name is not None else {}), **inputs}
        for key, one in given.items():
            entry = self._entry(key)
            if self.nodes[entry[0]].function is not None:
                raise Error(f"{key!r} is no input of the graph: use inject()")
            path = self._file(entry, one)
            self._inputs[key] = path
            if self._process is not None:
                self.execute(f'input %{entry[0]} "{path}"')

    def inject(self, tensor: int | str, value: Any, output: int = 0) -> None:
        """Replaces the value of a tensor, as set_input() does for inputs. The nodes that depend on
        it run again."""
        entry = self._entry(tensor, output)
        self.execute(f'inject %{entry[0]}.{entry[1]} "{self._file(entry, value)}"')

    def undo(self, tensor: int | str | None = None, output: int = 0) -> None:
        """Takes back the last injection, or the last one of a tensor. Raises Error if there is
        none."""
        entry = () if tensor is None else self._entry(tensor, output)
        self.execute(f"undo %{entry[0]}.{entry[1]}" if entry else "undo")

    def get_output(self, tensor: int | str, output: int = 0) -> Tensor:
        """The value of an output of a node. Raises Error if it is not computed yet."""
        entry = self._entry(tensor, output)
        path = pathlib.Path(self._folder.name) / "output.npy"
        self.execute(f'save %{entry[0]}.{entry[1]} "{path}"')
        return _read_npy(path, *self.nodes[entry[0]].outputs[entry[1]])

    def get_result(self, index: int = 0) -> Tensor:
        """The value of a result of the graph."""
        return self.get_output(*self.results[index])

    # ---- running ----

    def _stopped(self, command: str) -> Stop:
        reply = self._reply(command)
        return Stop(reply["at"], reply["breakpoint"], reply["next"], reply["text"])

    def run(self, until: int | str | None = None) -> Stop:
        """Runs all nodes that have not run, or those before a node, up to a breakpoint."""
        return self._stopped("run" if until is None else f"run %{self._entry(until)[0]}")

    def step(self, count: int = 1) -> Stop:
        """Runs the next node, or the next `count` nodes."""
        return self._stopped(f"step {count}")

    def goto(self, node: int | str) -> Stop:
        """Makes a node the next one: goes back, so that it and all later ones run again, or runs up
        to it."""
        return self._stopped(f"goto %{self._entry(node)[0]}")

    def run_node(self, node: int | str) -> Stop:
        """Runs one node alone, whose inputs must be known, as DebugRun(index) of TVM does."""
        return self._stopped(f"only %{self._entry(node)[0]}")

    def break_on(self, condition: int | str) -> int:
        """Sets a breakpoint and returns its number: "nan", "inf", "max 10", a pattern such as
        "*conv*", "if max > 10 of *conv*", or the number of a node."""
        word = f"%{condition}" if isinstance(condition, int) else condition
        return int(self._reply(f"break {word}")["breakpoint"])

    def delete(self, breakpoint: int) -> None:  # pylint: disable=redefined-builtin
        """Deletes a breakpoint."""
        self.execute(f"delete {breakpoint}")

    def dump(self, folder: File) -> None:
        """Writes what has been computed, in the form of TVM's debug executor."""
        self.execute(f'dump "{os.path.abspath(folder)}"')

    def compare(self, other: Debugger | File, *, absolute: float = 0, relative: float = 0,
                ulp: int = 0, names: File | Mapping[str, str] | None = None) -> Comparison:
        """Compares what has been computed with another debugger or a dump, node by node, also if
        the graphs were fused differently; or with values of another framework: a .npy or .npz file,
        a folder of .npy files, or parameters. `names` says which node a name of theirs belongs to:
        {"layer1.conv": "fused_conv2d"}, or a file of such lines. The others allow differences."""
        folders = [pathlib.Path(self._folder.name) / side for side in ("left", "right")]
        self.dump(folders[0])
        if isinstance(other, Debugger):
            other.dump(folders[1])
        else:
            folders[1] = pathlib.Path(other)
        mapped: list[File] = []
        if isinstance(names, Mapping):
            path = pathlib.Path(self._folder.name) / "names"
            path.write_text("".join(f"{name} {node}\n" for name, node in names.items()),
                            encoding="utf-8")
            mapped = ["--map", path]
        elif names is not None:
            mapped = ["--map", names]
        text = _run("debug", "compare", *mapped, "--json", "--abs", str(absolute), "--rel",
                    str(relative), "--ulp", str(ulp), *folders, statuses=(0, 1))
        pairs = [Pair(one["left"]["name"], (one["left"]["node"], one["left"]["output"]),
                      (one["right"]["node"], one["right"]["output"]), one["found_by"],
                      one["verdict"], one.get("differ", 0), one.get("first"),
                      one.get("absolute"), one.get("relative"), one.get("ulp"))
                 for one in json.loads(text)["pairs"]]
        verdicts = {pair.verdict for pair in pairs}
        return Comparison(pairs, "equal" in verdicts and "different" not in verdicts)


def _run(*words: File, statuses: Sequence[int] = (0,)) -> str:
    done = subprocess.run([program(), *[os.fspath(word) for word in words]], capture_output=True,
                          check=False, encoding="utf-8", errors="replace")
    if done.returncode not in statuses:
        raise Error(done.stderr.strip().removeprefix("tunip: "))
    return done.stdout
