"""The build backend of the package: pip calls it for `pip install .` and for wheels. It needs no
other package, and so no network: CMake builds the library, and the compiler of the system (or CC)
the extension, which contains the library.

TUNIP_LIBRARY=FILE takes a static libtunip.a that is already built, with position-independent code,
and the libtunip-tvm.a and the programs beside it. TUNIP_SOURCE=FOLDER names the sources of tunip,
of a copy of this folder. TUNIP_COMPILE_FLAGS and TUNIP_LINK_FLAGS are added to the flags.
"""

import base64
import hashlib
import json
import keyword
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get("TUNIP_SOURCE", HERE.parent.parent)).resolve()
# 3.10 is the first version whose limited API gives the UTF-8 of a str without a copy. One build
# works with all later versions.
OLDEST = (3, 10)
METADATA = """Metadata-Version: 2.1
Name: tunip
Version: {version}
Summary: Compiler IR as text: print, read, compare and diff TVM's IR without TVM
License: Apache-2.0
Requires-Python: >={oldest}
Classifier: Programming Language :: C
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Software Development :: Compilers
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{readme}"""
ENTRY_POINTS = """[console_scripts]
tunip = tunip.__main__:main

[pytest11]
tunip = tunip.pytest_plugin
"""
# A line that Python runs at each start: TUNIP_RECORD=FOLDER records the passes of TVM.
STARTUP = ("import os; os.environ.get('TUNIP_RECORD') and "
           "__import__('tunip._record')._record.follow_environment()\n")
