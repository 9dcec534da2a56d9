#!/usr/bin/env python3
"""Uses the pages of `tunip explorer` (of passes and of runs), `tunip print --format html` and
`tunip diff --format html` in a headless Chromium, as a reader does.

usage: run.py TUNIP [PICTURES]

With the name of a folder, leaves pictures of the pages there. TUNIP_AXE may name the axe.min.js of
axe-core, which then checks the pages, too.
"""

import os
import pathlib
import sys
import tempfile

import driver
import explorer
import mlir
import pipeline
from graph import GRAPH, place
from page import (READY, Pages, attempt, audit, check_log, expect, lines, problems, row, same, step,
                  text_of)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SCHEDULE = pack.data() / "cli/data/schedule"
GEMM = HERE.parent / "history/data/schedule-gemm"
PART = pack.data() / "cli/data/parts"
RESIDUAL = pack.data() / "cli/data/residual.relay"
DISTINCT = pack.data() / "distinct"
NESTED = pack.data() / "cli/data/nested.log"
LARGEST_DOM = 4000  # elements; the large history has 10 MB
SIZES = [(1280, 800), (390, 844)]
MORE_SIZES = [(1440, 900), (1024, 768)]  # of the pages of MLIR, and with TUNIP_TEST_ALL=1 of all
ALL = os.environ.get("TUNIP_TEST_ALL", "0") != "0"


# ---- the explorer ----

def check_passes(browser, path):
    browser.open(path)
    browser.wait(READY)
    same(step(browser), 2, "the first pass that changed something is shown")
    names = browser.run("[...document.querySelectorAll('#steps > li > button > .name')]"
                        ".map((each) => each.textContent)")
    same(names, ["Start", "Nothing", "Parallelize", "Nothing", "AddHelper", "Fold"], "passes")
    same(browser.run("[...document.querySelectorAll('.quiet')].length"), 2, "dimmed passes")
    for keys, wanted in (("j", 4), ("j", 5), ("j", 5), ("k", 4), ("K", 3), ("J", 4), ("k", 2)):
        browser.keys(keys)
        same(step(browser), wanted, f"the pass after {keys}")
    browser.click("#steps li:nth-child(5) button")
    same(step(browser), 4, "the pass after a click")
    browser.keys("ArrowDown")
    same(step(browser), 5, "the pass after an arrow key in the list")


def check_tree(browser, path):
    """A pass that ran other passes stands above them; they are indented."""
    browser.open(path)
    browser.wait(READY)
    names = browser.run("[...document.querySelectorAll('#steps > li > button')].map((each) => ("
                        "[...each.classList].filter((c) => c.startsWith('depth')).join() + ' ' + "
                        "each.querySelector('.name').textContent).trim())")
    same(names, ["input", "sequential", "depth1 A", "depth1 Outer", "depth2 Inner", "B"],
         "the tree of passes")
    same(text_of(browser, "#steps li:nth-child(2) .part"), "ran 1-3", "the members of a sequence")
    browser.click("#steps li:nth-child(5) button")
    same(step(browser), 2, "a pass in the tree after a click")
    browser.keys("j")
    same(step(browser), 3, "the next pass that changed something")


def check_hover(browser, path, texts):
    browser.open(path, "#step=5&view=text")
    browser.wait(READY)
    changed = texts[5].index("            A[i] = A[i] + T.float32(4.0)") + 1
    before = texts[4].index("            A[i] = A[i] + T.float32(1.0)") + 1
    browser.move(row("after", changed) + " code")
    same(lines(browser, "after", ".lit"), [changed], "the line under the pointer")
    same(lines(browser, "before", ".lit"), [before], "the line that it came from")
    browser.keys("s")
    browser.move("#title")
    browser.move(row("before", before) + " code")
    same(lines(browser, "after", ".lit"), [changed], "the line that it became")
    first = texts[0].index("            A[i] = A[i] + T.float32(1.0)") + 1
    same(lines(browser, "source", ".lit"), [first], "the line in the first text")
    browser.move("#title")
    same(browser.run("document.querySelectorAll('.lit').length"), 0, "lines without the pointer")


def check_pin(browser, path, texts):
    browser.open(path, "#step=5&view=text")
    browser.wait(READY)
    line = texts[5].index("            A[i] = A[i] + T.float32(4.0)") + 1
    browser.click(row("after", line) + " code .n")
    same(lines(browser, "after", ".pinned"), [line], "the pinned line")
    shown = text_of(browser, "#details")
    for wanted in ("5 Fold, line", "2 Parallelize", "5 Fold", "ir.FloatImm", "value", "4",
                   '<root>.functions[I.GlobalVar("main")]'):
        if wanted != "2 Parallelize":
            expect(wanted in shown, f"the inspector has no {wanted}: {shown}")
    expect("changed" in shown, "the history of the line")
    same(browser.run("location.hash"), f"#step=5&line={line}&view=text", "the link")
    browser.click("#details .nodes button:first-child")
    expect("tir.BufferStore" in text_of(browser, "#details .node"), "the node around it")
    browser.keys("Escape")
    same(browser.run("document.querySelectorAll('.pinned').length"), 0, "lines after Escape")
    expect(browser.run("document.getElementById('inspector').hidden"), "an inspector after Escape")
    browser.open(path, f"#step=5&line={line}")
    browser.wait(READY)
    same(lines(browser, "after", ".pinned"), [line], "the line of a link")
    browser.open(path, "#step=5&line=2")
    browser.wait(READY)
    same(lines(browser, "after", ".pinned"), [2], "a line far from all changes")


