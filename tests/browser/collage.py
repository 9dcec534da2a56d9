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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
DATA = pack.data() / "cli" / "data"
AUDIT = (HERE / "audit.js").read_text(encoding="utf-8")
SIZES = [(1280, 800), (390, 844)]
EVIL = "</title><script>window.hit = 1</script><img src=x onerror='window.hit = 2'>\"'"
BOX = "a.node[aria-label='{}']"
PANELS = "[...document.querySelectorAll('.panel')].filter((each) => each.checkVisibility())"
SHOWN = f"{PANELS}.map((each) => [each.querySelector('p').textContent," \
    " ...[...each.querySelectorAll('tr')].map((row) => row.innerText)])"
BESIDE = f"""((panel, box) => panel.left >= 0 && panel.right <= innerWidth &&
  panel.top >= 0 && panel.bottom <= innerHeight &&
  (Math.abs(panel.top - box.bottom) < 1 || Math.abs(panel.bottom - box.top) < 1))(
  {PANELS}[0].getBoundingClientRect(),
  document.querySelector(arguments[0]).getBoundingClientRect())"""
FOCUSED = "document.activeElement.getAttribute('aria-label')"
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


def candidates_of(report, index):
    wanted = []
    for line in report["candidates_with_costs"]:
        label, _, inside, spec, cost = line.split(" | ")
        ranges = [[int(end) for end in part.split("..")] for part in inside.strip("{}").split(",")]
        if any(part[0] <= index <= part[-1] for part in ranges):
            wanted.append(f"{spec}{inside} {label}\t{float(cost[:-2]):.3f} us\t")
    return sorted(wanted)


def without_notes(rows):
    return sorted(row.removesuffix("chosen") for row in rows)


def check_pointer(browser, report, where):
    """The pointer shows the candidates of an expression, beside it."""
    box = BOX.format("7 nn.relu")
    same(browser.run(SHOWN), [], f"{where}: no panel at first")
    browser.move(box)
    (title, *rows), = browser.run(SHOWN)
    same((title, rows[0]), ("7 nn.relu", "npu{6,7} nn.dense+nn.relu\t5.700 us\tchosen"),
         f"{where}: panel")
    same(without_notes(rows), candidates_of(report, 7), f"{where}: candidates of the expression")
    same(browser.run(BESIDE, box), True, f"{where}: the panel is beside the box")
    for problem in browser.run(AUDIT):
        problems.append(f"{where} with a panel: {problem}")
    take_picture(browser, f"panel {where}")
    browser.move(".panel.shown")
    same(len(browser.run(SHOWN)), 1, f"{where}: the pointer can move to the panel")
    browser.keys("Escape")
    same(browser.run(SHOWN), [], f"{where}: Escape")
    browser.move(box)
    browser.move("h1")
    same(browser.run(SHOWN), [], f"{where}: the pointer has left")


def check_selection(browser, where):
    """A panel stays while one selects its text, and closes at the next click elsewhere."""
    browser.click(BOX.format("7 nn.relu"))
    browser.drag(".panel.shown td", 40)
    selected = browser.run("getSelection().toString()")
    browser.move("h1")
    same((selected != "", len(browser.run(SHOWN))), (True, 1), f"{where}: selected text")
    browser.click("h1")
    same(browser.run(SHOWN), [], f"{where}: a click elsewhere")


def check_keys(browser, report, where):
    """The arrow keys move from expression to expression, and Tab leaves the drawing."""
    names = browser.run("[...document.querySelectorAll('.node')]"
                        ".map((each) => each.getAttribute('aria-label'))")
    browser.keys("Tab")
    for key, at in (("", 0), ("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("End", -1),
                    ("ArrowDown", -1), ("Home", 0)):
        if key:
            browser.keys(key)
        same(browser.run(FOCUSED), names[at], f"{where}: {key or 'Tab'}")
        (title, *rows), = browser.run(SHOWN)
        same(title.split(":")[0], names[at], f"{where}: {key or 'Tab'}: panel")
        same(without_notes(row for row in rows if not row.startswith("host")),
             candidates_of(report, int(title.split()[0])), f"{where}: {key or 'Tab'}: candidates")
        same(browser.run(BESIDE, BOX.format(names[at])), True, f"{where}: {key}: beside the box")
    browser.keys("Escape")
    same(browser.run(SHOWN), [], f"{where}: Escape with the focus")
    browser.keys("Tab")
    same((browser.run(FOCUSED), browser.run(SHOWN)), (None, []), f"{where}: Tab")


def check_numbers(browser, report):
    """The tables have the report's numbers."""
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


def take_picture(browser, where):
    if len(sys.argv) > 2:
        browser.picture(f"{sys.argv[2]}/collage-{where.replace(' ', '-')}.png")


def check_page(browser, path, where):
    browser.open(path)
    for problem in browser.run(AUDIT):
        problems.append(f"{where}: {problem}")
    for message in browser.log():
        problems.append(f"{where}: console: {message}")
    same(browser.run("document.documentElement.scrollWidth <= window.innerWidth"), True,
         f"{where}: fits into the window")
    take_picture(browser, where)


def check_hostile(browser):
    same(browser.run("window.hit === undefined"), True, "no script ran")
    same(browser.run("[...document.querySelectorAll('img, script, iframe, a:not(.node)')]"
                     ".map((each) => each.tagName)"), ["SCRIPT"], "elements")
    same(browser.run("[...document.querySelectorAll('a')].every((each) => "
                     "/^#e[0-9]+-[0-9]+$/.test(each.getAttribute('href')))"), True, "links")
    browser.move("a.node[aria-label*='onerror']")
    (title, *_), = browser.run(SHOWN)
    same(EVIL in title, True, "the panel shows the name as text")
    shown = browser.run("document.body.textContent")
    same(shown.count("<script>window.hit = 1</script>") > 3, True, "the names are shown as text")


def check_without_scripts(folder, page):
    """A link shows the panel. The page runs no script, but the driver's still run."""
    browser = driver.Browser(folder / "plain", 1280, 800, scripts=False)
    try:
        browser.open(page)
        browser.click(BOX.format("7 nn.relu"))
        same([panel[0] for panel in browser.run(SHOWN)], ["7 nn.relu"], "without scripts")
    finally:
        browser.close()
        shutil.rmtree(folder / "plain", ignore_errors=True)


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
                    check_pointer(browser, report, where)
                    check_keys(browser, report, where)
                    check_selection(browser, where)
                    check_page(browser, hostile, f"hostile {where}")
                    check_hostile(browser)
                finally:
                    browser.close()
                    shutil.rmtree(folder / where.replace(" ", "-"), ignore_errors=True)
        check_without_scripts(folder, plain)
    same((papers[0] != papers[1], papers[:2]), (True, papers[2:]), "dark and light paper")
    print(*problems, f"browser.collage: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