# The command, and the programs that `tunip debug` starts.
BIN = "tunip/bin/"
PROGRAMS = ("tunip", "tunip-run", "tunip-debug")


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(tunip VERSION ([\d.]+)", text)[1]


# The libraries that every Linux with a glibc has (PEP 600).
EVERYWHERE = re.compile(r"(lib(c|m|dl|rt|util|pthread|resolv|nsl|gcc_s|z)|ld-linux.*)\.so\.\d+")


def needs(path):
    """The newest version of glibc that an ELF file needs, and whether it needs no libraries but
    those that every Linux has; None if there is no readelf, or no glibc."""
    if not shutil.which("readelf"):
        return None
    told = subprocess.run(["readelf", "--wide", "-d", "-V", str(path)], stdout=subprocess.PIPE,
                          text=True, errors="replace", check=False,
                          env={**os.environ, "LC_ALL": "C"})
    versions = [(int(a), int(b)) for a, b in re.findall(r"\bGLIBC_(\d+)\.(\d+)", told.stdout)]
    libraries = re.findall(r"\(NEEDED\).*\[(.*?)\]", told.stdout)
    if not versions:
        return None
    return max(versions), all(map(EVERYWHERE.fullmatch, libraries))


def tag(files=None):
    """The tag of a wheel with these files: manylinux if the libraries that they need are those of
    every Linux, whose glibc is at least the one that the tag names."""
    platform = re.sub(r"\W", "_", sysconfig.get_platform())
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for data in (files or {}).values():
            if data[:4] == b"\x7fELF":
                path = pathlib.Path(folder) / "file"
                path.write_bytes(data)
                found.append(needs(path))
    if found and all(one and one[1] for one in found) and platform.startswith("linux_"):
        major, minor = max(one[0] for one in found)
        platform = f"many{platform}".replace("linux_", f"linux_{major}_{minor}_", 1)
    return f"cp{OLDEST[0]}{OLDEST[1]}-abi3-{platform}"


# ---- compiling ----

def run(*command):
    """Runs a command, whose output pip shows if it fails."""
    if not shutil.which(command[0]):
        raise SystemExit(f"tunip is built with `{command[0]}`, which is not installed: it needs "
                         "CMake, a C compiler, pkg-config, libutf8proc and the headers of Python")
    subprocess.run(command, check=True)


def library(folder):
    """The static library, with position-independent code. libtunip-tvm.a is beside it."""
    given = os.environ.get("TUNIP_LIBRARY")
    if given:
        return pathlib.Path(given).resolve()
    off = [f"-DTUNIP_{part}=OFF" for part in ("BUILD_TESTS", "BUILD_MAN", "INSTALL")]
    run("cmake", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
        "-DTUNIP_BUILD_TVM=ON", "-DTUNIP_BUILD_CLI=ON", "-DTUNIP_STATIC_DEPENDENCIES=ON", *off)
    run("cmake", "--build", str(folder), "--target", "tunip_static", "tunip_tvm_static",
        *PROGRAMS, "--parallel", str(os.cpu_count() or 1))
    return folder / "libtunip.a"


def utf8proc():
    """The static libutf8proc, so that the wheel needs no other library; else the shared one."""
    asked = subprocess.run(["pkg-config", "--variable=libdir", "libutf8proc"],
                           stdout=subprocess.PIPE, text=True, check=False)
    static = pathlib.Path(asked.stdout.strip()) / "libutf8proc.a"
    return str(static) if asked.stdout.strip() and static.exists() else "-lutf8proc"


def extension(folder, made):
    """The file of the extension."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise SystemExit("tunip needs a Python with the GIL: the free-threaded build has no "
                         "limited API")
    to = folder / "_tunip.abi3.so"
    to.parent.mkdir(exist_ok=True)
    run(*os.environ.get("CC", "cc").split(), "-std=c11", "-O2", "-fPIC", "-fvisibility=hidden",
        "-Wall", "-Wextra", "-D_POSIX_C_SOURCE=200809L",
        f"-DPy_LIMITED_API=0x{OLDEST[0]:02x}{OLDEST[1]:02x}0000",
        f"-I{ROOT}/include", f"-I{ROOT}/bindings/tvm", f"-I{sysconfig.get_path('include')}",
        *os.environ.get("TUNIP_COMPILE_FLAGS", "").split(),
        *map(str, sorted((HERE / "ext").glob("*.c"))), "-shared", "-o", str(to),
        "-Wl,--whole-archive", str(made.with_name("libtunip-tvm.a")), str(made),
        "-Wl,--no-whole-archive", utf8proc(), "-Wl,--exclude-libs,libutf8proc.a",
        "-lm", "-ldl", "-pthread", *os.environ.get("TUNIP_LINK_FLAGS", "").split())
    return to


# ---- wheels ----

def information(tagged):
    """The files of the .dist-info folder of a wheel, but for the list of all files."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return {
        "METADATA": METADATA.format(version=version(), readme=readme,
                                    oldest=".".join(map(str, OLDEST))).encode(),
        "WHEEL": ("Wheel-Version: 1.0\nGenerator: tunip\nRoot-Is-Purelib: false\n"
                  f"Tag: {tagged}\n").encode(),
        "entry_points.txt": ENTRY_POINTS.encode(),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def write_wheel(folder, files):
    """A wheel with these files, by name; returns the name of the wheel. The same files give the
    same bytes at any time."""
    tagged = tag(files)
    name = f"tunip-{version()}-{tagged}.whl"
    info = f"tunip-{version()}.dist-info"
    files = files | {f"{info}/{key}": data for key, data in information(tagged).items()}
    record = [f"{key},sha256={digest(data)},{len(data)}" for key, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for key, data in files.items():
            entry = zipfile.ZipInfo(key, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if key.startswith(BIN) else 0o644) << 16
            wheel.writestr(entry, data)
    return name


# ---- stubs ----

# The modules with types: the beginning of the keys, and the schemas that have them, newest last.
TYPED = {"tir": ("0.23",), "tirx": ("0.26",), "relax": ("0.26", "0.23"), "ir": ("0.26", "0.23"),
         "arith": ("0.23",)}
SCALARS = {"int": "int", "float": "float", "bool": "bool", "DataType": "str", "ffi.String": "str"}


def value_type(kind):
    """The Python type of the values that a field of the schema takes."""
    inner = re.fullmatch(r"Optional\[(.*)\]", kind)
    if inner:
        return f"{value_type(inner[1])} | None"
    if kind in SCALARS:
        return SCALARS[kind]
    if kind.startswith(("ffi.Array", "ffi.Tuple")):
        return "Sequence[Any]"
    if kind.startswith("ffi.Map"):
        return "Mapping[Any, Any]"
    if kind in ("ir.PrimExpr", "ir.Expr", "ir.IntImm"):
        return "Node | int"
    return "Any" if kind in ("Any", "ffi.Object") else "Node"


def fields_of(types, optional, key):
    """The fields of a type and the types of their values: its own before inherited ones."""
    found = {}
    while key in types:
        for name, kind, *_ in types[key].get("fields", ()):
            value = value_type(kind)
            if f"{key}.{name}" in optional and not value.endswith(("Any", "| None")):
                value += " | None"
            found.setdefault(name, value)
        key = types[key].get("base")
    return {name: row for name, row in found.items() if name.isidentifier()
            and not keyword.iskeyword(name)}


def stub_class(types, optional, key):
    """A class of a stub: its constructor with the fields as arguments."""
    fields = fields_of(types, optional, key)
    name = key.rsplit(".", 1)[-1]
    lines = [f"class {name}(Node, metaclass=NodeType):"]
    lines += [f"    {field}: Any" for field in fields if field != "parent"]
    arguments = "".join(f", {field}: {value} = ..." for field, value in fields.items())
    lines += [f"    def __new__(cls{arguments}) -> {name}: ..."]
    return "\n".join(lines)


def schema(name):
    """A file of facts about the types."""
    return json.loads((ROOT / "schema" / name).read_text(encoding="utf-8"))


def stubs():
    """The stubs of the modules with types, which the schemas describe."""
    made = {}
    for module, versions in TYPED.items():
        types, optional = {}, set()
        for version in versions:
            types |= schema(f"tvm-{version}.json")
            flags = schema(f"tvm-{version}.overlay.json").get("flags", {})
            optional |= {key for key, words in flags.items() if "optional" in words.split()}
        classes = {key.rsplit(".", 1)[-1]: key for key in types if key.startswith(f"{module}.")}
        body = [stub_class(types, optional, key) for name, key in sorted(classes.items())
                if name.isidentifier() and not keyword.iskeyword(name)]
        head = ("from typing import Any, Mapping, Sequence\n\nfrom . import Node\n"
                "from ._types import NodeType\n\n")
        made[f"tunip/{module}.pyi"] = (head + "\n".join(body) + "\n").encode()
    return made


def sources():
    """The files of the package, by name."""
    found = sorted((HERE / "tunip").glob("*.py*"))
    return {f"tunip/{path.name}": path.read_bytes() for path in found if path.is_file()} | {
        "tunip/py.typed": b"", "tunip-record.pth": STARTUP.encode()} | stubs()


def programs(built):
    """The programs beside the library, without their debug symbols, by name."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            if not (built.parent / name).exists():
                continue
            to = pathlib.Path(folder) / name
            shutil.copy(built.parent / name, to)
            if shutil.which("strip"):
                run("strip", str(to))
            found[BIN + name] = to.read_bytes()
    return found


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: makes a wheel."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "build"
        built = library(folder)
        made = extension(folder, built).read_bytes()
        files = sources() | {"tunip/_tunip.abi3.so": made} | programs(built)
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 660: the extension is put beside the sources, which Python then imports."""
    with tempfile.TemporaryDirectory() as folder:
        built = library(pathlib.Path(folder) / "build")
        shutil.copy(extension(pathlib.Path(folder) / "build", built), HERE / "tunip")
        for key, data in programs(built).items():
            to = HERE / key
            to.parent.mkdir(exist_ok=True)
            to.write_bytes(data)
            to.chmod(0o755)
    return write_wheel(wheel_directory, {"tunip.pth": f"{HERE}\n{STARTUP}".encode()})


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """PEP 517: the metadata of the wheel, without compiling."""
    to = pathlib.Path(metadata_directory) / f"tunip-{version()}.dist-info"
    to.mkdir(parents=True)
    for key, data in information(tag()).items():
        (to / key).write_bytes(data)
    return to.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_sdist(sdist_directory, config_settings=None):
    """PEP 517: there is none, because the package is a part of tunip's sources."""
    raise NotImplementedError("build the wheel from the sources of tunip")
