#!/usr/bin/env python3
"""Checks rules of the sources that the compiler does not check: includes between layers, lengths of
files, functions and lines, forbidden calls.

usage: sources.py ROOT
"""

import pathlib
import re
import statistics
import subprocess
import sys

LONGEST_FILE = 1200
# An algorithm may read better whole than in helpers with one caller.
LONGEST_FUNCTION = 60
LONGEST_TEST = 60
LONGEST_LINE = 100
GENERATED = {"src/util/json.c", "src/read/formats/python/lexer.c",
             "src/backends/builder/names.def", "include/tunip/tvm/relax_attrs.h",
             "src/dialects/relax/generated/attrs.c", "src/dialects/tir/generated/tirx_types.c",
             "include/tunip/tvm/relay_attrs.h", "include/tunip/tvm/relay_types.h",
             "src/dialects/relay/generated/attrs.c", "src/dialects/relay/generated/defaults.def"}
# Data from elsewhere, which keeps its form.
EXEMPT = re.compile(
    r"tests/.*\.pack|tests/abi/.*\.xz|tests/documents/unformatted\.py|"
    r"tests/golden/.*\.(json|py)|tests/diff/.*\.(json|diff)|"
    r"tests/fuzz/corpus/.*|tests/cli/data/.*|tests/mlir/.*\.mlir|"
    r"tests/history/(data|marked)/.*|tests/history/blame\.tsv|tests/collage/runs/.*|"
    r".*\.(tsv|expected)")
TOP = {".ci", ".clang-format", ".editorconfig", ".github", ".gitignore", ".pre-commit-hooks.yaml",
       "CHANGELOG.md", "CMakeLists.txt", "CONTRIBUTING.md", "LICENSE", "README.md", "bindings",
       "cmake", "completions", "dev", "docs", "editors", "examples", "include", "man", "ports",
       "programs", "schema", "src", "tests", "tools"}
GOLDEN_RUNNER = "tests/golden/run.py"

IR = ("base", "node", "source", "ext/scratch", "ext/dialect", "ext/elaborate", "ext/ir_rules",
      "ext/convert", "tvm/ir", "tvm/ir_types_v26", "tvm/ir_types_v24", "tvm/ir_types_v25")
TIR = IR + ("ext/tir_rules", "tvm/tir", "tvm/tir_builder", "tvm/arith", "tvm/te", "tvm/tirx_types",
            "tvm/tirx_others", "tvm/relax_types_v26", "tvm/tirx_types_v24", "tvm/tirx_types_v25")
RELAX = IR + ("ext/tir_rules", "tvm/tir", "tvm/relax", "tvm/relax_attrs",
               "tvm/relax_pattern", "tvm/relax_types_v26", "tvm/relax_attrs_v26",
               "tvm/relax_pattern_v26", "tvm/relax_types_v24", "tvm/relax_types_v25")
RELAY = IR + ("ext/tir_rules", "site", "tvm/tir", "tvm/relay", "tvm/relay_types", "tvm/relay_attrs",
         "tvm/te")
