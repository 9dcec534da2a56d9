"""Builds the extension, which contains the library.

CMake builds the libraries first. TUNIP_LIBRARY=FILE takes a static libtunip.a that is already
built, with position-independent code, and the libtunip-tvm.a beside it.
"""

import os
import pathlib
import re
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get("TUNIP_SOURCE", HERE.parent.parent))
# 3.10 is the first version whose limited API gives the UTF-8 of a str without a copy. One build
# works with all later versions.
LIMITED = "0x030a0000"


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(tunip VERSION ([\d.]+)", text)[1]


def build_library(folder):
    """The static library, with position-independent code. libtunip-tvm.a is beside it."""
    given = os.environ.get("TUNIP_LIBRARY")
    if given:
        return pathlib.Path(given).resolve()
    folder = pathlib.Path(folder).resolve() / "library"
    off = [f"-DTUNIP_{part}=OFF" for part in ("BUILD_CLI", "BUILD_TESTS", "BUILD_MAN", "INSTALL")]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                    "-DTUNIP_BUILD_TVM=ON", *off], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "tunip_static",
                    "tunip_tvm_static", "--parallel", str(os.cpu_count() or 1)], check=True)
    return folder / "libtunip.a"


def utf8proc():
    """The static libutf8proc, so that the wheel needs no other library; else the shared one."""
    asked = subprocess.run(["pkg-config", "--variable=libdir", "libutf8proc"],
                           stdout=subprocess.PIPE, text=True, check=False)
    static = pathlib.Path(asked.stdout.strip()) / "libutf8proc.a"
    return str(static) if asked.stdout.strip() and static.exists() else "-lutf8proc"


class Build(build_ext):
    def build_extension(self, ext):
        library = build_library(self.build_temp)
        libraries = [str(library.with_name("libtunip-tvm.a")), str(library)]
        ext.extra_link_args = [
            "-Wl,--whole-archive", *libraries, "-Wl,--no-whole-archive", utf8proc(),
            "-Wl,--exclude-libs,libutf8proc.a", "-lm", "-ldl", "-pthread",
            *os.environ.get("TUNIP_LINK_FLAGS", "").split()]
        ext.depends = [*libraries, str(HERE / "ext/binding.h")]
        super().build_extension(ext)


setup(
    version=version(),
    ext_modules=[Extension(
        "tunip._tunip",
        sources=[f"ext/{path.name}" for path in sorted((HERE / "ext").glob("*.c"))],
        include_dirs=[str(ROOT / "include"), str(ROOT / "bindings/tvm")],
        define_macros=[("Py_LIMITED_API", LIMITED), ("_POSIX_C_SOURCE", "200809L")],
        extra_compile_args=["-std=c11", "-fvisibility=hidden", "-Wall", "-Wextra",
                            *os.environ.get("TUNIP_COMPILE_FLAGS", "").split()],
        py_limited_api=True)],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp310"}})
