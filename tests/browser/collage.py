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
import graph
from page import audit, check_log, problems, same

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

DATA = pack.data() / "cli" / "data"
SIZES = [(1440, 900), (1024, 768), (390, 844)]
EVIL = "</title><script>window.hit = 1</script><img src=x onerror='window.hit = 2'>\"'"
GRAPH = "document.querySelector('section.graph').graph"
SHOWN = "[document.querySelector('.graph-details h3').textContent, ...[...document" \
    ".querySelectorAll('.graph-details tr')].map((row) => row.innerText)]"
TEXT = "document.querySelector('.graph-details').innerText"
ROWS = """((heading) => [...(heading.closest('details') || heading.nextElementSibling)
  .querySelectorAll('tr')])([...document.querySelectorAll('h3')]
    .find((each) => each.textContent === arguments[0])).slice(1)
  .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))"""

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
    saved_graph = json.loads(saved)
    for node in saved_graph["nodes"]:
        if node.get("attrs", {}).get("name_hint") == "x":
            node["attrs"]["name_hint"] = EVIL
        if node.get("repr_str") == "x":
            node["repr_str"] = EVIL
    model.write_text(json.dumps(saved_graph))
    pattern = {"label": EVIL, "pattern": "nn.relu(nn.dense(*, *))"}
    rules.write_text(json.dumps({EVIL: {"patterns": [pattern]}}))
    page = folder / "hostile.html"
    page.write_text(collage(tunip, model, "--rules", rules, "--format", "html"))
    return page


def seconds(value):
    """As the page writes a time."""
    for unit in ("s", "ms", "us", "ns"):
        if value >= 0.9995 or unit == "ns":
            break
        value *= 1000
    return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {unit}"


def candidates_of(report, index):
    wanted = []
    for line in report["candidates_with_costs"]:
        label, _, inside, spec, cost = line.split(" | ")
        ranges = [[int(end) for end in part.split("..")] for part in inside.strip("{}").split(",")]
        if any(part[0] <= index <= part[-1] for part in ranges):
            wanted.append(f"{spec}{inside} {label}\t{seconds(float(cost[:-2]) / 1e6)}\t")
    return sorted(wanted)


def without_notes(rows):
    return sorted(row.removesuffix("chosen") for row in rows)


def expression(browser, label):
    return browser.run(f"{GRAPH}.nodes.findIndex((node) => node.label === arguments[0])", label)


def check_pointer(browser, report, where):
    """The pointer shows the candidates of an expression, beside the graph."""
    browser.move(".graph-box", *graph.place(browser, expression(browser, "nn.relu")))
    browser.wait("document.querySelector('.graph-details h3') !== null")
    title, *rows = browser.run(SHOWN)
    same((title, rows[0]), ("nn.relu", "npu{6,7} nn.dense+nn.relu\t5.70 us\tchosen"),
         f"{where}: details")
    same(without_notes(rows), candidates_of(report, 7), f"{where}: candidates of the expression")
    same(browser.run("""((box, details) => box.right <= details.left + 1 ||
      box.bottom <= details.top + 1)(...['.graph-box', '.graph-details'].map((each) =>
        document.querySelector(each).getBoundingClientRect()))"""), True,
         f"{where}: the details are beside the graph")
    audit(browser, f"{where} with details")
    take_picture(browser, f"details {where}")


def check_groups(browser, where):
    """Each partition has an outline with its name, cost and share around its expressions."""
    found = browser.run(f"{GRAPH}.view.groups.map((group) => [group.label, "
                        f"group.nodes.map((node) => {GRAPH}.nodes[node].label)])")
    same(sorted(found), [["npu 3.00 us, 23.6 %", ["add"]],
                         ["npu 5.70 us, 44.9 %", ["nn.dense", "nn.relu"]],
                         ["tvm_llvm 4.00 us, 31.5 %", ["tanh"]]], f"{where}: groups")


def check_views(browser, where):
    """The partitions before and after the search joined them are two views."""
    names = browser.run(f"{GRAPH}.data.views.map((view) => view.name)")
    same(names, [f"@main: {what}" for what in
                 ("expressions", "partitions before coalescing", "partitions after coalescing")],
         f"{where}: views")
    for view in (1, 2):
        browser.run(f"{GRAPH}.show({view})")
        same(sorted(browser.run(f"{GRAPH}.labels")), ["add", "nn.dense+nn.relu", "tanh"],
             f"{where}: {names[view]}")
        browser.run(f"{GRAPH}.choose({expression(browser, 'nn.dense+nn.relu')})")
        shown = browser.run(TEXT)
        for wanted in ("npu 5.70 us, 44.9 %", "npu{6,7}", "runner-up", "tvm_llvm{6..9}",
                       "13.8 us (+1.06 us)"):
            same(wanted in shown, True, f"{where}: {names[view]}: {wanted} in {shown}")
    browser.run(f"{GRAPH}.show(0)")


