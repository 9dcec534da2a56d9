"""Every program that counts lines shows the same numbers: `tunip history`, the page of the explorer
and the lines of `tunip diff`."""

import json
import pathlib
import re
import subprocess

DATA = re.compile(r'<script type="application/json" id="data">\n(.*?)\n</script>', re.S)


def output_of(*arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False)
    return done.stdout


def steps_of_page(page):
    return json.loads(DATA.search(page).group(1))["steps"]


def signs_of(tunip, before, after):
    """How many lines of a diff begin with each sign."""
    lines = output_of(tunip, "diff", before, after).split("\n")[2:]
    return {sign: sum(line.startswith(sign) for line in lines) for sign in "-+~"}


def check(tunip, history):
    """Yields a message for each step with two different counts."""
    steps = json.loads(output_of(tunip, "history", history, "--format", "json"))["steps"]
    page = steps_of_page(output_of(tunip, "explorer", history))
    for step, shown in zip(steps, page, strict=True):
        counts = {name: step["lines"][name] for name in ("added", "removed", "changed")}
        if counts != shown["counts"]:
            yield f"{step['name']}: history {counts}, explorer {shown['counts']}"
        if not step["changed"] or not step["step"]:
            continue
        signs = signs_of(tunip, steps[step["before"]]["file"], step["file"])
        pairs = counts["changed"] - signs["~"]
        if (signs["-"], signs["+"]) != (counts["removed"] + pairs, counts["added"] + pairs):
            yield f"{step['name']}: history {counts}, diff {signs}"


def check_all(tunip, histories):
    failures = 0
    for history in histories:
        for message in check(tunip, history):
            failures += 1
            print(f"{pathlib.Path(history).name}: {message}")
    return not failures
