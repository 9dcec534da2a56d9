"""Every program that counts lines shows the same numbers: `tunip history`, the explorer's page, and
`tunip diff` in all forms."""

import json
import pathlib
import re
import subprocess

DATA = re.compile(r'<script type="application/json" id="data">\n(.*?)\n</script>', re.S)
ROW = re.compile(r'<div class="row (\w+)')
SUMMARY = re.compile(r"\+(\d+) added, -(\d+) removed, ~(\d+) changed")
NAMES = ("added", "removed", "changed")
WIDTH = 203
CELL = (WIDTH - 3) // 2


def output_of(*arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False)
    return done.stdout


def data_of_page(page):
    return json.loads(DATA.search(page).group(1))


def steps_of_page(page):
    return data_of_page(page)["steps"]


def count_signs(lines, signs):
    """{added, removed, changed} of the signs of lines."""
    signs = list(signs)
    return {name: sum(line in those for line in lines) for name, those in zip(NAMES, signs)}


# ---- the forms of a diff ----

def of_text(output, counts):
    """A pair of lines is a removed and an added line, or `~` if both have the same text."""
    signs = [line[:1] for line in output.split("\n")[2:]]
    pairs = counts["changed"] - signs.count("~")
    return {"added": signs.count("+") - pairs, "removed": signs.count("-") - pairs,
            "changed": pairs + signs.count("~")}


def of_split(output, _):
    signs = [line[CELL:CELL + 3].rstrip() for line in output.split("\n")[1:] if line[:2] != "@@"]
    return count_signs(signs, ([" >"], [" <"], [" |", " ~"]))


def of_json(output, _):
    lines = json.loads(output)["lines"]
    return {name: lines[name] for name in NAMES}


def of_rows(output, _):
    return count_signs(ROW.findall(output), (["new"], ["old"], ["both"]))


def of_summary(output, _):
    return dict(zip(NAMES, map(int, SUMMARY.search(output).groups())))


FORMS = {
    "text": ((), of_text),
    "split view": (("--side-by-side", "--width", WIDTH), of_split),
    "JSON": (("--format", "json"), of_json),
    "page": (("--format", "html"), of_rows),
    "summary of the page": (("--format", "html"), of_summary),
}


# ---- the rows of the page ----

MOVED, OWN, ROW_SHIFT = 2, 4, 5
APART, ROW_CHANGED = 0, 3
ALIAS = re.compile(r"[#!][^ ]* = ")


class Text:
    """The lines of a text of the page, from 1: the number of each in the table of lines, that of
    its path, the line of the text before from which it comes, or 0, how a diff shows both, and
    whether it was moved (data.js)."""

    def __init__(self, data, text, texts):
        before = data["steps"][text["step"]].get("before")
        self.parent = None if before is None else texts[data["steps"][before]["text"]]
        self.lines, self.before, self.rows, self.moved = [0], [0], [APART], [False]
        self.paths, self.folds = [0], text["folds"]
        flat, i = text["runs"], 0
        while i < len(flat):
            start, size, flags = flat[i:i + 3]
            i += 3
            for k in range(size):
                self.before.append(start + k if start else 0)
                self.rows.append((flags >> ROW_SHIFT) & 3 if start else APART)
                self.moved.append(bool(flags & MOVED))
                self.lines.append(flat[i] if flags & OWN else self.parent.lines[start + k])
                self.paths.append(flat[i + 1] if flags & OWN else self.parent.paths[start + k])
                i += 2 if flags & OWN else 0


def texts_of(data):
    texts = []
    for text in data["texts"]:
        texts.append(Text(data, text, texts))
    return texts


def rows_of(data, text):
    """The numbers of rows that show a change between a text and the text before it. The rows are
    in the order of both texts."""
    old = [text.before[i] for i, row in enumerate(text.rows) if row != APART]
    if old != sorted(set(old)):
        return None
    new = [text.lines[i] for i, row in enumerate(text.rows) if i and row == APART]
    gone = [line for i, line in enumerate(text.parent.lines) if i and i not in set(old)]
    return {"added": sum(not ALIAS.match(data["lines"][line]) for line in new),
            "removed": sum(not ALIAS.match(data["lines"][line]) for line in gone),
            "changed": text.rows.count(ROW_CHANGED)}