def check_counts(browser, pages, path, *args):
    """The passes have the numbers of `tunip history`."""
    browser.open(path)
    browser.wait(READY)
    found = browser.run("Object.fromEntries([...document.querySelectorAll('#steps .step')].map("
                        "(each) => [each.querySelector('.index').textContent, "
                        "(each.querySelector('.figures') || {textContent: ''}).textContent]))")
    wanted = pages.counts(*args)
    expect(any(wanted.values()), f"no step of {path.name} changes lines")
    same({int(step): figures for step, figures in found.items()}, wanted,
         f"the numbers of lines of {path.name}")


def check_weak(browser, path, texts):
    """Lines in which only names differ have a weak mark, and are no changes."""
    first = texts[1].index("        for k in range(8):") + 1
    named = list(range(first, first + 10))
    browser.open(path, "#step=1&view=split")
    browser.wait(READY)
    for pane in ("before", "after"):
        same(lines(browser, pane, ".weak"), named, f"weak lines {pane} a step that renames")
        same(lines(browser, pane, ":is(.old, .new)"), [], f"changes {pane} a step that renames")
    same(browser.run("document.querySelector('#after .weak').title"),
         "only names of variables differ", "the reason of a weak mark")
    weak = browser.run("getComputedStyle(document.querySelector('#after .weak')).backgroundColor")
    browser.keys("j")
    same(step(browser), 2, "the next pass, after one that only renames")
    changed = browser.run("getComputedStyle(document.querySelector('#after .new'))"
                          ".backgroundColor")
    plain = browser.run("getComputedStyle(document.querySelector(arguments[0])).backgroundColor",
                        row("after", first + 10))
    expect(len({weak, changed, plain}) == 3, f"marks look alike: {weak}, {changed}, {plain}")
    same(lines(browser, "after", ".new"), [first + 11], "the changed line")
    same(lines(browser, "after", ".weak"), named[8:], "weak lines near a change")
    same(text_of(browser, "#after .gap"), f"{first + 7} unchanged lines, 8 with other names",
         "the words in place of weak lines")
    browser.click("#after .gap")
    same(lines(browser, "after", ".weak"), named, "all weak lines")
    browser.keys("2")
    same(lines(browser, "after", ".weak"), named, "weak lines in one text")


def check_weak_page(browser, path, texts, passes):
    """The same in the page of `tunip diff`."""
    first = texts[1].index("        for k in range(8):") + 1
    browser.open(path)
    weak = browser.run("[...document.querySelectorAll('.row.weak')].map((each) => "
                       "[...each.querySelectorAll('.no')].map((no) => Number(no.dataset.n)))")
    same(weak, [[line, line] for line in range(first, first + 10)], "weak rows of the page")
    same(browser.run("document.querySelector('.row.weak').title"), "only names of variables differ",
         "the reason of a weak row")
    same(browser.run("document.querySelectorAll('.row.weak :is(ins, del)').length"), 0,
         "changes in weak rows")
    same([pathlib.Path(each).name for each in text_of(browser, "h1").split(" and ")],
         [path.name for path in passes], "both files in the title")
    same(text_of(browser, ".about"), "+0 added, -0 removed, ~1 changed lines", "the counts")
    same(text_of(browser, "summary"), f"{first + 7} unchanged lines, 8 with other names",
         "the words in place of weak rows")
    colours = browser.run("['.row.weak', '.row.both > del', '.row.both > ins', 'main'].map("
                          "(each) => getComputedStyle(document.querySelector(each)).backgroundColor"
                          ")")
    expect(len(set(colours)) == 4, f"marks look alike: {colours}")


def check_hidden_page(browser, path):
    """A difference that the text does not show has a mark and a title, and counts."""
    browser.open(path)
    same(browser.run("document.querySelector('.row.hidden').title"),
         "the text is the same, but the IR differs", "the reason of a hidden difference")
    same(browser.run("['del', 'ins'].map((side) => getComputedStyle(document.querySelector("
                     "`.row.hidden > ${side} > .no`), '::after').content)"), ['"~"', '"~"'],
         "the signs of a hidden difference")
    same(text_of(browser, ".about"), "+0 added, -0 removed, ~1 changed lines",
         "the counts of a hidden difference")


def history(browser):
    return browser.run("[...document.querySelectorAll('.history button')]"
                       ".map((each) => each.textContent)")


def missing(browser):
    return browser.run("[...document.querySelectorAll('#details .missing')]"
                       ".map((each) => each.textContent)")