# These stand on no other header and have no linkage. Dialects may include the first two; the reader
# of traces shares the table of the primitives with their print.
EVERYWHERE = ("util/le.h", "util/mix.h", "dialects/tir/primitives.def")
# The folders of the sources.
SOURCES = ("src/", "programs/")
# Which folders below src/ and which public headers a layer may include. Its own folder is always
# allowed. A name that ends in a slash stands for the folder and all folders in it. None allows
# every public header. The first row that a file's path starts with is its layer.
LAYERS = {
    "util": ((), ("base", "source", "diagnostic", "json", "path", "ext/scratch")),
    "ir": (("util",), ("base", "json", "node", "context", "graph", "path", "check", "rewrite",
                       "site", "source", "span_builder", "ext/backend", "ext/dialect",
                       "ext/plugin", "ext/format", "ext/doc_kinds", "vintages")),
    "compare": (("util", "ir"), ("base", "node", "context", "graph", "path", "equal", "diff",
                                 "diagnostic", "rewrite", "vintage", "ext/convert",
                                 "ext/dialect")),
    "print": (("util", "ir", "compare", "format"), None),
    "format": (("util", "read", "read/formats/python"), None),
    "read/formats/tvm_legacy": (("util", "ir", "read", "read/formats/tvm"),
                                ("base", "ext/format", "json")),
    "read/formats/tvm": (("util", "ir", "read"),
                         ("base", "ext/format", "json", "vintages")),
    "read/formats": (("util", "ir", "read", "read/formats/"), None),
    "read": (("util", "ir", "compare"), None),
    "library": (("util", "ir", "compare", "print", "read", "backends"), None),
    "views": (("util", "ir", "compare", "print", "library"), None),
    "check": (("util", "compare", "read", "read/formats/python", "dialects/relax",
               "dialects/relax/infer", "dialects/relax/read"),
              None),
    "dialects/ir/generated": (("dialects/ir",), IR),
    # The tables of the operators say which versions have one.
    "dialects/ir": (("dialects/ir/generated", "dialects/tir", "dialects/relax"), IR),
    "dialects/tir/generated": (("dialects/tir",), TIR),
    "dialects/tir": (("dialects/tir/generated",), TIR),
    "dialects/relax/generated": (("dialects/relax",), RELAX),
    "dialects/relax/infer": (("dialects/relax",), RELAX),
    "dialects/relax/read": (("dialects/relax", "dialects/relax/infer"), RELAX),
    "dialects/relax/print": (("dialects/relax", "dialects/relax/infer", "dialects/relax/read",
                              "dialects/relax/generated"), RELAX),
    # The table of the operators names functions of all rooms.
    "dialects/relax": (("dialects/relax/generated", "dialects/relax/infer", "dialects/relax/read",
                        "dialects/relax/print"), RELAX),
    "dialects/relay/generated": (("dialects/relay",), RELAY),
    "dialects/relay": (("dialects/relay/generated",), RELAY),
    "dialects/graph": ((), ("ext/dialect", "tvm/graph_executor")),
    "dialects/mlir": ((), ("ext/dialect", "mlir")),
    "dialects": ((), ("ext/dialect",)),
    "backends": (("backends/",),
                 ("base", "ext/doc_kinds", "ext/doc_members", "ext/doc_words", "ext/backend")),
    "programs/child": (("util",), ()),
    "programs/explorer": (("util",), ("tunip", "base", "mlir")),
    "programs/watch": (("util", "programs/child"), ("base",)),
    # The runtime knows nothing of the debugger.
    "programs/debug/runtime": (("util", "programs/debug"), ("tunip",)),
    "programs/debug/session": (("util", "programs/child", "programs/debug",
                                "programs/debug/runtime"), ("tunip",)),
    "programs/debug/programs": (("util", "programs/debug", "programs/debug/runtime",
                                 "programs/debug/session", "cli"), ("tunip",)),
    "programs/debug": (("util",), ("tunip", "tvm/graph_executor")),
    "programs/outline": ((), ("tunip",)),
    "programs/lsp": (("util", "programs/outline"), ("tunip", "mlir", "format_script", "ext/dialect",
                                                  "ext/format")),
    "programs/inspect": (("util", "programs/child"),
                         ("tunip", "base", "json", "node", "graph", "source", "ext/dialect")),
    "programs/collage": (("util", "programs/child"),
                         ("tunip", "base", "tvm/relay", "ext/dialect")),
    "cli": (("programs/child", "programs/collage", "programs/debug", "programs/explorer",
             "programs/inspect", "programs/lsp", "programs/outline", "programs/watch", "util"),
            ("tunip", "mlir", "tvm/ir", "ext/dialect", "ext/backend", "ext/format", "ext/plugin",
             "vintages")),
}
# Every function of the library has a context, whose members are those of rooms that stand higher.
CONTEXT = "library/context.h"
# Libraries other than C's, and the folders that may include them.
PLATFORM = {
    "utf8proc.h": "src/util/",
    "pthread.h": "src/util/threads.h",
    "curses.h": "programs/debug/session/",
    "zlib.h": "src/util/unpack.c",
    "lzma.h": "src/util/unpack.c",
    "zstd.h": "src/util/unpack.c",
}

