"""Writes functions in the order of their text: `with b.for_("i", 16) as i:`.

    b = tunip.builder.Builder()
    with b.prim_func("main"):
        A = b.buffer("A", (16,), "float32")
        with b.for_("i", 16) as i:
            b.store(A, i, A[i] + 1.0)
    print(b.module())

The builder makes IR of TVM v0.23. `Builder(vintage=26)` converts the module that it returns. An
exception inside of a block ends the block, and the builder forgets the statements of the block.
"""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator, Mapping, Sequence, Union

from . import Error, Node, infer, ir, relax, tir
from ._errors import meant
from ._operators import dtype_of, number, region

Value = Union[Node, int, float, bool]
# ORDER as tir.ForKind.
LOOPS = ("serial", "parallel", "vectorized", "unrolled", "thread_binding")
# The words of T.axis, and the numbers of tir.IterVarType.
AXES = {"spatial": 0, "reduce": 2, "scan": 3, "opaque": 4}


def _choice(what: str, word: str, known: Sequence[str]) -> None:
    if word not in known:
        raise ValueError(f"no {what} is called {word!r}{meant(word, known)}: one of "
                         f"{', '.join(known)}")


def call_op(name: str, *arguments: Any, dtype: str | None = None, attrs: Node | None = None,
            info: Sequence[Node] = ()) -> Node:
    """A call of an operator. "relax.add" makes a call of Relax, with `attrs` and with `info` for
    its sinfo_args; any other name, such as "tir.exp", a call of the tensor IR, whose dtype is that
    of the first argument unless `dtype` is given."""
    if name.startswith("relax."):
        return relax.Call(ir.Op(name), list(arguments), attrs, list(info))
    kind = dtype or dtype_of(arguments[0])
    return tir.Call(ir.Op(name), [number(one, kind) for one in arguments], dtype=kind)