def path_of(data, number):
    parent, _, steps = data["paths"][number].partition(" ")
    return path_of(data, int(parent)) + steps if number else ""


def nodes_of(data, number):
    """The nodes of a line: the columns, the kind, the description and the path of each."""
    for row in data["nodes"][number].split("\n"):
        begin, size, kind, record, path = row.split(" ", 4) if row[:1].isdigit() else (row,) * 5
        yield begin, size, kind, data["records"][int(record)] if record.isdigit() else record, path


def resolve(data, text):
    """The lines of a text with all that the page says of them, and its folds."""
    for line, path in zip(text.lines[1:], text.paths[1:]):
        words, _, numbers = data["lines"][line].rpartition("\n")
        style, nodes, *marks = map(int, numbers.split(" "))
        yield (words, data["styles"][style], [*nodes_of(data, nodes)], path_of(data, path),
               [data["marks"][mark] for mark in marks])
    yield text.folds


def is_as_alone(tunip, data, text, file):
    """Whether a text of a page, whose steps share their functions, says the same as a page that has
    only this text."""
    alone = data_of_page(output_of(tunip, "explorer", file))
    return [*resolve(data, text)] == [*resolve(alone, texts_of(alone)[0])]


def check_blame(tunip, history, data, texts):
    """Yields a message for each line of the last step that the page does not show as `tunip blame`
    says: as new, moved or changed in the step that it names, and in one row with its form before
    in each later step."""
    output = output_of(tunip, "blame", "--history", history, "--format", "json")
    last = texts[data["steps"][-1]["text"]]
    shown = [i for i, line in enumerate(last.lines)  # the page has locations, too
             if i and not data["lines"][line].startswith("#loc")]
    for line, number in zip(json.loads(output)["lines"], shown):
        at, goal = last, texts[data["steps"][line["step"]]["text"]]
        while at is not goal and at.rows[number] != APART:
            at, number = at.parent, at.before[number]
        is_made = at.rows[number] in (APART, ROW_CHANGED) or at.moved[number]
        if at is not goal or (at.parent and not is_made):
            yield f"line {line['line']}: blame says {line['step']} {line['name']}"


# ---- a history ----

def check(tunip, history, compares_files=True):
    """Yields a message for each step with two different counts, and for each line that the page and
    `tunip blame` give to different steps. The files of a log with dumps of functions are no
    modules: `compares_files` leaves out the forms of the diff."""
    steps = json.loads(output_of(tunip, "history", history, "--format", "json"))["steps"]
    data = data_of_page(output_of(tunip, "explorer", history))
    texts = texts_of(data)
    yield from check_blame(tunip, history, data, texts)
    for step, shown in zip(steps, data["steps"], strict=True):
        counts, text = {name: step["lines"][name] for name in NAMES}, texts[shown["text"]]
        if counts != shown["counts"]:
            yield f"{step['name']}: history {counts}, explorer {shown['counts']}"
        if step["changed"] and step["step"] and rows_of(data, text) != counts:
            yield f"{step['name']}: history {counts}, rows of the page {rows_of(data, text)}"
        if not step["changed"] or not step["step"] or not compares_files:
            continue
        if not is_as_alone(tunip, data, text, step["file"]):
            yield f"{step['name']}: the page has other lines than a page of this step alone"
        outputs = {}
        for form, (options, count) in FORMS.items():
            if options not in outputs:
                outputs[options] = output_of(tunip, "diff", *options,
                                             steps[step["before"]]["file"], step["file"])
            found = count(outputs[options], counts)
            if found != counts:
                yield f"{step['name']}: history {counts}, {form} of the diff {found}"


def check_all(tunip, histories, compares_files=True):
    failures = 0
    for history in histories:
        for message in check(tunip, history, compares_files):
            failures += 1
            print(f"{pathlib.Path(history).name}: {message}")
    return not failures
