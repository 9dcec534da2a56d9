#!/usr/bin/env python3
"""pack.py -- packs: the small files of many cases in one text.

usage: pack.py list PACK                    the cases and their parts
       pack.py show PACK CASE [PART]        a case, or the bytes of one part
       pack.py extract PACK CASE [FOLDER]   writes the files of a case; prints the folder
       pack.py add PACK [NAME=]FILE...      takes files into a pack, in place of the same parts
       pack.py remove PACK CASE
       pack.py sort PACK                    puts a pack that was edited into this form
       pack.py unpack [FOLDER]              writes the files of all packs; prints the folder

PACK is a path from here or from tests/, such as golden/tir.pack. Without FOLDER it is a new folder.

A pack is a text with a heading for each case, in the order of their names, and below it a heading
for each part:

    ======== tir_var.named
    -------- json
    {"root_index": 1, ...}
    -------- py (no final newline)
    x

These stand for the files tir_var.named.json and tir_var.named.py beside the pack. The content of
the file follows its heading, byte for byte. Words in parentheses name the differences: the file
has `no final newline`, or the text is `escaped`. There `\\\\` is a backslash, and `\\x00` a byte
that an editor does not show, or that begins a line like a heading. A case without parts is a file
by itself.

The tests read files. Python takes them from data(), and CTest hands programs in C the same folder.
"""

import atexit
import functools
import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent
CASE, PART = b"======== ", b"-------- "
HEADING = re.compile(rb"^(?:%s|%s)(\S+)(?: \((.*)\))?\n" % (CASE, PART), re.M)
NO_NEWLINE, ESCAPED = b"no final newline", b"escaped"
# Names of parts that contain a dot. Other parts are named by what follows the last dot of a file.
LONG_PARTS = ("config.json", "defines.json", "lhs.json", "rhs.json", "fold.expected", "fold.err",
              "fold.warn", "diff.text", "diff.doc", "braces.text")
# Parts that hold what a test expects: they stand last.
RESULTS = ("diff", "doc", "err", "expected", "fold.err", "fold.expected", "fold.warn", "program",
           "rendered", "text", "verdict", "warn")
# Folders of cases.
ROOMS = ("apply", "backends", "bad", "builder", "cli/data", "diagnostics", "diff", "distinct",
         "equal", "fuzz/corpus", "golden", "mlir", "script", "syntax")


# ---- texts ----

def is_plain(text):
    """Whether an editor shows the text as it is, and no line of it looks like a heading."""
    shown = text.replace("\n", "").replace("\t", "")
    return shown.isprintable() and not re.search(f"^({CASE.decode()}|{PART.decode()})", text, re.M)


def escape(text):
    def byte_by_byte(match):
        return "".join(f"\\x{byte:02x}" for byte in match[0].encode(errors="surrogateescape"))

    text = text.replace("\\", "\\\\")
    text = re.sub("(?m)^[=-](?=[=-]{7} )", byte_by_byte, text)
    return re.sub(r"[^ \n\t]", lambda m: m[0] if m[0].isprintable() else byte_by_byte(m), text)


def unescape(content):
    return re.sub(rb"\\(\\|x(..))", lambda m: bytes.fromhex(m[2].decode()) if m[2] else b"\\",
                  content)


def entry(heading, name, content):
    """A heading and the content below it, as they stand in a pack."""
    text, notes = content.decode(errors="surrogateescape"), []
    if not is_plain(text):
        text = escape(text)
        notes.append(ESCAPED)
    if text and not text.endswith("\n"):
        text += "\n"
        notes.append(NO_NEWLINE)
    note = b" (%s)" % b", ".join(notes) if notes else b""
    return heading + name.encode() + note + b"\n" + text.encode()


def form(cases):
    """The text of a pack: {case: {part: content}}; the part of a case without parts is ""."""
    whole = []
    for case, parts in sorted(cases.items()):
        for name in [case, *parts]:
            if not re.fullmatch(r"[^\s()]*", name):
                raise ValueError(f"{name!r} is no name for a pack")
        if set(parts) == {""}:
            whole.append(entry(CASE, case, parts[""]))
            continue
        whole.append(CASE + case.encode() + b"\n")
        ordered = sorted(parts.items(), key=lambda item: (item[0] in RESULTS, item[0]))
        whole += [entry(PART, *item) for item in ordered]
    return b"".join(whole)


def parse(text):
    """The cases of the text of a pack, {case: {part: content}}."""
    headings, cases, parts = list(HEADING.finditer(text)), {}, {}
    for number, heading in enumerate(headings):
        following = headings[number + 1] if number + 1 < len(headings) else None
        content = text[heading.end():following.start() if following else len(text)]
        notes = (heading[2] or b"").split(b", ")
        if NO_NEWLINE in notes:
            content = content[:-1]
        if ESCAPED in notes:
            content = unescape(content)
        name = heading[1].decode()
        if heading[0].startswith(PART):
            parts[name] = content
            continue
        parts = cases.setdefault(name, {})
        if not following or not following[0].startswith(PART):
            parts[""] = content
    return cases


def read(path):
    return parse(path.read_bytes())


def write(path, cases):
    path.write_bytes(form(cases))


# ---- files ----

def split(name):
    """The case and the part of a file."""
    for part in LONG_PARTS:
        if name.endswith("." + part):
            return name.removesuffix("." + part), part
    case, _, part = name.rpartition(".")
    return (case, part) if case and "/" not in part else (name, "")


def file_name(case, part):
    return f"{case}.{part}" if part else case


def packs():
    return sorted(TESTS.rglob("*.pack"))


def add(path, files):
    """Takes files into a pack: (name, content)."""
    cases = read(path) if path.exists() else {}
    for name, content in files:
        case, part = split(name)
        cases.setdefault(case, {})[part] = content
    write(path, cases)


