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


def steps_of_page(page):
    return json.loads(DATA.search(page).group(1))["steps"]


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


# ---- a history ----

def check(tunip, history, compares_files=True):
    """Yields a message for each step with two different counts. The files of a log with dumps of
    functions are no modules: `compares_files` leaves out the forms of the diff."""
    steps = json.loads(output_of(tunip, "history", history, "--format", "json"))["steps"]
    page = steps_of_page(output_of(tunip, "explorer", history))
    for step, shown in zip(steps, page, strict=True):
        counts = {name: step["lines"][name] for name in NAMES}
        if counts != shown["counts"]:
            yield f"{step['name']}: history {counts}, explorer {shown['counts']}"
        if not step["changed"] or not step["step"] or not compares_files:
            continue
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