def check_keys(browser, report, where):
    """The arrow keys go along the edges, and Tab leaves the graph."""
    browser.run("document.querySelector('.graph-box').focus()")
    browser.keys("Home")
    for key in ("", "ArrowDown", "ArrowDown", "ArrowUp"):
        if key:
            browser.keys(key)
        number = browser.run(f"Number({GRAPH}.nodes[{GRAPH}.chosen].facts[0][1])")
        title, *rows = browser.run(SHOWN)
        same(title, browser.run(f"{GRAPH}.nodes[{GRAPH}.chosen].label"), f"{where}: {key}: details")
        same(without_notes(row for row in rows if not row.startswith("host")),
             candidates_of(report, number), f"{where}: {key or 'Home'}: candidates")
    browser.keys("Escape")
    same(browser.run(f"{GRAPH}.chosen"), -1, f"{where}: Escape")
    browser.keys("Tab")
    same(browser.run("document.activeElement.closest('.graph-box') === null"), True,
         f"{where}: Tab")


def check_numbers(browser, report):
    """The tables have the report's numbers."""
    reasons = browser.run(ROWS, "Why")
    chosen = [row[0] for row in reasons if row[0]]
    same([name.split(" ")[0] for name in chosen], [r["name"] for r in report["explanation"]],
         "chosen candidates")
    same([row[1] for row in reasons if row[0]], ["the same"] * len(chosen), "joined candidates")
    same(sum(1 for row in reasons if row[2]), sum(len(r["lost"]) for r in report["explanation"]),
         "candidates that lost")
    same(len(browser.run(ROWS, "Not valid")), len(report["invalid"]), "invalid candidates")
    same(browser.run("document.querySelectorAll('details[open]').length"), 0,
         "the search is folded")
    same("`" in browser.run("document.querySelector('main').innerText"), False, "backticks")
    states = browser.run(ROWS, "The search")
    units = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
    costs = [float(row[3].split(" ")[0]) * units[row[3].split(" ")[1]] for row in states]
    same([row[0] for row in states], [str(i + 1) for i in range(len(states))], "states")
    same(states[0][2].split(" ")[0], "0", "nothing is covered at first")
    same(costs, sorted(costs), "costs of the states")


def take_picture(browser, where):
    if len(sys.argv) > 2:
        browser.picture(f"{sys.argv[2]}/collage-{where.replace(' ', '-')}.png")


def check_page(browser, path, where):
    browser.open(path)
    audit(browser, where)
    check_log(browser, where)
    same(browser.run("document.documentElement.scrollWidth <= window.innerWidth"), True,
         f"{where}: fits into the window")
    take_picture(browser, where)


def check_hostile(browser):
    same(browser.run("window.hit === undefined"), True, "no script ran")
    same(browser.run("[...document.querySelectorAll('img, iframe, [onerror], main a')].length"), 0,
         "elements")
    found = browser.run(f"{GRAPH}.nodes.findIndex((node) => node.label.includes('onerror'))")
    browser.run(f"{GRAPH}.choose({found})")
    same(EVIL in browser.run(TEXT), True, "the details show the name as text")
    shown = browser.run("document.querySelector('main').innerText")
    same(shown.count("<script>window.hit = 1</script>") > 1, True, "the names are shown as text")


def check_without_scripts(folder, page):
    """The tables are there, and the page says why the graph is not."""
    browser = driver.Browser(folder / "plain", 1280, 800, scripts=False)
    try:
        browser.open(page)
        shown = browser.run("document.querySelector('main').innerText")
        same(("needs the script" in shown, "npu{6,7} nn.dense+nn.relu" in shown), (True, True),
             "without scripts")
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
                    papers.append(browser.run(f"{GRAPH}.paperOf({GRAPH}.nodes[0])"))
                    check_numbers(browser, report)
                    check_groups(browser, where)
                    check_pointer(browser, report, where)
                    check_keys(browser, report, where)
                    check_views(browser, where)
                    check_page(browser, hostile, f"hostile {where}")
                    check_hostile(browser)
                finally:
                    browser.close()
                    shutil.rmtree(folder / where.replace(" ", "-"), ignore_errors=True)
        check_without_scripts(folder, plain)
    same((papers[0] != papers[1], papers[:2]), (True, papers[2:4]), "dark and light paper")
    print(*problems, f"browser.collage: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