def check_reasons(browser, path, texts):
    """All panes mark the forms of a pinned line; the panel has the reasons of the links, and says
    why a pane has no line that belongs to it."""
    last = texts[2].index("            A[j] = T.float32(8.0)") + 1
    browser.open(path, f"#step=2&line={last}&view=text")
    browser.wait(READY)
    if not browser.run("document.getElementById('with-source').checked"):
        browser.keys("s")
    for pane in ("source", "before", "after"):
        same(lines(browser, pane, ".pinned"), [last], f"the pinned line in the pane {pane}")
    same(history(browser), ["0 Start in the first text",
                            "2 Both changed (paired by the edit script)"], "reasons")
    same(missing(browser), [], "panes without a line")
    browser.click(row("after", last - 3) + " code")
    same(history(browser), ["0 Start in the first text",
                            "1 Rename names changed (same content)",
                            "2 Both names changed (same content)"],
         "reasons of a line with other names")
    for pane in ("source", "before", "after"):
        same(lines(browser, pane, ".pinned"), [last - 3], f"the renamed line in the pane {pane}")
    helper = texts[4].index("            A[i] = T.float32(3.0)") + 1
    browser.open(path, f"#step=4&line={helper}&view=text")
    browser.wait(READY)
    if browser.run("document.getElementById('with-source').checked"):
        browser.keys("s")
    same(history(browser), ["4 Add inserted"], "the history of a new line")
    same(missing(browser), ["No line of 3 Drop belongs to it: 4 Add inserted it."],
         "the pane without a form of a new line")
    browser.keys("s")
    same(missing(browser), ["No line of 0 Start belongs to it: 4 Add inserted it.",
                            "No line of 3 Drop belongs to it: 4 Add inserted it."],
         "panes without a form of a new line")
    other = texts[2].index("            A[i] = T.float32(2.0)") + 1
    browser.open(path, f"#step=2&line={other}&view=text")
    browser.wait(READY)
    browser.keys("j")
    same(missing(browser), ["No line of 3 Drop belongs to it: 3 Drop removed it."],
         "the pane of the pass that removed the line")
    same(text_of(browser, "#details h2"), f"2 Both, line {other}", "the step of the line")
    browser.keys("k")
    same(missing(browser), [], "panes without a line, back at the line")


def check_missing_part(browser, path, texts):
    """A pass that ran on a part of the module has no line of the rest."""
    line = next(i for i, text in enumerate(texts[3], 1) if "def g(" in text)
    browser.open(path, f"#step=3&line={line}&view=text")
    browser.wait(READY)
    browser.keys("K")
    same(missing(browser), [f"No line of {name} belongs to it: the pass ran on a part without it."
                            for name in ("1 Filter", "2 Change")], "panes of a part of the module")


def check_missing_spans(browser, path):
    """The same between a program and the passes, which spans connect."""
    browser.open(path, "#step=1&view=text")
    browser.wait(READY)
    if not browser.run("document.getElementById('with-source').checked"):
        browser.keys("s")
    browser.click(row("source", 11) + " code")
    same(missing(browser), ["No line of 1 Fuse belongs to it: no span there names the line."],
         "a line of the program that a pass dropped")
    browser.click(row("after", 10) + " code")
    expect(any("net.py belongs to it: no span of the line names this file." in each
               for each in missing(browser)), f"a line from another file: {missing(browser)}")


def check_keys(browser, path, texts):
    browser.open(path, "#step=2&view=text")
    browser.wait(READY)
    browser.run("document.querySelector('#after .lines').focus()")
    browser.keys("Home", "ArrowDown", "ArrowDown", "Enter")
    same(lines(browser, "after", ".pinned"), [3], "the line that keys chose")
    browser.keys("End")
    same(lines(browser, "after", ".current"), [len(texts[2])], "the last line")
    expect(browser.run("document.querySelector('#after .lines').getAttribute("
                       "'aria-activedescendant') === document.querySelector('#after .current').id"),
           "the current line for screen readers")
    browser.keys("?")
    expect(browser.run("document.getElementById('keys').open"), "the list of keys")
    audit(browser, "the list of keys")
    browser.keys("Escape")
    expect(not browser.run("document.getElementById('keys').open"), "the list of keys closes")
    browser.run("document.body.focus(), document.activeElement.blur()")
    reached = set()
    for _ in range(60):
        browser.keys("Tab")
        reached.add(browser.run("document.activeElement.id || document.activeElement.className || "
                                "document.activeElement.parentElement.id || "
                                "document.activeElement.name"))
    missing = {"query", "everywhere", "hit-on", "with-source", "help", "function", "step",
               "lines"} - reached
    same(sorted(missing), [], "controls that Tab does not reach")


def check_search(browser, path, texts):
    browser.open(path, "#step=0")
    browser.wait(READY)
    browser.keys("/")
    same(browser.run("document.activeElement.id"), "query", "the key for search")
    browser.keys(*"FLOAT32(1", "Enter")
    browser.wait("document.getElementById('hits').textContent !== ''")
    kept = [text for i, text in enumerate(texts) if i == 0 or text != texts[i - 1]]
    total = sum("float32(1" in line for text in kept for line in text)
    wanted = sum("float32(1" in line for line in texts[0])
    same(text_of(browser, "#hits"), f"{wanted} here, {total} in all", "matches")
    expect(browser.run("document.querySelectorAll('#after .hit').length") > 0, "marked matches")
    browser.keys("Escape", "n")
    same(step(browser), 2, "the pass of the next match")
    browser.keys("N")
    same(step(browser), 0, "the pass of the match before")