# Headers of what C does not have: POSIX systems and Windows differ there. One file hides this. The
# others are about processes, sockets, signals, or the screen of a debugger, which Windows does
# without.
SYSTEM = re.compile(
    r"(sys|arpa|netinet|mach-o)/.*|(unistd|fcntl|dirent|dlfcn|poll|termios|signal|spawn|ftw|"
    r"fnmatch|glob|locale|xlocale|windows|io|direct|process|share)\.h")
SYSTEM_FILES = ("src/util/os_", "programs/child/", "programs/watch/server.c",
                "programs/debug/runtime/", "programs/debug/session/", "programs/debug/programs/")
# These functions of POSIX stand in headers of C.
SYSTEM_CALLS = re.compile(
    r"\b(fileno|fdopen|open_memstream|fmemopen|getline|getdelim|popen|strdup|strndup|strerror_r|"
    r"realpath|mkstemp|mkdtemp|setenv|aligned_alloc|posix_memalign|clock_gettime|nanosleep|"
    r"newlocale|uselocale|fopen|rename|remove)\s*\(")
SYSTEM_MACROS = re.compile(r"^#define _(GNU|DEFAULT|XOPEN|BSD|DARWIN_C|POSIX_C)_?SOURCE", re.M)

FORBIDDEN = re.compile(
    r"\b(abort|exit|_Exit|quick_exit|longjmp|v?f?printf|f?puts|f?putc|putchar|perror|assert|signal|"
    r"setlocale|getenv|system|alloca|gets|strtok|v?sprintf|strcpy|strcat|rand)\s*\(")
# Words that only dialects know, in the strings of code that works for all of them.
DIALECT_WORDS = re.compile(
    r'"[^"\n]*\b(tir|tirx|relax|relay|prim_func|ir_module|dataflow|Buffer|Tensor)\b[^"\n]*"')
FOR_ALL_DIALECTS = ("src/read/",)
# Formats of one compiler.
FOR_ONE = ("src/read/formats/tvm", "src/read/formats/trace", "src/read/formats/graph",
           "src/read/formats/mlir")
# A language with the name of its dialect.
NAMES_OF_LANGUAGES = {("src/read/formats/relay/relay.c", '"relay"'),
                      ("src/read/formats/relay/relay.c", '".relay"')}
# A rule of a dialect that asks for the version of TVM. Rows with since and until do that.
ASKS_VINTAGE = re.compile(r"\w*vintage\w*|->\s*(since|until)\b")
# The functions that a reader of scripts asks instead: by the rows of a table, and by a name. The
# kinds of targets have rows for versions.
VINTAGE = "tunip_elaborator_vintage("
ASKERS = {"src/dialects/tir/script.c", "src/dialects/relax/read/read.h",
          "src/dialects/ir/target.c"}
# tunip_dump() prints for people in a debugger.
ALLOWED_CALLS = {("src/print/print.c", "fprintf"), ("src/util/os_posix.c", "signal"),
                 ("src/util/os_windows.c", "setlocale"), ("programs/child/child.c", "signal")}
HEADLESS = re.compile(r'(?:/\*|^ ?\*|^ *#|"""|^[-|]|[.:;]) (What|Whatever|Whoever) [a-z]', re.M)
ABSOLUTE = re.compile(r"(?<![\w.$}*])/(home|root|work|tmp|opt|usr/(?!bin/env\b|include\b))\w*")

problems = []


def complain(path, line, message):
    problems.append(f"{path}:{line}: {message}")


# ---- every text file ----

def check_text(path, text):
    if text and not text.endswith("\n"):
        complain(path, text.count("\n") + 1, "no newline at the end of the file")
    for number, line in enumerate(text.splitlines(), 1):
        if "\t" in line:
            complain(path, number, "tab")
        if line != line.rstrip():
            complain(path, number, "blanks at the end of the line")
        if path.suffix in (".c", ".h", ".def", ".re", ".py", ".sh") and len(line) > LONGEST_LINE:
            complain(path, number, f"line of {len(line)} columns")
        if ABSOLUTE.search(line) and path.name != "sources.py":
            complain(path, number, "absolute path")


