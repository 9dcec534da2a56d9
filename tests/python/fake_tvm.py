"""The few names of TVM's Python packages that tunip uses, for live objects of the stand-in for
tvm-ffi (tests/live): its library is standin.so among the plugins of the tests."""

import ctypes
import os
import pathlib
import sys
import types


class Object:
    """A live object, which has a reference."""

    __module__ = "tvm_ffi.core"
    library = None

    def __init__(self, address):
        self.address = address

    def __chandle__(self):
        return self.address

    def __del__(self):
        self.library.TVMFFIObjectDecRef(ctypes.c_void_p(self.address))

    def __repr__(self):
        return sys.modules["tvm_ffi.core"].__object_repr__(self)


class Loop(Object):
    """IR, which has a script."""

    def script(self):
        return sys.modules["tvm.runtime"]._ffi_node_api.TVMScriptPrinterScript(self, None)


def load():
    """The library, whose functions return addresses of objects."""
    name = pathlib.Path(os.environ["TUNIP_PLUGINS"]) / "standin.so"
    library = ctypes.CDLL(str(name), ctypes.RTLD_GLOBAL)
    library.standin_use(23)
    for name in "loop", "newer_loop", "loops", "pair":
        getattr(library, f"standin_{name}").restype = ctypes.c_void_p
    Object.library = library
    return library


def loop(addend):
    """for i in range(8): T.evaluate(i + ADDEND)"""
    return Loop(Object.library.standin_loop(ctypes.c_int64(addend)))


def loops(count):
    """A list of them."""
    return Loop(Object.library.standin_loops(ctypes.c_size_t(count)))


def newer_loop(addend):
    """The same of v0.26."""
    return Loop(Object.library.standin_newer_loop(ctypes.c_int64(addend)))


def pair():
    """An object of a type that tunip does not know."""
    return Object(Object.library.standin_pair())


class PassContext:
    """Settings of passes: as TVM's, with the instruments of the innermost context that is entered,
    or of the default one."""

    stack = []

    def __init__(self, opt_level=2, required_pass=None, disabled_pass=None, instruments=None,
                 config=None):
        self.opt_level, self.instruments = opt_level, list(instruments or [])

    def override_instruments(self, instruments):
        self.instruments = list(instruments)

    def __enter__(self):
        self.stack.append(self)

    def __exit__(self, *_):
        self.stack.pop()

    @classmethod
    def current(cls):
        return cls.stack[-1]


def run_pass(name, module, change):
    """Runs a pass: a function of a module. An error ends it without a word to the instruments."""
    context = sys.modules["tvm.ir.transform"].PassContext.current()
    info, instruments = types.SimpleNamespace(name=name), context.instruments
    for one in instruments:
        one.run_before_pass(module, info)
    module = change(module)
    for one in instruments:
        one.run_after_pass(module, info)
    return module


def assert_structural_equal(lhs, rhs):
    """As TVM's: it finds the function when it is called."""
    sys.modules["tvm.runtime"]._ffi_node_api.StructuralEqual(lhs, rhs, True, False)


def newer_modules():
    """TVM's modules of v0.26, whose assert_structural_equal() asks tvm_ffi."""
    found = modules()
    del found["tvm.runtime"]._ffi_node_api.StructuralEqual
    base = found["tvm.ir.base"] = types.ModuleType("tvm.ir.base")
    base.tvm_ffi = types.SimpleNamespace(
        get_first_structural_mismatch=lambda lhs, rhs, map_free_vars:
        None if lhs is rhs else ("<root>", "<root>"), name="tvm_ffi")

    def check(lhs, rhs):
        found = base.tvm_ffi.get_first_structural_mismatch(lhs, rhs, False)
        if found:
            raise ValueError(f"TVM's own message about {base.tvm_ffi.name}")

    base.assert_structural_equal = check
    return found


def modules():
    """TVM's modules, by name."""
    core, ffi = types.ModuleType("tvm_ffi.core"), types.ModuleType("tvm_ffi")
    core.Object, core.__object_repr__ = Object, lambda obj: "plain"
    runtime, tvm = types.ModuleType("tvm.runtime"), types.ModuleType("tvm")

    def compare(lhs, rhs, assert_mode, _):
        if assert_mode and lhs is not rhs:
            raise ValueError("TVM's own message")
        return lhs is rhs

    passes, tools = types.ModuleType("tvm.ir.transform"), types.ModuleType("tvm.ir.instrument")
    passes.PassContext = type("PassContext", (PassContext,), {"stack": []})
    passes.PassContext.stack.append(passes.PassContext())
    tools.pass_instrument = lambda cls: cls
    runtime._ffi_node_api = types.SimpleNamespace(
        TVMScriptPrinterScript=lambda obj, config: "plain", StructuralEqual=compare)
    return {"tvm_ffi": ffi, "tvm_ffi.core": core, "tvm": tvm, "tvm.runtime": runtime,
            "tvm.ir.transform": passes, "tvm.ir.instrument": tools}