def walk(browser, pane, step_size=300):
    """The text of all rows of a pane, by line: scrolls through it."""
    found = {}
    browser.run(f"document.querySelector('#{pane} .lines').scrollTop = 0")
    for _ in range(2000):
        rows = browser.run(f"[...document.querySelectorAll('#{pane} .row:has(.no)')].map((row) => "
                           "[row.querySelector('.no').dataset.n, row.className.split(' ')[0], "
                           "row.querySelector('code').textContent])")
        found.update({(int(n), kind in ("old",)): text for n, kind, text in rows})
        if browser.run(f"((box) => {{ const was = box.scrollTop; box.scrollTop += {step_size}; "
                       "box.dispatchEvent(new Event('scroll')); return box.scrollTop === was; })"
                       f"(document.querySelector('#{pane} .lines'))"):
            return found
    return found


def check_diff(browser, path, texts):
    for number, before in ((2, 1), (4, 3), (5, 4)):
        browser.open(path, f"#step={number}&view=split")
        browser.wait(READY)
        while browser.run("Boolean(document.querySelector('.gap'))"):
            browser.click(".gap")
        for pane, text in (("before", texts[before]), ("after", texts[number])):
            found = walk(browser, pane)
            shown = [found[key] for key in sorted(found)]
            same(shown, text, f"the {pane} side of pass {number}")
        old = browser.run("[...document.querySelectorAll('#before .row.old code')]"
                          ".map((each) => each.textContent)")
        expect(all(line not in texts[number] or texts[before].count(line) > 1 for line in old),
               f"lines that are not removed: {old}")
    browser.open(path, "#step=5&view=inline")
    browser.wait(READY)
    expect(not browser.run("document.querySelector('#before').checkVisibility()"), "one pane")
    kinds = browser.run("[...document.querySelectorAll('#after .row .sign')]"
                        ".map((each) => each.textContent).join('')")
    expect("-+" in kinds, f"a changed line is shown twice: {kinds}")
    expect(browser.run("document.querySelectorAll('#after .part').length") >= 2, "parts")
    browser.keys("3")
    same(browser.run("document.body.dataset.view"), "split", "the key for the view")
    browser.keys("1")
    same(browser.run("document.body.dataset.view"), "text", "the key for the view")


def check_folds(browser, path, texts):
    browser.open(path, "#step=5&view=text")
    browser.wait(READY)
    head = next(i for i, line in enumerate(texts[5], 1) if line.startswith("    def "))
    browser.click(f"{row('after', head)} .fold")
    expect(head + 1 not in lines(browser, "after"), "folded lines")
    browser.click(f"{row('after', head)} .fold")
    expect(head + 1 in lines(browser, "after"), "unfolded lines")
    browser.click(row("after", head + 1) + " code")
    browser.keys("f")
    expect(head + 1 not in lines(browser, "after"), "lines that a key folded")
    browser.keys("f")
    expect(head + 1 in lines(browser, "after"), "lines that a key unfolded")
    browser.keys("Escape", "z")
    expect(len(lines(browser, "after")) < len(texts[5]), "all functions folded")
    browser.keys("z")
    same(len(lines(browser, "after")), len(texts[5]), "all functions unfolded")


def check_findings(browser, path):
    browser.open(path, "#step=2&view=text")
    browser.wait(READY)
    expect(browser.run("document.querySelectorAll('#after .wavy.warning').length") > 0, "squiggles")
    browser.click("#after .findings")
    shown = text_of(browser, "#details")
    for wanted in ("a slow loop", "slow", "here", "try T.vectorized"):
        expect(wanted in shown, f"the finding has no {wanted}")


def check_source(browser, path):
    """A program beside the passes; without spans its lines belong to nothing, and the pane is
    closed at first."""
    browser.open(path, "#step=2")
    browser.wait(READY)
    expect(not browser.run("document.getElementById('with-source').checked"),
           "the pane of a program to which no line belongs")
    browser.keys("s")
    same(browser.run("getComputedStyle(document.querySelector('#source .k')).color !== "
                     "getComputedStyle(document.querySelector('#source code')).color"), True,
         "colours of the program")
    same(text_of(browser, "#source .row:nth-child(2) code"), "def model(): pass", "the program")
    browser.move("#source .row:nth-child(2) code")
    same(lines(browser, "source", ".lit"), [2], "its line under the pointer")
    same(lines(browser, "after", ".lit"), [], "lines made by it")


def lit_by(browser, pane, line, other):
    """The lines of another pane that the pointer on a line marks."""
    browser.move("#title")
    browser.move(row(pane, line) + " code")
    return lines(browser, other, ".lit")


