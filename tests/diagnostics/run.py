#!/usr/bin/env python3
"""Renders the part `case` of every case and compares it with the part `rendered`. Compares
every caret with a second computation of its column, which shares no code with the library. Then
does the same for marks at random places in modules of golden/.

usage: run.py RENDER_CASE [--accept]

A case: `module NAME` (of golden/) or lines of text behind `|`; `option ...` (context N,
no context, tab N, colour); then diagnostics, `severity[code]: message`, each with its marks
`^` (primary) or `-` (secondary) WHERE ` : ` LABEL, where WHERE is `path PATH`, `node TYPE N`,
`span BEGIN END`, `end` or `"words" N` (the N-th place in the text), and remarks `= note: ...`.
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data()
MOST_BARS = 6
LONG_LINE = 1000
EACH_MODULE = 3  # of the modules of golden/ one in three
ROW = re.compile(r"^( *\d+| +) \|(?: (.*))?$")
HEADLINE = re.compile(r"^(error|warning|note|help)(\[.*\])?:")


# ---- columns, by Python's tables ----

def width_of(char):
    code = ord(char)
    if unicodedata.category(char) in ("Mn", "Me", "Cf") or 0x1160 <= code <= 0x11FF:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def is_letter_of_flag(char):
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


def must_escape(char):
    return "\udc80" <= char <= "\udcff" or (
        unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and char not in "\u200c\u200d")


def escape(char):
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if char in "\n\r":
        return {"\n": "\\n", "\r": "\\r"}[char]
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"


def joins(cluster, char):
    """Whether the character is a part of what a reader sees as one with those before it."""
    if width_of(char) == 0 or 0x1F3FB <= ord(char) <= 0x1F3FF:
        return not must_escape(char)
    if cluster[-1] == "\u200d":
        return True
    return len(cluster) == 1 and is_letter_of_flag(cluster) and is_letter_of_flag(char)


def clusters(text):
    """(shown, columns, bytes) of one thing after another; tabs are ("\\t", 0, 1)."""
    at = 0
    while at < len(text):
        char, end = text[at], at + 1
        if char == "\t":
            yield char, 0, 1
        elif must_escape(char) or width_of(char) == 0:
            yield escape(char), len(escape(char)), len(char.encode(errors="surrogateescape"))
        else:
            while end < len(text) and joins(text[at:end], text[end]):
                end += 1
            cluster = text[at:end]
            size = len(cluster.encode(errors="surrogateescape"))
            wide = "\ufe0f" in cluster or is_letter_of_flag(char) and len(cluster) > 1
            yield cluster, 2 if wide else max(map(width_of, cluster)), size
        at = end


def lay_out(line, tab):
    """The text as shown, and the column at which each byte's character begins and ends."""
    shown, begins, ends, column = "", [], [], 0
    for text, columns, size in clusters(line.decode(errors="surrogateescape")):
        if text == "\t":
            columns = tab - column % tab
            text = " " * columns
        shown += text
        begins += [column] * size
        ends += [column + columns] * size
        column += columns
    return shown, begins + [column], ends


# ---- checks of rendered text ----

class Line:
    def __init__(self, text, number, tab):
        lines = text.split(b"\n")
        self.begin = sum(len(line) + 1 for line in lines[:number - 1])
        self.size = len(lines[number - 1])
        self.shown, self.begins, self.ends = lay_out(lines[number - 1], tab)

    def has(self, offset):
        return self.begin <= offset <= self.begin + self.size

    def columns(self, begin, end):
        """Those of a mark in this line."""
        first = self.begins[begin - self.begin]
        last = self.ends[min(end - self.begin, self.size) - 1] if end > begin else first
        return range(first, max(last, first + 1))


def last_byte(mark):
    return max(mark[1], mark[2] - 1)


def expected_row(line, marks):
    row = {}
    for primary, begin, end in sorted(marks):
        row.update(dict.fromkeys(line.columns(begin, end), "^" if primary else "-"))
    return "".join(row.get(i, " ") for i in range(max(row) + 1))


def rows_of(rendered):
    """For each diagnostic: its numbered rows, each with the rows below it."""
    found = []
    for row in re.sub(r"\x1b\[[0-9;]*m", "", rendered).split("\n"):
        match = ROW.match(row)
        if HEADLINE.match(row):
            found.append([])
        elif match and match[1].strip():
            found[-1].append((int(match[1]), match[2] or "", []))
        elif match and found[-1]:
            found[-1][-1][2].append(match[2] or "")
    return found