class _Frame:
    """An open block: its statements, and the statements whose bodies are the rest of it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.items: list[Node | Callable[[Node], Node]] = []
        self.facts: dict[str, Any] = {}

    def body(self) -> Node:
        """The statements as one."""
        done: list[Node] = []
        for item in reversed(self.items):
            done = [item, *done] if isinstance(item, Node) else [item(_sequence(done))]
        return _sequence(done)


def _sequence(statements: list[Node]) -> Node:
    if len(statements) == 1:
        return statements[0]
    return tir.SeqStmt(statements) if statements else tir.Evaluate(0)


class Builder:
    """Functions in the making. `vintage` is the version of TVM of the result: 23 to 26."""

    def __init__(self, vintage: int = 23) -> None:
        if vintage not in range(23, 27):
            raise ValueError(f"vintage: expected 23 to 26, got {vintage!r}")
        self._vintage = vintage
        self._frames: list[_Frame] = []
        self._functions: dict[Node, Node] = {}
        self._called: dict[str, Node] = {}

    # ---- open blocks ----

    @contextlib.contextmanager
    def _open(self, kind: str, done: Callable[[_Frame], None] = lambda frame: None
              ) -> Iterator[_Frame]:
        frame = _Frame(kind)
        self._frames.append(frame)
        try:
            yield frame
        finally:
            self._frames.pop()
        done(frame)

    def _innermost(self, what: str, *kinds: str) -> _Frame:
        if not self._frames or (kinds and self._frames[-1].kind not in kinds):
            found = self._frames[-1].kind if self._frames else "no function"
            raise RuntimeError(f"{what}() needs {' or '.join(kinds) or 'a function'}; "
                               f"the innermost block is {found}")
        return self._frames[-1]

    def _statements(self, what: str) -> _Frame:
        frame = self._innermost(what)
        if frame.kind in ("a function of Relax", "a dataflow block"):
            raise RuntimeError(f"{what}() needs a prim_func; the innermost block is {frame.kind}")
        return frame

    def add(self, statement: Node) -> None:
        """Adds a statement to the innermost block."""
        self._statements("add").items.append(statement)

    def _rest(self, what: str, make: Callable[[Node], Node]) -> None:
        """A statement whose body is the rest of the innermost block."""
        self._statements(what).items.append(make)

    # ---- modules ----

    def module(self) -> Node:
        """The module of all functions, which must have names."""
        if self._frames:
            raise RuntimeError(f"module(): {self._frames[-1].kind} is not closed")
        missing = [name for name in self._called
                   if all(key.name_hint != name for key in self._functions)]
        if missing:
            raise Error(f"no function is called {missing[0]!r}, which global_var() named")
        return ir.IRModule(self._functions).convert(self._vintage)

    def __getitem__(self, name: str) -> Node:
        """A function that is complete, by its name."""
        for key, function in self._functions.items():
            if key.name_hint == name:
                return function.convert(self._vintage)
        raise KeyError(f"no function is called {name!r}")

    def global_var(self, name: str) -> Node:
        """The variable of a function, which may be opened later."""
        if name not in self._called:
            self._called[name] = ir.GlobalVar(name)
        return self._called[name]

    def _finish(self, name: str, function: Node) -> None:
        if any(key.name_hint == name for key in self._functions):
            raise Error(f"there are two functions {name!r}")
        self._functions[self.global_var(name)] = function

    # ---- functions of the tensor IR ----

    @contextlib.contextmanager
    def prim_func(self, name: str = "main", *, private: bool = False,
                  attrs: Mapping[str, Any] | None = None) -> Iterator[None]:
        """A function of the tensor IR. A private one has no global symbol."""
        def done(frame: _Frame) -> None:
            symbol = {} if private else {"global_symbol": name}
            self._finish(name, tir.PrimFunc(
                frame.facts["params"], ir.TupleType([]), frame.facts["buffers"], frame.body(),
                attrs=ir.DictAttrs({**symbol, **(attrs or {})})))

        self._outside("prim_func")
        with self._open("a prim_func", done) as frame:
            frame.facts.update(params=[], buffers={})
            yield

    def _outside(self, what: str) -> None:
        if self._frames:
            raise RuntimeError(f"{what}(): {self._frames[-1].kind} is open, and functions do not "
                               "nest")

    def param(self, name: str, kind: Any) -> Node:
        """A parameter. In a prim_func `kind` is a dtype such as "int32"; in a function of Relax it
        is a struct info, such as tensor() makes."""
        frame = self._innermost("param", "a prim_func", "a function of Relax")
        made: Node
        if frame.kind == "a prim_func":
            made = tir.Var(name, dtype=kind)
        elif isinstance(kind, Node):
            made = relax.Var(relax.Id(name), struct_info_=kind)
        else:
            raise TypeError(f"param(): expected a struct info such as tensor((16,), \"float32\"), "
                            f"got {kind!r}")
        frame.facts["params"].append(made)
        return made

    def buffer(self, name: str, shape: Sequence[Value], dtype: str = "float32", *,
               scope: str = "global") -> Node:
        """A parameter that is a buffer: `A: T.Buffer((16,), "float32")`."""
        frame = self._innermost("buffer", "a prim_func")
        handle = tir.Var(f"{name}_handle", dtype="handle")
        made = self.new_buffer(name, shape, dtype, scope=scope)
        frame.facts["params"].append(handle)
        frame.facts["buffers"][handle] = made
        return made

    @staticmethod
    def new_buffer(name: str, shape: Sequence[Value], dtype: str = "float32", *,
                   scope: str = "global", data: Node | None = None) -> Node:
        """A buffer that nothing declares yet."""
        pointer = data or tir.Var(name, dtype="handle", type_annotation=ir.PointerType(
            ir.PrimType(dtype), scope))
        kinds = {dtype_of(one) for one in shape if isinstance(one, Node)}
        index = kinds.pop() if len(kinds) == 1 else "int32"
        return tir.Buffer(pointer, dtype, [number(one, index) for one in shape], [], [],
                          number(0, index), name, 64, 1, 1)

    # ---- statements ----

    def store(self, buffer: Node, indices: Value | Sequence[Value], value: Value) -> None:
        """`buffer[indices] = value`. A number has the dtype of the buffer."""
        given = list(indices) if isinstance(indices, (list, tuple)) else [indices]
        if len(given) != len(buffer.shape):
            raise IndexError(f"{buffer.name} has {len(buffer.shape)} dimensions, got {len(given)} "
                             "indices")
        self.add(tir.BufferStore(buffer, number(value, buffer.dtype), given))

    def evaluate(self, value: Node | int) -> None:
        """An expression as a statement: `T.evaluate(value)`."""
        self.add(tir.Evaluate(value))

    def let(self, name: str, value: Node) -> Node:
        """A variable with a value, up to the end of the innermost block."""
        variable = tir.Var(name, dtype=dtype_of(value))
        self._rest("let", lambda body: tir.LetStmt(variable, value, body))
        return variable

    def attr(self, node: Any, key: str, value: Node | int) -> None:
        """`T.attr(node, key, value)`, up to the end of the innermost block."""
        self._rest("attr", lambda body: tir.AttrStmt(node, key, value, body))

    def assert_(self, condition: Node, message: str) -> None:
        """An assertion, whose body is the rest of the innermost block."""
        self._rest("assert_", lambda body: tir.AssertStmt(condition, tir.StringImm(message), body))

    def allocate(self, name: str, shape: Sequence[Value], dtype: str = "float32", *,
                 scope: str = "global", annotations: Mapping[str, Any] | None = None) -> Node:
        """Memory up to the end of the innermost block, as a buffer."""
        made = self.new_buffer(name, shape, dtype, scope=scope)
        self._rest("allocate", lambda body: tir.Allocate(
            made.data, dtype, list(made.shape), number(True, "bool"),
            tir.DeclBuffer(made, body), dict(annotations or {})))
        return made

    def decl_buffer(self, name: str, shape: Sequence[Value], dtype: str, data: Node) -> Node:
        """Another buffer for the memory of a pointer, up to the end of the innermost block."""
        made = self.new_buffer(name, shape, dtype, data=data)
        self._rest("decl_buffer", lambda body: tir.DeclBuffer(made, body))
        return made

    # ---- statements with a body ----

    @contextlib.contextmanager
    def for_(self, name: str, extent: Value, kind: str = "serial", *, start: Value = 0,
             step: Value | None = None, thread: str | None = None,
             annotations: Mapping[str, Any] | None = None) -> Iterator[Node]:
        """A loop, whose variable has the dtype of `extent`. `kind` is serial, parallel, vectorized,
        unrolled or thread_binding; `thread`, such as "threadIdx.x", implies the last one."""
        word = "thread_binding" if thread else kind
        _choice("kind of loops", word, LOOPS)
        dtype = dtype_of(extent) if isinstance(extent, Node) else "int32"
        variable = tir.Var(name, dtype=dtype)

        def done(frame: _Frame) -> None:
            bound = tir.IterVar(None, tir.Var("iter", dtype=dtype), 1, thread) if thread else None
            self.add(tir.For(variable, number(start, dtype), number(extent, dtype),
                             LOOPS.index(word), frame.body(), bound, dict(annotations or {}),
                             None if step is None else number(step, dtype)))

        self._statements("for_")
        with self._open("a loop", done):
            yield variable

    @contextlib.contextmanager
    def grid(self, *axes: tuple[str, Value]) -> Iterator[tuple[Node, ...]]:
        """Nested loops: `with b.grid(("i", 4), ("j", 8)) as (i, j):`."""
        with contextlib.ExitStack() as stack:
            yield tuple(stack.enter_context(self.for_(name, extent)) for name, extent in axes)

    @contextlib.contextmanager
    def while_(self, condition: Node) -> Iterator[None]:
        """A loop as long as a condition holds."""
        self._statements("while_")
        with self._open("a loop", lambda frame: self._add(tir.While(condition, frame.body()))):
            yield

    @contextlib.contextmanager
    def if_(self, condition: Node) -> Iterator[None]:
        """A branch. `with b.else_():` directly behind it is the other one."""
        self._statements("if_")
        with self._open("a branch", lambda frame: self._add(
                tir.IfThenElse(condition, frame.body(), None))):
            yield

    @contextlib.contextmanager
    def else_(self) -> Iterator[None]:
        """The other branch of the `if` directly before it."""
        outer = self._statements("else_")
        last = outer.items[-1] if outer.items else None
        if not isinstance(last, Node) or not last.is_a("tir.IfThenElse") or last.else_case:
            raise RuntimeError("else_() needs an if_() directly before it")

        with self._open("a branch") as frame:
            yield
        outer.items[-1] = last.replace(else_case=frame.body())

    def _add(self, statement: Node) -> None:
        self._frames[-1].items.append(statement)

    # ---- blocks ----

    @contextlib.contextmanager
    def block(self, name: str = "") -> Iterator[None]:
        """A block. axis(), where(), reads(), writes(), alloc_buffer(), match_buffer() and init()
        describe it."""
        def done(frame: _Frame) -> None:
            facts = frame.facts
            self._add(tir.BlockRealize(facts["values"], facts["where"], tir.Block(
                facts["axes"], facts["reads"], facts["writes"], name, facts["alloc"],
                facts["match"], facts["annotations"], facts["init"], frame.body())))

        self._statements("block")
        with self._open("a block", done) as frame:
            frame.facts.update(values=[], where=number(True, "bool"), axes=[], reads=[], writes=[],
                               alloc=[], match=[], annotations={}, init=None)
            yield

    def axis(self, name: str, extent: Value, value: Value, kind: str = "spatial", *,
             start: Value = 0) -> Node:
        """An iterator of the block, bound to `value`. `kind` is spatial, reduce, scan or opaque."""
        _choice("kind of iterators", kind, list(AXES))
        facts = self._innermost("axis", "a block").facts
        dtype = dtype_of(value) if isinstance(value, Node) else "int32"
        variable = tir.Var(name, dtype=dtype)
        dom = ir.Range(number(start, dtype), number(extent, dtype))
        facts["axes"].append(tir.IterVar(dom, variable, AXES[kind], ""))
        facts["values"].append(number(value, dtype))
        return variable

    def where(self, predicate: Node) -> None:
        """The block runs only where the predicate holds."""
        self._innermost("where", "a block").facts["where"] = predicate

    def annotate(self, key: str, value: Any) -> None:
        """An annotation of the block."""
        self._innermost("annotate", "a block").facts["annotations"][key] = value

    def reads(self, *regions: Node) -> None:
        """What the block reads: `A[i, 0:4]`, or a buffer as a whole."""
        self._innermost("reads", "a block").facts["reads"] += map(_region, regions)

    def writes(self, *regions: Node) -> None:
        """What the block writes."""
        self._innermost("writes", "a block").facts["writes"] += map(_region, regions)

    def alloc_buffer(self, name: str, shape: Sequence[Value], dtype: str = "float32", *,
                     scope: str = "global") -> Node:
        """A buffer of the block."""
        made = self.new_buffer(name, shape, dtype, scope=scope)
        self._innermost("alloc_buffer", "a block").facts["alloc"].append(made)
        return made

    def match_buffer(self, name: str, source: Node, shape: Sequence[Value]) -> Node:
        """A buffer of the block for a region of another buffer."""
        facts, part = self._innermost("match_buffer", "a block").facts, _region(source)
        made = self.new_buffer(name, shape, part.buffer.dtype,
                               scope=part.buffer.data.type_annotation.storage_scope)
        facts["match"].append(tir.MatchBufferRegion(made, part))
        return made

    @contextlib.contextmanager
    def init(self) -> Iterator[None]:
        """The statements before the first iteration of the reduction axes of the block."""
        facts = self._innermost("init", "a block").facts
        with self._open("an init", lambda frame: facts.update(init=frame.body())):
            yield

    # ---- functions of Relax ----

    @staticmethod
    def tensor(shape: Sequence[Value] | None = None, dtype: str = "float32", *,
               ndim: int = -1) -> Node:
        """The struct info of a tensor. Without a shape only the number of dimensions is known, or
        nothing (-1)."""
        if shape is None:
            return relax.TensorStructInfo(None, dtype, None, ndim)
        dims = relax.ShapeExpr([number(one, "int64") for one in shape])
        return relax.TensorStructInfo(dims, dtype, None, len(shape))

    @contextlib.contextmanager
    def function(self, name: str = "main", *, private: bool = False, pure: bool = True,
                 attrs: Mapping[str, Any] | None = None) -> Iterator[None]:
        """A function of Relax, whose value emit_func_output() gives."""
        def done(frame: _Frame) -> None:
            facts = frame.facts
            if facts["output"] is None:
                raise RuntimeError(f"the function {name!r} has no value: emit_func_output()")
            self._close_bindings(frame)
            result = _struct_info(facts["output"])
            body = relax.SeqExpr(facts["blocks"], facts["output"], struct_info_=result)
            symbol = {} if private else {"global_symbol": name}
            kinds = [one.struct_info_ for one in facts["params"]]
            self._finish(name, relax.Function(
                facts["params"], body, result, pure,
                attrs=ir.DictAttrs({**symbol, **(attrs or {})}),
                struct_info_=relax.FuncStructInfo(kinds, result, None, pure)))

        self._outside("function")
        with self._open("a function of Relax", done) as frame:
            frame.facts.update(params=[], blocks=[], bindings=[], output=None)
            yield

    @staticmethod
    def _close_bindings(frame: _Frame) -> None:
        if frame.facts["bindings"]:
            frame.facts["blocks"].append(relax.BindingBlock(frame.facts["bindings"]))
            frame.facts["bindings"] = []

    @contextlib.contextmanager
    def dataflow(self) -> Iterator[None]:
        """A block without side effects. Only the variables of emit_output() are visible behind
        it."""
        outer = self._innermost("dataflow", "a function of Relax")

        def done(frame: _Frame) -> None:
            if frame.facts["bindings"]:
                outer.facts["blocks"].append(relax.DataflowBlock(frame.facts["bindings"]))

        self._close_bindings(outer)
        with self._open("a dataflow block", done) as frame:
            frame.facts["bindings"] = []
            yield

    def _bind(self, what: str, value: Node, name: str, info: Node | None, is_output: bool) -> Node:
        frame = self._innermost(what, "a function of Relax", "a dataflow block")
        known = info or _struct_info(value)
        is_inner = frame.kind == "a dataflow block" and not is_output
        kind: Any = relax.DataflowVar if is_inner else relax.Var
        variable: Node = kind(relax.Id(name), struct_info_=known)
        if "struct_info_" in value.field_names() and value.struct_info_ is None:
            value = value.replace(struct_info_=known)
        frame.facts["bindings"].append(relax.VarBinding(value, var=variable))
        return variable

    def emit(self, value: Node, name: str = "lv", info: Node | None = None) -> Node:
        """Binds a value to a new variable, whose struct info is inferred unless `info` is given.
        In a dataflow block the variable is visible only there."""
        return self._bind("emit", value, name, info, False)

    def emit_output(self, value: Node, name: str = "gv", info: Node | None = None) -> Node:
        """The same; the variable is visible behind the dataflow block."""
        self._innermost("emit_output", "a dataflow block")
        return self._bind("emit_output", value, name, info, True)

    def match_cast(self, value: Node, info: Node, name: str = "lv") -> Node:
        """A variable for a value whose struct info is checked at run time."""
        frame = self._innermost("match_cast", "a function of Relax", "a dataflow block")
        is_inner = frame.kind == "a dataflow block"
        kind: Any = relax.DataflowVar if is_inner else relax.Var
        variable: Node = kind(relax.Id(name), struct_info_=info)
        frame.facts["bindings"].append(relax.MatchCast(value, info, var=variable))
        return variable

    def call_tir(self, function: str, arguments: Sequence[Node], info: Node) -> Node:
        """A call of a prim_func, which writes its result of this struct info."""
        given = relax.Tuple(list(arguments), struct_info_=relax.TupleStructInfo(
            [_struct_info(one) for one in arguments]))
        return call_op("relax.call_tir", self.global_var(function), given, info=[info])

    def emit_func_output(self, value: Node) -> None:
        """The value of the function."""
        self._innermost("emit_func_output", "a function of Relax").facts["output"] = value


def _struct_info(value: Node) -> Node:
    known = value.struct_info_ if "struct_info_" in value.field_names() else None
    found: Node | None = known or infer(value)
    if found is None:
        raise Error(f"the struct info of {value!r} cannot be inferred: give it as `info`")
    return found


def _region(part: Node) -> Node:
    """`A[i]`, a region or a whole buffer as a region."""
    if part.is_a("tir.BufferRegion"):
        return part
    found: Node
    if part.is_a("tir.BufferLoad"):
        found = region(part.buffer, part.indices)
        return found
    if part.is_a("tir.Buffer"):
        found = region(part, (slice(None),) * len(part.shape))
        return found
    raise TypeError(f"expected `A[i]`, a region or a buffer, got {part!r}")