def check_spans(browser, path):
    """Lines of a program and of the passes belong together by spans that name the program."""
    browser.open(path, "#step=1&view=text")
    browser.wait(READY)
    if not browser.run("document.getElementById('with-source').checked"):
        browser.keys("s")
    shown = {line: lit_by(browser, "after", line, "source") for line in (7, 8, 9, 10)}
    same(shown, {7: [7], 8: [8, 10], 9: [9], 10: []}, "lines of the program, after the pass")
    same(lit_by(browser, "before", 9, "source"), [9], "the line of the program, before the pass")
    same(lit_by(browser, "before", 11, "source"), [11], "the line of the program, before the pass")
    same(lit_by(browser, "source", 8, "after"), [8], "lines made by the first loop")
    same(lit_by(browser, "source", 10, "after"), [8], "lines made by the second loop")
    same(lit_by(browser, "source", 11, "after"), [], "lines made by the second store")
    same(lit_by(browser, "source", 11, "before"), [11], "lines made by it before the pass")


def check_schedule(browser, path):
    browser.open(path, "#step=2&line=9&view=text")
    browser.wait(READY)
    same(text_of(browser, "#after h2 .made"), "by sch.parallel(loop=l2)", "the primitive")
    history = browser.run("[...document.querySelectorAll('.history button')]"
                          ".map((each) => each.textContent)")
    expect(any("2 parallel changed by sch.parallel(loop=l2)" in each for each in history),
           f"the primitive in the history of a line: {history}")
    browser.keys("k")
    expect("factors=[None, 16]" in text_of(browser, "#after h2 .made"), "the other primitive")


def check_scale(browser, path, texts):
    browser.open(path, "#step=1&view=text")
    browser.wait(READY)
    browser.run("document.querySelector('#after .lines').focus()")
    for keys in ("End", "Home", "End"):
        browser.keys(keys)
        count = browser.run("document.getElementsByTagName('*').length")
        expect(count < LARGEST_DOM, f"{count} elements")
    same(lines(browser, "after", ".current"), [len(texts[1])], "the last line of many")
    found = browser.run("document.querySelector('#after .current code').textContent")
    same(found, texts[1][-1], "the text of the last line")
    browser.keys("1", "/")
    browser.keys(*"float32(3", "Enter")
    browser.wait("document.getElementById('hits').textContent.includes('in all')")
    expect(step(browser) >= 3, "a match in a later pass")


def check_hostile(browser, path):
    browser.open(path, "#step=1&line=8")
    browser.wait(READY)
    same(browser.run("document.querySelectorAll('img, iframe, svg:not(#timeline svg)').length"), 0,
         "elements")
    whole = browser.run("document.body.textContent.replace("
                        "document.getElementById('data').textContent, '')")
    hidden = sorted({f"U+{ord(c):04X}" for c in whole if c in "\u202e\u2066\u2028\u2029\x1b"})
    same(hidden, [], "hidden characters")
    expect("</script><img" in whole, "the text is shown")


def check_run(browser, path):
    """The colours of nodes are their errors, or their times; a node leads to its row and back."""
    def heats():
        return browser.run(f"{GRAPH}.shown.map((node) => {GRAPH}.paperOf({GRAPH}.nodes[node]))")

    browser.open(path)
    same([pathlib.Path(each).name for each in browser.run("document.title").split(" and ")],
         ["left", "right"], "both runs in the title")
    by_error = heats()
    same(len(by_error), 5, "nodes of the graph, without constants")
    expect(by_error[0] == by_error[1] == by_error[2] != by_error[3], f"errors: {by_error}")
    same(browser.run(f"{GRAPH}.nodes.map((node) => node.mark || '')"),
         ["", "", "", "", "first difference", "NaN"], "marked nodes")
    same(browser.run(f"{GRAPH}.nodes[2].note"), "90.0 us, 67.9 %", "the time of a node")
    browser.click(".graph .scheme label:last-child")
    by_time = heats()
    expect(by_time[1] not in (by_time[0], by_time[2]) and by_time[0] == by_time[4],
           f"times: {by_time}")
    expect("90.0 us" in text_of(browser, ".graph-legend"), "the legend of times")
    browser.run("document.querySelector('.graph-box').focus()")
    browser.keys("Home", "ArrowDown", "Enter")
    same(browser.run("location.hash"), "#n2.0", "the link of a node")
    same(browser.run("document.querySelector(':target').tagName"), "TR", "the row of a node")
    browser.click("tr:last-child a")
    browser.wait(f"{GRAPH}.nodes[{GRAPH}.chosen].row === 'n5.0'")
    browser.wait("[...document.images].every((each) => each.complete)")
    same(browser.run("[...document.images].map((each) => each.naturalWidth)"), [8] * 5,
         "pictures of tensors")
    browser.click("label:has(#dark)")
    dark = heats()
    browser.click("label:has(#light)")
    expect(dark != heats(), "the colours of the other scheme")