def check_line(text, number, row, below, marks, tab):
    """Problems of one line of the text in one rendered case, and how many marks were checked."""
    line = Line(text, number, tab)
    if line.size > LONG_LINE:
        return [], 0
    if not row.endswith(line.shown):
        return [f"line {number} is shown as {row!r}"], 0
    margin = len(row) - len(line.shown) if line.shown else None
    single = [m for m in marks if line.has(m[1]) and line.has(last_byte(m))]
    ending = [m for m in marks if m not in single and line.has(last_byte(m))]
    problems = []
    if single:
        expected = expected_row(line, single)
        if not below:
            return [f"nothing stands below line {number}: {single}"], 0
        at = margin if margin is not None else len(below[0]) - len(below[0].lstrip())
        if below[0][at:at + len(expected)] != expected:
            problems.append(f"below line {number}: {below[0]!r} and not {expected!r}")
    # an empty line does not show where its text would begin
    for primary, _, end in ending if line.shown and len(marks) <= MOST_BARS else []:
        column = margin + line.columns(end - 1, end)[0]
        if not any(other[column - 1:column + 1] == ("_^" if primary else "_-") for other in below):
            problems.append(f"below line {number}: no bar ends at column {column}")
    return problems, len(single) + len(ending)


def run_case(render_case, case, *more):
    run = subprocess.run([render_case, case, DATA / "golden", *more], capture_output=True)
    if run.returncode:
        sys.exit(f"{case.name}: {run.stderr.decode()}")
    return run.stdout.decode()  # always UTF-8


def check_columns(case, rendered, render_case):
    """Problems, and how many marks were checked."""
    out = run_case(render_case, case, "--marks").split("\n")
    text = bytes.fromhex(out[0])
    labels = [[int(word) for word in line.split()] for line in out[1:] if line]
    tab = int((re.search(r"^option tab (\d+)", case.read_text(), re.M) or [0, 4])[1])
    problems, count = [], 0
    for index, rows in enumerate(rows_of(rendered)):
        marks = [tuple(label[1:]) for label in labels if label[0] == index]
        for number, row, below in rows:
            found, checked = check_line(text, number, row, below, marks, tab)
            problems += found
            count += checked
    return problems, count


def check(case, render_case, accept):
    expected = case.with_suffix(".rendered")
    rendered = run_case(render_case, case)
    if accept:
        expected.write_text(rendered)
    problems, count = check_columns(case, rendered, render_case)
    raw = [c for c in rendered if c != "\n" and unicodedata.category(c) == "Cc" and c != "\x1b"]
    if raw or ("\x1b" in rendered) != ("option colour" in case.read_text()):
        problems.append("control characters are written as they are")
    if not expected.exists() or expected.read_text() != rendered:
        problems.append(f"the rendered text differs from the expected one:\n{rendered}")
    return problems, count


def check_anywhere(module, case, render_case, dice):
    """As many marks as there may be bars, anywhere in the module's text, short and long."""
    head = f"module {module.name}\nerror: anywhere\n"
    case.write_text(head)
    size = len(bytes.fromhex(run_case(render_case, case, "--marks").split("\n")[0]))
    for _ in range(MOST_BARS):
        begin = dice.randint(0, size)
        head += f"{dice.choice('^-')} span {begin} {begin + dice.choice((0, 3, 12, 200))}\n"
    case.write_text(head)
    return check_columns(case, run_case(render_case, case), render_case)


def check_modules(render_case):
    problems, total, dice = [], 0, random.Random(1)
    modules = [p for p in sorted((DATA / "golden").glob("*.json")) if "@" not in p.name]
    with tempfile.TemporaryDirectory() as folder:
        for module in modules[::EACH_MODULE]:
            case = pathlib.Path(folder) / "anywhere.case"
            found, count = check_anywhere(module, case, render_case, dice)
            total += count
            if found:
                problems.append("\n".join([module.name, *found, case.read_text()]))
    return problems, total


def main():
    render_case = sys.argv[1]
    problems, total = check_modules(render_case)
    cases = sorted((DATA / "diagnostics").glob("*.case"))
    for case in cases:
        found, count = check(case, render_case, "--accept" in sys.argv)
        total += count
        problems += [f"{case.name}: {problem}" for problem in found]
        if found:
            command = [pathlib.Path(render_case).resolve(), case.name, "../golden"]
            problems.append(pack.repeat("diagnostics", command))
    if "--accept" in sys.argv:
        pack.accept("diagnostics")
    print(*problems, f"diagnostics: {len(cases)} cases, {total} marks computed again, "
          f"{len(problems)} problems", sep="\n")
    return 1 if problems or not total else 0


sys.exit(main())
