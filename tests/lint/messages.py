#!/usr/bin/env python3
"""Checks the wording of the messages about scripts and other inputs, and of the programs.

usage: messages.py ROOT [--list]

A message is a text that a file of FOLDERS or PROGRAMS passes to one of its FUNCTIONS, or a line of
the expected messages of a test. --list writes them all. A message

- about a script names no type of the IR in C or in saved graphs: a node is "a buffer", and not
  `tir.Buffer`;
- quotes the user's words with `backticks` alone;
- ends without a period;
- says "not a bool" or "has no ...", and never "is no bool".

The expected messages of the cases of the command quote with backticks, too.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

FOLDERS = ("src/read", "src/dialects")
FUNCTIONS = (r"(?:tunip_complain(?:_also|_instead)?|tunip_warn|complain_\w+|\w*refuse\w*|"
             r"\w*reject\w*|tn_\w*fail\w*|tn_py_\w*error|tunip_input_fail|fail_at|mismatch)")
# The command, its programs, and the parts of the library that write messages about their options.
PROGRAMS = ("src/cli", "programs", "src/ir", "src/views", "src/util", "bindings")
PROGRAM_FUNCTIONS = (r"(?:cli_(?:fail\w*|note|say|scan_\w+)|tunip_error_set|reject|refuse\w*|fail|"
                     r"expected|in_(?:complain|fail)|cg_\w*fail|import_fail|tunip_writer_fail|"
                     r"tn_\w*fail|PyErr_(?:Format|SetString))")
# Saved graphs and lossless texts hold these keys, so messages about them may name them.
SAVED = ("src/read/formats/tvm/", "src/read/formats/tvm_legacy/", "src/read/formats/trace/",
         "src/read/assembler.c", "src/read/nodes.c")
STRING = r'"(?:[^"\\\n]|\\.)*"'
ARGUMENTS = rf"\(((?:[^;{{}}\"]|{STRING})*?);"
CALL = re.compile(rf"\b{FUNCTIONS}{ARGUMENTS}")
PROGRAM_CALL = re.compile(rf"\b{PROGRAM_FUNCTIONS}{ARGUMENTS}")
QUOTES = (re.compile(r"(?<!\w)'[^' ]+'(?!\w)|(?<![(\[])\\\"%"), "quotes without backticks")
RULES = (
    QUOTES,
    (re.compile(r"[^.]\.$"), "ends with a period"),
    (re.compile(r"(?<!there )\b(?:is|are) no \w"), "says 'is no'"),
)
SCRIPT_RULES = (
    *RULES,
    (re.compile(r"\btunip_\w+|\bTUNIP_\w+|\btn_\w+"), "names a type of C"),
    (re.compile(r"(?<![\w`.\x22])(?:ir|tirx?|relax|relay)\.(?:expr\.)?[A-Z]\w+"),
     "names a type of IR"),
    (re.compile(r"\bno word\b|\bsubscripted\b"), "uses a word of this project alone"),
)
# In a call: the message would show a key.
KEY = re.compile(r"\btype->key\b|_type\.key\b|->expects->key\b")
# Texts of other programs, or about the IR's own text.
ALLOWED = {"the script is not valid"}

found = []


def complain(place, rule, text):
    found.append(f"{place}: {rule}: {text}")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def messages(path, root, pattern):
    """The messages of a source file, each with its place, and the calls that write them."""
    text = without_comments(path.read_text(encoding="utf-8"))
    for call in pattern.finditer(text):
        place = f"{path.relative_to(root)}:{text.count(chr(10), 0, call.start()) + 1}"
        joined = re.sub(r'"\s*\n\s*"', "", call[1])
        strings = [s[1:-1] for s in re.findall(STRING, joined)]
        yield place, [s for s in strings if " " in s], call[1]


def check(place, message, rules):
    if "--list" in sys.argv:
        print(f"{place}: {message}")
    for pattern, rule in rules:
        if pattern.search(message) and message not in ALLOWED:
            complain(place, rule, message)


def expected():
    """The lines of messages in the expected output of scripts."""
    for path in sorted((pack.data() / "script").glob("*.err")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r"[^ ]+:\d+:\d+: (?:error|warning): (.*)|"
                             r" +(?:\d+ )?= (?:help|note): (.*)", line)
            if match:
                yield f"tests/script/{path.name}:{number}", match[1] or match[2]


def cases(root):
    """The messages in the cases of the command."""
    for path in sorted((root / "tests/cli").glob("*.cases")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.match(r"! (tunip: |[^ ]+:\d+:\d+: (error|warning|note): )", line):
                yield f"{path.relative_to(root)}:{number}", line


def sources(root, folders):
    return (path for folder in folders for path in sorted((root / folder).rglob("*.c")))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    count = 0
    for path in sources(root, FOLDERS):
        name = path.relative_to(root).as_posix()
        for place, texts, call in messages(path, root, CALL):
            count += len(texts)
            if KEY.search(call) and not name.startswith(SAVED):
                complain(place, "shows the key of a type", " ".join(call.split()))
            for text in texts:
                check(place, text, SCRIPT_RULES)
    for path in sources(root, PROGRAMS):
        for place, texts, _ in messages(path, root, PROGRAM_CALL):
            count += len(texts)
            for text in texts:
                check(place, text, RULES)
    for place, text in expected():
        count += 1
        if "the metadata cannot be read" not in text:  # which is a saved graph
            check(place, text, SCRIPT_RULES)
    for place, text in cases(root):
        check(place, text, (QUOTES,))
    print(*found, sep="\n")
    print(f"messages: {count}, {len(found)} wrong")
    return 1 if found or count < 1500 else 0


sys.exit(main())
