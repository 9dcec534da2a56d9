#!/usr/bin/env python3
"""Looks at the page of `tunip collage --format html` in a headless Chromium, as a reader does.

usage: collage.py TUNIP [PICTURES]

With the name of a folder, leaves pictures of the pages there.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import driver

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "cli" / "data"
AUDIT = (HERE / "audit.js").read_text(encoding="utf-8")
SIZES = [(1280, 800), (390, 844)]
EVIL = "</title><script>window.hit = 1</script><img src=x onerror='window.hit = 2'>\"'"
UNDER_POINTER = """((box) => {
  const at = box.getBoundingClientRect();
  const found = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
  return found.closest('g').querySelector('title').textContent.split('\\n');
})([...document.querySelectorAll('svg g')].find((each) =>
  each.querySelector('text').textContent === arguments[0]).querySelector('rect'))"""
ROWS = """[...[...document.querySelectorAll('h3')].find((each) => each.textContent === arguments[0])
  .nextElementSibling.querySelectorAll('tr')].slice(1)
  .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))"""

problems = []


def same(found, wanted, what):
    if found != wanted:
        problems.append(f"{what}: {found!r}, expected {wanted!r}")


def collage(tunip, model, *options):
    run = subprocess.run([tunip, "collage", model, *options], capture_output=True, text=True,
                         check=False)
    same((run.returncode, run.stderr), (0, ""), f"{model.name} {options[-1]}")
    return run.stdout


def make_plain(tunip, folder):
    """The page, and the report with the same numbers."""
    files = ["--rules", DATA / "npu_rules.json", "--costs", DATA / "npu_costs.json"]
    model, page = DATA / "residual.relay", folder / "plain.html"
    page.write_text(collage(tunip, model, *files, "--format", "html"))
    return page, json.loads(collage(tunip, model, *files, "--explain", "--format", "json"))


def make_hostile(tunip, folder):
    """A page of a module, a variable, a target and a rule whose names are HTML."""
    model, rules = folder / f"{EVIL.replace('/', '|')}.json", folder / "rules.json"
    saved = subprocess.run([tunip, "save", DATA / "residual.relay"], capture_output=True,
                           text=True, check=True).stdout
    graph = json.loads(saved)
    for node in graph["nodes"]:
        if node.get("attrs", {}).get("name_hint") == "x":
            node["attrs"]["name_hint"] = EVIL
        if node.get("repr_str") == "x":
            node["repr_str"] = EVIL
    model.write_text(json.dumps(graph))
    pattern = {"label": EVIL, "pattern": "nn.relu(nn.dense(*, *))"}
    rules.write_text(json.dumps({EVIL: {"patterns": [pattern]}}))
    page = folder / "hostile.html"
    page.write_text(collage(tunip, model, "--rules", rules, "--format", "html"))
    return page


def check_numbers(browser, report):
    """The pointer shows the candidates of an expression; the tables have the report's numbers."""
    shown = browser.run(UNDER_POINTER, "nn.relu")
    wanted = []
    for line in report["candidates_with_costs"]:
        label, _, inside, spec, cost = line.split(" | ")
        ends = [int(end) for end in inside.strip("{}").replace("..", ",").split(",")]
        if ends[0] <= 7 <= ends[-1]:
            wanted.append(f"{spec}{inside} {label}: {float(cost[:-2]):.3f} us")
    same(shown[:2], ["7 nn.relu", "chosen: npu{6,7} nn.dense+nn.relu: 5.700 us"], "hover")
    same(sorted(shown[2:]), sorted(wanted), "candidates of the expression")
    reasons = browser.run(ROWS, "Why")
    chosen = [row[0] for row in reasons if row[0]]
    same([name.split(" ")[0] for name in chosen], [r["name"] for r in report["explanation"]],
         "chosen candidates")
    same(sum(1 for row in reasons if row[1]), sum(len(r["lost"]) for r in report["explanation"]),
         "candidates that lost")
    same(len(browser.run(ROWS, "Not valid")), len(report["invalid"]), "invalid candidates")
    states = browser.run(ROWS, "The search")
    costs = [float(row[3].split(" ")[0]) for row in states]
    same([row[0] for row in states], [str(i + 1) for i in range(len(states))], "states")
    same(states[0][2].split(" ")[0], "0", "nothing is covered at first")
    same(costs, sorted(costs), "costs of the states")


def check_page(browser, path, where):
    browser.open(path)
    for problem in browser.run(AUDIT):
        problems.append(f"{where}: {problem}")
    for message in browser.log():
        problems.append(f"{where}: console: {message}")
    same(browser.run("document.documentElement.scrollWidth <= window.innerWidth"), True,
         f"{where}: fits into the window")
    if len(sys.argv) > 2:
        browser.picture(f"{sys.argv[2]}/collage-{where.replace(' ', '-')}.png")


def check_hostile(browser):
    same(browser.run("window.hit === undefined"), True, "no script ran")
    same(browser.run("document.querySelectorAll('img, script, iframe, a').length"), 0, "elements")
    shown = browser.run("document.body.textContent")
    same(shown.count("<script>window.hit = 1</script>") > 3, True, "the names are shown as text")


def main():
    tunip = os.path.abspath(sys.argv[1])
    missing = driver.missing()
    if missing:
        print(f"skipped: browser.collage (no {missing})")
        return 77
    papers = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plain, report = make_plain(tunip, folder)
        hostile = make_hostile(tunip, folder)
        for size in SIZES:
            for dark in (False, True):
                where = f"{size[0]} {'dark' if dark else 'light'}"
                browser = driver.Browser(folder / where.replace(" ", "-"), *size, dark)
                try:
                    check_page(browser, plain, f"plain {where}")
                    papers.append(browser.run("getComputedStyle(document.querySelector('.drawing'))"
                                              ".backgroundColor"))
                    check_numbers(browser, report)
                    check_page(browser, hostile, f"hostile {where}")
                    check_hostile(browser)
                finally:
                    browser.close()
                    shutil.rmtree(folder / where.replace(" ", "-"), ignore_errors=True)
    same((papers[0] != papers[1], papers[:2]), (True, papers[2:]), "dark and light paper")
    print(*problems, f"browser.collage: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
