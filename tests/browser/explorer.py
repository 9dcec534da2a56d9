"""Checks of the explorer for run.py: the timeline, the scope of a function, the address, wrapped and
long lines, borders, copies, and what the page says to a newcomer."""

from page import READY, audit, expect, lines, same, step, text_of

TRACK = "document.querySelector('#timeline .track')"


# ---- the timeline ----

def said(browser):
    return browser.run(f"{TRACK}.getAttribute('aria-valuetext')")


def bars(browser, kind):
    """The number of parts of bars of a kind."""
    return browser.run("document.querySelector(arguments[0]).getAttribute('d').split('M').length"
                       " - 1", f"#timeline .{kind}")


def check_timeline(browser, pages, path, passes):
    """The bars are the steps of the list, with its numbers; those without changes are dimmed, and
    several in a row are one."""
    counts = pages.counts(passes)
    browser.open(path, "#step=0")
    browser.wait(READY)
    for kind, sign in (("added", "+"), ("removed", "-"), ("changed", "~")):
        same(bars(browser, kind), sum(sign in words for words in counts.values()),
             f"bars with {kind} lines")
    dimmed = browser.run("timeline.bars.filter((bar) => isQuiet(bar.from) || "
                         "steps[bar.from].part || !trunk.has(bar.from)).length")
    same(bars(browser, "dim"), dimmed, "dimmed bars")
    browser.run(f"{TRACK}.focus()")
    browser.keys("End")
    same(step(browser), max(counts), "the step of the last bar")
    browser.keys("Home")
    shown = {}
    for _ in range(len(counts)):
        shown[step(browser)] = said(browser)
        browser.keys("ArrowRight")
    for number, words in shown.items():
        found = "".join(word for word in words.split(", ")[-1].split() if word[0] in "+-~")
        expect(f"{number} " in words and found == counts[number],
               f"the words for step {number}: {words}, not {counts[number]}")
    changed = [number for number, words in counts.items() if words]
    expect(set(changed) <= set(shown), f"steps with a bar: {sorted(shown)}")
    last = changed[-1]
    middle = browser.run("((bar, box) => box.left + bar.x + bar.width / 2 - box.width / 2 - box.left)"
                         f"(timeline.bars[timeline.barOf[{last}]], {TRACK}.getBoundingClientRect())")
    browser.move("#timeline .track", round(middle))
    expect(text_of(browser, "#timeline .caption").startswith(f"{last} "), "the words at the pointer")
    browser.click("#timeline .track", round(middle))
    same(step(browser), last, "the step of a bar after a click")
    audit(browser, "the timeline")


def check_brackets(browser, nested, mlir):
    """Passes that others ran are below a bracket, and those of an operation in a pipeline."""
    for path, wanted in ((nested, 2), (mlir, 1)):
        browser.open(path)
        browser.wait(READY)
        same(bars(browser, "brackets"), wanted, f"brackets of {path.name}")
    expect(browser.run("getComputedStyle(document.getElementById('unit')).display") != "none",
           "a page of MLIR without the choice of operations")
    browser.run("document.getElementById('unit').value = 'operations', document.getElementById("
                "'unit').dispatchEvent(new Event('change'))")
    wanted = browser.run("Object.values(dialects[state.step]).reduce((a, b) => a + b, 0)")
    expect(f": {wanted} operations" in said(browser), f"the operations of a step: {said(browser)}")


def check_all(attempt, pages, browser, made):
    attempt(check_timeline, browser, pages, made["small"], made["passes"])
    attempt(check_timeline, browser, pages, made["part"], made["part passes"])
    attempt(check_brackets, browser, made["nested"], made["mlir"]["page"])