def check_flow(browser, path):
    """A node of the graph beside a text marks its line, and a line chooses its node."""
    browser.open(path)
    same(browser.run(f"{GRAPH}.view.name"), "@main", "the graph that is shown at first")
    node = browser.run(f"{GRAPH}.nodes.findIndex((node) => node.label === 'nn.relu')")
    browser.click_at(".graph-box", *place(browser, node))
    same(browser.run(f"{GRAPH}.chosen"), node, "the node after a click")
    same(browser.run("[...document.querySelectorAll('.graph-row')].map((row) => row.id)"), ["L4"],
         "the line of a node")
    browser.click("#L5 code")
    same(browser.run(f"{GRAPH}.nodes[{GRAPH}.chosen].label"), "tanh", "the node of a line")
    browser.click(".beside > summary")
    same(browser.run("document.querySelector('.graph').checkVisibility()"), False,
         "the graph after it was closed")


def check_sheets(browser, paths):
    """On paper, each page has its colours, those of the light scheme, and no switch."""
    for path in paths:
        browser.open(path)
        browser.run("document.getElementById('dark').checked = true")
        dark = browser.run("getComputedStyle(document.body).color")
        browser.media("print")
        found = browser.run("((style) => [style.printColorAdjust, style.color, "
                            "document.querySelector('.scheme').checkVisibility()])"
                            "(getComputedStyle(document.body))")
        expect(found[0] == "exact" and found[1] != dark and not found[2],
               f"{path.name} on paper: {found}, {dark} on the screen")
        browser.media("")


def check_long_flow(browser, path):
    """A click on a node goes to its line, although only lines in view are elements."""
    browser.open(path)
    browser.wait(READY)
    browser.click(".beside > summary")
    browser.wait(f"Boolean(document.querySelector('section.graph') && {GRAPH})")
    node = 300
    browser.run(f"{GRAPH}.choose({node})")
    browser.click_at(".graph-box", *place(browser, node))
    browser.wait("document.querySelector('.pinned .no') !== null")
    line = browser.run(f"{GRAPH}.nodes[{node}].row").removeprefix("L")
    expect(int(line) > 20000, f"the line of the node: {line}")
    same(browser.run("document.querySelector('.pinned .no').dataset.n"), line,
         "the line of a node in a long text")


def check_many_nodes(browser, path):
    """A module of 5,000 operations with its graph: the work until the first picture."""
    browser.open(path)
    browser.cpu()
    browser.run("location.reload()")
    browser.wait(f"Boolean(document.querySelector('section.graph') && {GRAPH} && "
                 f"{GRAPH}.painted !== undefined)")
    work = browser.cpu()
    same(browser.run(f"{GRAPH}.shown.length"), 5000, "operations")
    expect(work < 2, f"text and graph of 5,000 operations: {work:.2f} s")
    print(f"browser: text and graph of 5,000 operations: {work:.2f} s")


def check_hostile_run(browser, path):
    browser.open(path)
    same(browser.run("document.querySelectorAll('iframe, [onerror], img:not(td img)').length"), 0,
         "elements in the page of a run")
    hidden = browser.run("document.body.textContent.match(/[\\u202e\\u2066\\u2028\\x1b]/)")
    same(hidden, None, "hidden characters in the page of a run")
    expect("</script><img" in browser.run("document.querySelector('table').textContent"),
           "the name is shown")


def check_memory(browser, path):
    """A storage leads to its row; the tensors in use at the peak have a colour of their own."""
    browser.open(path)
    same(browser.run("document.querySelectorAll('.storage').length"), 4, "storages")
    same(browser.run("document.querySelectorAll('.plan g.now').length"), 2, "tensors at the peak")
    browser.click(".storage rect.all")
    same(browser.run("location.hash"), "#s1", "the link of a storage")
    same(browser.run("document.querySelector(':target').tagName"), "TR", "the row of a storage")
    same(browser.run("document.querySelectorAll('script, iframe, img').length"), 0, "elements")
    same(browser.run("document.body.textContent.match(/[\\u202e\\u2066\\u2028\\x1b]/)"), None,
         "hidden characters in the page of a plan")
    wide = browser.run("document.documentElement.scrollWidth - innerWidth")
    expect(wide <= 0, f"the page of a plan is {wide} px too wide")


def check_inspect(browser, path):
    """A rectangle leads to its part, and hostile names are text."""
    browser.open(path)
    wide = browser.run("document.documentElement.scrollWidth - innerWidth")
    expect(wide <= 0, f"the page of a file is {wide} px too wide")
    browser.click(".map a.tensor rect")
    link = browser.run("location.hash")
    expect(link.startswith("#p"), f"the link of a part: {link}")
    same(browser.run("document.querySelector(':target').tagName"), "DETAILS", "the part")
    same(browser.run("document.querySelectorAll('script, iframe, img').length"), 0, "elements")
    same(browser.run("document.body.textContent.match(/[\\u202e\\u2066\\u2028\\x1b]/)"), None,
         "hidden characters in the page of a file")