# ---- C ----

def blank(match):
    """White space of the same shape."""
    return re.sub(r"[^\n]", " ", match.group())


def without_comments(text):
    return re.sub(r"/\*.*?\*/", blank, text, flags=re.S)


def without_strings(text):
    return re.sub(r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])+\'', blank, text)


def check_length(path, text):
    lines = text.count("\n")
    if lines > LONGEST_FILE:
        complain(path, lines, f"file of {lines} lines: at most {LONGEST_FILE}")
    if not text.startswith("/* " + path.name + " -- "):
        complain(path, 1, f"the file does not begin with '/* {path.name} -- ' and what it is for")


def check_english(path, text):
    """A sentence such as "What is missing is reported." has no concrete subject: name it."""
    for match in HEADLESS.finditer(text):
        sentence = text[match.start(1):].split(".")[0]
        if "?" not in sentence:
            complain(path, text.count("\n", 0, match.start(1)) + 1,
                     f"a sentence that begins with '{match[1]}': name its subject")


def functions(text):
    """The first line and the number of lines of each body; braces of functions stand alone."""
    start = None
    for number, line in enumerate(text.splitlines(), 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            yield start, number - start - 1
            start = None


def check_vintages(path, code):
    """Where versions of TVM differ, two rows of a dialect name two functions."""
    lines = code.splitlines()
    if path.as_posix() not in ASKERS:
        for number, line in enumerate(lines, 1):
            if VINTAGE in line:
                complain(path, number, "a reader asks for the version of TVM")
    for start, length in functions(code):
        head = start - 2
        while head > 0 and lines[head - 1].strip():
            head -= 1
        if "tunip_docsifier" not in " ".join(lines[head:start - 1]):
            continue
        for number in range(start, start + length):
            match = ASKS_VINTAGE.search(lines[number])
            if match:
                complain(path, number + 1, f"a rule asks for the version of TVM: {match[0]}")


def inside(path):
    """The path of a source as LAYERS has it: a folder below src/, or programs/ and a folder."""
    return path.as_posix().removeprefix("src/")


def layer_of(path):
    return next(name for name in LAYERS if inside(path).startswith(name + "/"))


def check_quoted(root, path, number, target):
    resolved = inside((root / path.parent / target).resolve().relative_to(root))
    own = inside(path.parent)
    folder = resolved.rpartition("/")[0]
    allowed = folder == own or any(
        (folder + "/").startswith(name) if name.endswith("/") else folder == name
        for name in LAYERS[layer_of(path)][0])
    allowed |= resolved in EVERYWHERE or (resolved == CONTEXT and path.parts[1] != "dialects")
    if not allowed:
        complain(path, number, f"{own} may not include {resolved}")


def check_bracketed(path, number, target):
    if SYSTEM.fullmatch(target) and not path.as_posix().startswith(SYSTEM_FILES):
        complain(path, number, f"<{target}> is only for {SYSTEM_FILES[0]}")
    if target in PLATFORM and not path.as_posix().startswith(PLATFORM[target]):
        complain(path, number, f"<{target}> is only for {PLATFORM[target]}")
    if not target.startswith("tunip"):
        return
    public = LAYERS[layer_of(path)][1]
    name = target.removeprefix("tunip/").rpartition(".")[0]
    if public is not None and name not in public:
        complain(path, number, f"{layer_of(path)} may not include <{target}>")


def check_includes(root, path, text):
    for match in re.finditer(r'^#include ([<"])([^>"]+)[>"]', text, flags=re.M):
        number = text.count("\n", 0, match.start()) + 1
        if match[1] == '"':
            check_quoted(root, path, number, match[2])
        else:
            check_bracketed(path, number, match[2])


def check_binding(path, text):
    """Bindings use the public headers alone, as code outside of the project does."""
    for match in re.finditer(r'^#include "([^"]+)"', text, flags=re.M):
        if "/" in match[1]:
            complain(path, text.count("\n", 0, match.start()) + 1,
                     f"a binding may not include {match[1]}")


def check_system(path, code):
    """C and the functions of util/os.h are the same everywhere."""
    if path.as_posix().startswith(SYSTEM_FILES) or path.as_posix().startswith("src/util/threads"):
        return
    for match in [*SYSTEM_CALLS.finditer(code), *SYSTEM_MACROS.finditer(code)]:
        complain(path, code.count("\n", 0, match.start()) + 1,
                 f"{match[0].strip(' (')} is only for {SYSTEM_FILES[0]}")


def check_calls(path, code):
    for match in FORBIDDEN.finditer(code):
        if (path.as_posix(), match[1]) not in ALLOWED_CALLS:
            complain(path, code.count("\n", 0, match.start()) + 1, f"the library calls {match[1]}")


def check_words(path, text):
    for match in DIALECT_WORDS.finditer(without_comments(text)):
        if (path.as_posix(), match[0]) in NAMES_OF_LANGUAGES:
            continue
        complain(path, text.count("\n", 0, match.start()) + 1,
                 f"{match[1]} is a word of a dialect")


def check_c(root, path, text, lengths):
    check_length(path, text)
    if path.as_posix().startswith(FOR_ALL_DIALECTS) and not path.as_posix().startswith(FOR_ONE):
        check_words(path, text)
    code = without_strings(without_comments(text))
    for start, length in functions(code):
        longest = LONGEST_TEST if path.as_posix().startswith("tests/") else LONGEST_FUNCTION
        if length > longest:
            complain(path, start, f"function of {length} lines: at most {longest}")
        if path.as_posix().startswith(SOURCES):
            lengths.append(length)
    if path.as_posix().startswith("bindings/"):
        check_binding(path, without_comments(text))
    if path.as_posix().startswith(SOURCES):
        check_includes(root, path, without_comments(text))
        check_system(path, code)
        if layer_of(path) not in ("cli", "programs/debug/programs"):
            check_calls(path, code)
        if path.as_posix().startswith("src/dialects/"):
            check_vintages(path, code)


# ---- all together ----

def text_files(root):
    for top in ("include", "src", "programs", "bindings", "tests", "examples", "man", "tools",
                ".ci"):
        yield from (path for path in sorted((root / top).rglob("*")) if path.is_file())
    names = ("dev", "CMakeLists.txt", ".gitignore")
    yield from (root / name for name in names)
    yield from sorted(root.glob("*.md"))


def check_top(root):
    """Finds files that a mistyped redirection left at the top and that were then committed."""
    if not (root / ".git").exists():
        return
    files = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    for name in sorted({file.split("/")[0] for file in files} - TOP):
        complain(name, 1, "is not listed in TOP, the files and folders at the top")


def check_layer_table(root):
    """Compares the table of src/README.md with LAYERS, without the folders inside of dialects."""
    path = pathlib.Path("src/README.md")
    rows = re.findall(r"^\| `([^|`]+)` \|[^|]*\|([^|]*)\|$", (root / path).read_text(), re.M)
    table = {name: set(re.findall(r"`([^`]+)`", allowed)) for name, allowed in rows}
    layers = {name: set(allowed) for name, (allowed, _) in LAYERS.items()
              if not name.startswith("dialects/")}
    for name in sorted(table.keys() | layers.keys()):
        if table.get(name) != layers.get(name):
            complain(path, 1, f"the row of {name} is {table.get(name)}, and LAYERS has "
                     f"{layers.get(name)}")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    lengths = []
    check_top(root)
    check_layer_table(root)
    for file in text_files(root):
        path = file.relative_to(root)
        exempt = EXEMPT.fullmatch(path.as_posix()) and path.as_posix() != GOLDEN_RUNNER
        if exempt or "__pycache__" in path.parts or path.as_posix() in GENERATED:
            continue
        text = file.read_text(encoding="utf-8")
        check_text(path, text)
        check_english(path, text)
        if path.suffix in (".c", ".h", ".def"):
            check_c(root, path, text, lengths)
    median = statistics.median(lengths)
    print(*problems, f"lint: {len(lengths)} functions, median {median} lines, "
          f"{len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
