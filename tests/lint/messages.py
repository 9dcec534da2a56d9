#!/usr/bin/env python3
"""Checks the wording of the messages about scripts and other inputs.

usage: messages.py ROOT [--list]

A message is a text that the readers, core/elaborate or the dialects pass to one of FUNCTIONS, or a
line of the expected messages of a test. --list writes them all. A message

- names no type of the IR in C or in saved graphs: a node is "a buffer", and not `tir.Buffer`;
- quotes the user's words with `backticks` alone;
- ends without a period;
- says "not a bool" or "has no ...", and never "is no bool".
"""

import pathlib
import re
import sys

FOLDERS = ("src/readers", "src/core/elaborate", "src/dialects")
FUNCTIONS = (r"(?:tunip_complain(?:_also|_instead)?|tunip_warn|complain_\w+|\w*refuse\w*|"
             r"\w*reject\w*|tn_\w*fail\w*|tn_py_\w*error|tunip_input_fail|fail_at|mismatch)")
# Saved graphs hold these keys, so messages about them may name them.
SAVED = ("src/readers/tvm/", "src/readers/tvm_legacy/", "src/readers/assembler.c")
STRING = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(rf"\b{FUNCTIONS}\(((?:[^;{{}}\"]|{STRING})*?);")
RULES = (
    (re.compile(r"\btunip_\w+|\bTUNIP_\w+|\btn_\w+"), "names a type of C"),
    (re.compile(r"(?<![\w`.\x22])(?:ir|tirx?|relax|relay)\.(?:expr\.)?[A-Z]\w+"),
     "names a type of IR"),
    (re.compile(r"(?<!\w)'[^' ]+'(?!\w)|(?<![(\[])\\\"%"), "quotes without backticks"),
    (re.compile(r"[^.]\.$"), "ends with a period"),
    (re.compile(r"(?<!there )\b(?:is|are) no \w"), "says 'is no'"),
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


def messages(path, root):
    """The messages of a source file, each with its place, and the calls that write them."""
    text = without_comments(path.read_text(encoding="utf-8"))
    for call in CALL.finditer(text):
        place = f"{path.relative_to(root)}:{text.count(chr(10), 0, call.start()) + 1}"
        joined = re.sub(r'"\s*\n\s*"', "", call[1])
        strings = [s[1:-1] for s in re.findall(STRING, joined)]
        yield place, [s for s in strings if " " in s], call[1]


def check(place, message):
    for pattern, rule in RULES:
        if pattern.search(message) and message not in ALLOWED:
            complain(place, rule, message)


def expected(root):
    """The lines of messages in the expected output of scripts."""
    for path in sorted((root / "tests/script").glob("*.err")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r"tunip: [^ ]+:\d+:\d+: (?:warning: )?(.*)|"
                             r" +(?:\d+ )?= (?:help|note): (.*)", line)
            if match:
                yield f"{path.relative_to(root)}:{number}", match[1] or match[2]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    count = 0
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.c")):
            name = path.relative_to(root).as_posix()
            for place, texts, call in messages(path, root):
                if KEY.search(call) and not name.startswith(SAVED):
                    complain(place, "shows the key of a type", " ".join(call.split()))
                for text in texts:
                    count += 1
                    if "--list" in sys.argv:
                        print(f"{place}: {text}")
                    check(place, text)
    for place, text in expected(root):
        count += 1
        if "the metadata cannot be read" not in text:  # which is a saved graph
            check(place, text)
    print(*found, sep="\n")
    print(f"messages: {count}, {len(found)} wrong")
    return 1 if found or count < 400 else 0


sys.exit(main())