def check_two(browser, path):
    """Parts that differ are marked on both sides, and lead to their differences."""
    browser.open(path)
    same(browser.run("document.querySelectorAll('.pair section .map').length"), 2, "drawings")
    marked = browser.run("[...document.querySelectorAll('.map a')].map((each) =>"
                         " each.getAttribute('aria-label').split(':')[0])")
    same([each for each in marked if "<" not in each],
         ["changed p0", "changed p1", "removed p3", "changed p0", "changed p1", "added p4"],
         "marked parts")
    same(len(marked), 8, "marked parts, with the hostile one")
    browser.click(".pair section:last-child .map a rect")
    same(browser.run("location.hash"), "#c0", "the link of a part that differs")
    expect("p0" in text_of(browser, ":target"), "the difference of a part")
    same(browser.run("document.querySelectorAll('script, iframe, img').length"), 0, "elements")
    same(browser.run("document.body.textContent.match(/[\\u202e\\u2066\\u2028\\x1b]/)"), None,
         "hidden characters in the page of two files")
    wide = browser.run("document.documentElement.scrollWidth - innerWidth")
    expect(wide <= 0, f"the page of two files is {wide} px too wide")


def look(browser, name, path, link, size, dark):
    browser.open(path, link)
    if path.name.startswith("e"):
        browser.wait(READY)
    audit(browser, f"{name} {size[0]} {'dark' if dark else 'light'}")
    check_log(browser, name)
    if len(sys.argv) > 2:
        browser.picture(f"{sys.argv[2]}/{name}-{size[0]}{'-dark' if dark else ''}.png")


def views(made):
    """The pages to look at, in each size and in both schemes."""
    yield "text", made["small"], "#step=5&view=text"
    yield "wrapped", made["wide"], "#step=2&view=split&wrap=on&line=75-76&fn=long"
    yield "wrong", made["wide"], "#step=99"
    yield "inline", made["small"], "#step=4&view=inline"
    yield "split", made["small"], "#step=5&view=split"
    yield "pinned", made["found"], "#step=2&line=9&view=split"
    yield "schedule", made["schedule"], "#step=1&line=12&view=split"
    yield "nested", made["nested"], "#step=3"
    yield "weak", made["named"], "#step=1&view=split"
    yield "missing", made["named"], "#step=4&line=9&view=split"
    yield "hostile", made["hostile"], "#step=1&line=8"
    yield "print", made["print"], ""
    yield "print-long", made["long"], "#L2000"
    yield "diff", made["diff"], ""
    yield "diff-weak", made["renamed"], ""
    yield "diff-hidden", made["hidden"], ""
    yield "run", made["run"], ""
    yield "runs", made["runs"], "#n3.0"
    yield "flow", made["flow"], "#L4"
    yield "flow-hostile", made["evil flow"], ""
    yield "memory", made["memory"], "#s2"
    yield "inspect", made["inspect"], ""
    yield "two", made["two"], "#c0"
    yield "runs-hostile", made["runs-hostile"], ""


def make(pages, folder):
    passes = pipeline.small(folder / "passes")
    files = sorted(passes.iterdir())
    program = folder / "model.py"
    program.write_text("import model\ndef model(): pass\n", encoding="utf-8")
    named = pipeline.named(folder / "named")
    wide = pipeline.wide(folder / "wide")
    long = pipeline.long_module(folder / "long.py", 500)
    finding = pipeline.findings(folder, files[2])
    evil, source, evil_findings = pipeline.hostile(folder)
    spanned, net = pipeline.spanned(folder / "spanned", lambda script, graph: pages.run(
        "save", "--spans", script, "-o", graph))
    left, right = pipeline.runs(folder / "runs")
    evil_runs = pipeline.runs(folder / "evil", pipeline.HOSTILE)
    return {
        "run": pages.explorer("run", left), "runs": pages.explorer("runs", left, right),
        "runs-hostile": pages.explorer("runs-hostile", *evil_runs),
        "memory": pages.page("memory", "debug", "--summary",
                             pipeline.graph(folder / "graph.json", pipeline.HOSTILE)),
        "inspect": pages.page("inspect", "inspect", pipeline.parameters(folder / "b.bin")),
        "two": pages.page("two", "diff", folder / "b.bin", pipeline.parameters(
            folder / "c.bin", ("p0", "p1", pipeline.HOSTILE, "p4"), 1), status=1),
        "flow": pages.page("flow", "print", RESIDUAL),
        "evil flow": pages.page("flow-evil", "print", pipeline.hostile_relay(
            folder / "evil-relay.json", pages.run("save", RESIDUAL))),
        "many": pages.page("many", "print", pipeline.many_operations(folder / "many.relay", 5000)),
        "long flow": pages.page("long-flow", "print", pipeline.many_functions(
            folder / "long.mlir", 6, 4000)),
        "passes": passes, "texts": pages.texts(passes),
        "small": pages.explorer("explorer", passes),
        "found": pages.explorer("explorer-found", passes, "--diagnostics", finding,
                                "--source", program),
        "spanned": pages.explorer("explorer-spanned", spanned, "--source", net),
        "nested": pages.explorer("explorer-nested", NESTED),
        "hostile": pages.explorer("explorer-hostile", evil, "--source", source,
                                  "--diagnostics", evil_findings),
        "schedule": pages.explorer("explorer-schedule", SCHEDULE),
        "gemm": pages.explorer("explorer-gemm", GEMM),
        "named passes": named, "named texts": pages.texts(named),
        "named": pages.explorer("explorer-named", named),
        "long source": long, "long": pages.page("long", "print", long),
        "wide passes": wide, "wide": pages.explorer("explorer-wide", wide),
        "part passes": PART, "part": pages.explorer("explorer-part", PART),
        "mlir": mlir.make(pages, folder),
        "hidden": pages.page("diff-hidden", "diff", *sorted(DISTINCT.glob("string-nodes.*.json")),
                             status=1),
        "renamed": pages.page("diff-named", "diff", *sorted(named.iterdir())[1:3], status=1),
        "print": pages.page("print", "print", files[4]),
        "diff": pages.page("diff", "diff", files[3], files[4], status=1),
    }