def contents():
    """{path from tests/: content} of all files in packs."""
    return {path.parent.relative_to(TESTS) / file_name(case, part): content
            for path in packs() for case, parts in read(path).items()
            for part, content in parts.items()}


def link(folder, root):
    """Other files of a folder with packs are there as well."""
    for path in (TESTS / folder).rglob("*"):
        if path.is_file() and path.suffix != ".pack" and path.parent.name != "__pycache__":
            to = root / path.relative_to(TESTS)
            if not to.is_symlink() or to.readlink() != path:
                to.parent.mkdir(parents=True, exist_ok=True)
                to.unlink(missing_ok=True)
                to.symlink_to(path)


def remove_others(root, files):
    """Removes what no pack and no link of link() stands for."""
    for folder, folders, names in os.walk(root):
        for name in names + folders:
            path = pathlib.Path(folder, name)
            if path.is_symlink():
                if not path.exists() or path.readlink() != TESTS / path.relative_to(root):
                    path.unlink()
            elif name in names and path.relative_to(root) not in files:
                path.unlink()


def unpack(root):
    """Writes the files of all packs, as they would lie in tests/, with links to their neighbours.
    Touches no file that is there already."""
    files = contents()
    for name, content in files.items():
        path = root / name
        if path.is_symlink():
            path.unlink()
        elif path.is_file() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    remove_others(root, files)
    for folder in ROOMS:
        link(folder, root)


@functools.cache
def data():
    """The folder with the files of all packs: that of CTest, or one until the program ends."""
    if "TUNIP_TEST_DATA" in os.environ:
        return pathlib.Path(os.environ["TUNIP_TEST_DATA"])
    root = tempfile.mkdtemp(prefix="tunip-tests-")
    owner = os.getpid()
    atexit.register(lambda: os.getpid() == owner and shutil.rmtree(root))
    unpack(pathlib.Path(root))
    return pathlib.Path(root)


def owner_of(name, known):
    """The pack, case and part of a file. A new file belongs to the longest case
    that it begins with."""
    if name in known:
        return known[name]
    cases = [(case, path) for path, case, _ in known.values() if name.startswith(case + ".")]
    case, path = max(cases, key=lambda found: len(found[0]), default=(None, None))
    return (path, case, name[len(case) + 1:]) if case else None


def accept(folder):
    """Puts what a test wrote into a folder of data() back into the packs of this folder."""
    if "TUNIP_TEST_DATA" in os.environ:
        sys.exit("--accept: run the test by hand, without TUNIP_TEST_DATA")
    changed = {path: read(path) for path in (TESTS / folder).glob("*.pack")}
    known = {file_name(case, part): (path, case, part) for path, cases in changed.items()
             for case, parts in cases.items() for part in parts}
    for file in sorted((data() / folder).rglob("*")):
        if file.is_symlink() or not file.is_file():
            continue
        name = file.relative_to(data() / folder).as_posix()
        if len(changed) > 1 and not owner_of(name, known):
            sys.exit(f"pack.py: no pack has a case for {folder}/{name}: add one")
        path, case, part = owner_of(name, known) or (*changed, *split(name))
        changed[path].setdefault(case, {})[part] = file.read_bytes()
    for path, cases in changed.items():
        if form(cases) != path.read_bytes():
            write(path, cases)
            print(f"accepted: {path.relative_to(TESTS.parent)}")


def repeat(folder, command):
    """How a person runs a command on the files of a folder of data()."""
    root = os.environ.get("TUNIP_TEST_DATA") or f"$({TESTS / 'pack.py'} unpack)"
    return f"repeat: cd {root}/{folder} && {shlex.join(map(str, command))}"


# ---- the command ----

def find(name):
    """A pack by its path from here or from tests/."""
    here = pathlib.Path(name)
    return here if here.exists() else TESTS / name


def parts_of(path, case):
    cases = read(path)
    if case not in cases:
        sys.exit(f"pack.py: {path} has no case {case}; `list` names the cases")
    return cases[case]


def list_cases(name):
    for case, parts in read(find(name)).items():
        print(case, *filter(None, parts))


def show(name, case, part=None):
    parts = parts_of(find(name), case)
    if part is not None and part not in parts:
        sys.exit(f"pack.py: {case} has no part {part}; its parts are {', '.join(parts)}")
    sys.stdout.buffer.write(form({case: parts}) if part is None else parts[part])


def extract(name, case, folder=None):
    root = pathlib.Path(folder or tempfile.mkdtemp(prefix="tunip-case-"))
    for part, content in parts_of(find(name), case).items():
        path = root / file_name(case, part)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    print(root)


def add_files(name, *files):
    named = [file.rpartition("=") for file in files]
    add(find(name), [(as_name or pathlib.Path(file).name, pathlib.Path(file).read_bytes())
                     for as_name, _, file in named])


def remove(name, case):
    path = find(name)
    parts_of(path, case)
    write(path, {other: parts for other, parts in read(path).items() if other != case})


def sort(name):
    write(find(name), read(find(name)))


def unpack_all(folder=None):
    root = pathlib.Path(folder or tempfile.mkdtemp(prefix="tunip-tests-")).resolve()
    unpack(root)
    print(root)


def main():
    commands = {"list": list_cases, "show": show, "extract": extract, "add": add_files,
                "remove": remove, "sort": sort, "unpack": unpack_all}
    word, arguments = (sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else ("", [])
    try:
        commands[word](*arguments)
    except (KeyError, TypeError):
        sys.exit(__doc__.split("\n\n", 2)[1])
    except OSError as error:
        sys.exit(f"pack.py: {error}")


if __name__ == "__main__":
    main()