def check_all(pages, browser, made, folder):
    texts = made["texts"]
    attempt(check_passes, browser, made["small"])
    for check in (check_hover, check_pin, check_keys, check_search, check_diff, check_folds):
        attempt(check, browser, made["small"], texts)
    attempt(check_findings, browser, made["found"])
    attempt(check_source, browser, made["found"])
    attempt(check_tree, browser, made["nested"])
    for name, passes in (("small", made["passes"]), ("named", made["named passes"]),
                         ("nested", NESTED), ("schedule", SCHEDULE), ("gemm", GEMM)):
        attempt(check_counts, browser, pages, made[name], passes)
    attempt(check_reasons, browser, made["named"], made["named texts"])
    attempt(check_missing_spans, browser, made["spanned"])
    attempt(check_missing_part, browser, made["part"], pages.texts(PART))
    attempt(check_hidden_page, browser, made["hidden"])
    attempt(check_spans, browser, made["spanned"])
    attempt(check_schedule, browser, made["schedule"])
    attempt(check_hostile, browser, made["hostile"])
    attempt(check_run, browser, made["runs"])
    attempt(check_flow, browser, made["flow"])
    attempt(check_long_flow, browser, made["long flow"])
    attempt(check_sheets, browser, [made[name] for name in (
        "small", "print", "diff", "flow", "runs", "memory", "inspect", "two")])
    attempt(check_many_nodes, browser, made["many"])
    attempt(check_hostile_run, browser, made["runs-hostile"])
    attempt(check_memory, browser, made["memory"])
    attempt(check_inspect, browser, made["inspect"])
    attempt(check_two, browser, made["two"])
    explorer.check_all(attempt, pages, browser, made)
    mlir.check_all(attempt, pages, browser, made["mlir"], folder)
    check_log(browser, "the explorer")
    passes = pipeline.large(folder / "large", 750, 40)
    size = sum(path.stat().st_size for path in passes.iterdir())
    expect(size > 10e6, f"the large history has {size} bytes")
    page = pages.explorer("explorer-large", passes)
    two = folder / "two"
    two.mkdir()
    for path in sorted(passes.iterdir())[:2]:
        path.rename(two / path.name)
    attempt(check_scale, browser, page, pages.texts(two))
    check_log(browser, "the large history")


def check_without_scripts(folder, made):
    """The elements that readers without scripts see."""
    browser = driver.Browser(folder / "plain", 1280, 800, scripts=False)
    try:
        browser.open(made["small"])
        shown = browser.post("/element", {"using": "css selector", "value": "main.plain"})
        text = browser.call("GET", f"{browser.session}/element/{shown[driver.ELEMENT]}/property/"
                            "textContent")
        for line in made["texts"][0] + made["texts"][5]:
            expect(line in text, f"without scripts there is no line {line}")
        expect("+    def helper" in text, "the differences without scripts")
    finally:
        browser.close()


def check_zoomed(folder, made):
    """A window of 1280 x 1024 at 400 %."""
    browser = driver.Browser(folder / "zoomed", 320, 256)
    try:
        explorer.check_zoom(browser, made["wide"])
    finally:
        browser.close()


def main():
    tunip = os.path.abspath(sys.argv[1])
    missing = driver.missing()
    if missing:
        print(f"skipped: browser (no {missing})")
        return 77
    if not os.environ.get("TUNIP_AXE"):
        print("skipped: the rules of axe-core (TUNIP_AXE does not name an axe.min.js)")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = Pages(tunip, folder)
        made = make(pages, folder)
        sizes = SIZES + MORE_SIZES
        for number, (size, dark) in enumerate((s, d) for s in sizes for d in (False, True)):
            browser = driver.Browser(folder / f"profile{number}", *size, dark)
            try:
                for view in views(made) if size in SIZES or ALL else ():
                    look(browser, *view, size, dark)
                for view in mlir.views(made["mlir"]):
                    look(browser, *view, size, dark)
                if size == SIZES[0]:
                    attempt(check_weak, browser, made["named"], made["named texts"])
                    attempt(check_weak_page, browser, made["renamed"], made["named texts"],
                            sorted(made["named passes"].iterdir())[1:3])
                if number == 0:
                    check_all(pages, browser, made, folder)
            finally:
                browser.close()
        attempt(check_without_scripts, folder, made)
        attempt(check_zoomed, folder, made)
    print(*problems, f"browser: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
