"""Checks of the explorer for run.py: the timeline, the scope of a function, the address, wrapped
and long lines, borders, copies, and what the page says to a newcomer."""

import base64
import re

from page import READY, audit, expect, lines, same, step, text_of
from pipeline import NEEDLE

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
    middle = browser.run("((bar, track) => bar.x + bar.width / 2 - track.clientWidth / 2)"
                         f"(timeline.bars[timeline.barOf[{last}]], {TRACK})")
    browser.move("#timeline .track", round(middle))
    expect(text_of(browser, "#timeline .caption").startswith(f"{last} "),
           "the words at the pointer")
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


# ---- the scope of a function ----

def check_scope(browser, path, texts):
    """A chosen function is all that panes show and counts count."""
    head = next(i for i, line in enumerate(texts[2], 1) if "def long(" in line)
    end = next(i for i, line in enumerate(texts[2], 1) if i > head and not line.strip())
    browser.open(path, "#step=2&view=text&fn=long")
    browser.wait(READY)
    same(lines(browser, "after"), list(range(head, end + 1)), "lines of the function")
    same(text_of(browser, "#after .within"), "in def long", "the function in the heading")
    same(text_of(browser, "#steps [aria-current] .figures"), "+2", "the lines of the function")
    expect(", +2" in said(browser), f"the words of the bar: {said(browser)}")
    same(browser.run("[...document.querySelectorAll('#steps .quiet, #steps .group')].length"), 1,
         "passes that left the function as it was")
    browser.keys("3")
    same(lines(browser, "after", ".new"), [head + 1, head + 2], "added lines of the function")
    expect(set(lines(browser, "after")) <= set(range(head, end + 1)), "lines of other functions")
    browser.click("#after .all")
    same(text_of(browser, "#steps [aria-current] .figures"), "+2~1", "the lines of all functions")
    expect("fn=" not in browser.run("location.hash"), "a function in the address")
    shown = browser.run("[...document.querySelectorAll('#changed li')].map((e) => e.textContent)")
    same(sorted(shown), ["farchanged~1", "longchanged+2"], "the functions that the step changed")
    browser.click("#changed li:last-child button")
    same(lines(browser, "after", ".new:not(.both)"), [head + 1, head + 2],
         "the lines of a function of the list")
    browser.click("#changed summary")
    expect(not browser.run("document.querySelector('#changed ul').checkVisibility()"),
           "a closed list of functions")
    browser.keys("1")
    browser.run("panes.after.offset = 20 * panes.after.rowHeight")
    same(text_of(browser, "#after .within"), "in def far", "the function in view")


# ---- the address ----

def settle(browser):
    browser.wait("Date.now() - lastEntry > BETWEEN_ENTRIES")


def check_address(browser, path):
    """The address has all that is shown, and the browser's button goes back."""
    browser.open(path, "#step=1")
    browser.wait(READY)
    settle(browser)
    browser.keys("j")
    same(step(browser), 2, "the next pass")
    settle(browser)
    browser.keys("1")
    settle(browser)
    browser.run("history.back()")
    browser.wait("document.body.dataset.view === 'split'")
    same(step(browser), 2, "the step one entry back")
    browser.run("history.back()")
    browser.wait("state.step === 1")
    browser.keys("1", "z", "w", "s")
    browser.click("label:has(#dark)")
    browser.keys("/", *"float")
    browser.wait("location.hash.includes('q=float')")
    link = browser.run("location.hash")
    for words in ("step=1", "view=text", "q=float", "source=on", "wrap=on", "scheme=dark",
                  "fold=far,long,same"):
        expect(words in link, f"the address has no {words}: {link}")
    known = browser.run("[...document.querySelectorAll('.row')].map((e) => e.textContent)")
    browser.open(path, link)
    browser.wait(READY)
    same(browser.run("[...document.querySelectorAll('.row')].map((e) => e.textContent)"), known,
         "rows of the address")
    same(browser.run("document.querySelector('input[name=scheme]:checked').id"), "dark",
         "the scheme of the address")
    same(browser.run("location.hash"), link, "the address of the address")
    audit(browser, "the state of an address")


def check_wrong_address(browser, path):
    for link, words in (("#step=99", "there is no step 99: the steps are 0 to 2"),
                        ("#step=1&line=9999", "step 1 has no line 9999"),
                        ("#step=1&line=9-2", "step 1 has no line 9-2"),
                        ("#step=1&view=round", "there is no view round"),
                        ("#step=1&fn=nobody", "no step has a function nobody")):
        browser.open(path, link)
        browser.wait(READY)
        expect(words in text_of(browser, "#note"), f"{link} says {text_of(browser, '#note')}")
        expect(browser.run("document.getElementById('note').checkVisibility()"), "a hidden note")
    browser.open(path, "#step=1&line=9")
    browser.wait(READY)
    expect(not browser.run("document.getElementById('note').checkVisibility()"),
           "a note about a right address")


# ---- ranges, copies, selections ----

def check_ranges(browser, path, texts):
    browser.open(path, "#step=2&view=text&line=7-15")
    browser.wait(READY)
    same(lines(browser, "after", ".ranged"), list(range(7, 16)), "lines of the address")
    browser.run("navigator.clipboard.writeText = (text) => { window.put = text; "
                "return Promise.resolve(); }")
    browser.click("#after .copy")
    same(browser.run("window.put"), "\n".join(texts[2][6:15]) + "\n", "the copied lines")
    browser.click("#after .row:has([data-n='9']) .no")
    same(lines(browser, "after", ".ranged"), [], "lines after a click")
    browser.click_with("Shift", "#after .row:has([data-n='12']) .no")
    same(lines(browser, "after", ".ranged"), [9, 10, 11, 12], "lines up to a click with Shift")
    expect("line=9-12" in browser.run("location.hash"), "the lines in the address")
    browser.keys("Escape")
    browser.click("#after .copy")
    same(browser.run("window.put"), "\n".join(texts[2]) + "\n", "the copied text")
    browser.click("#copy-link")
    same(browser.run("window.put"), browser.run("location.href"), "the copied address")


def check_selection(browser, path):
    """A selection that begins on one side stays there."""
    browser.open(path, "#step=2&view=split")
    browser.wait(READY)
    browser.drag("#before .row:has(.old) code, #before .row.old code", 700, 100)
    words = browser.run("String(getSelection())")
    shown = browser.run("[...document.querySelectorAll('#before code')].map((e) => e.textContent)"
                        ".join('\\n')")
    expect(words.strip(), "nothing is selected")
    same([line[:80] for line in words.split("\n") if line.strip() not in shown], [],
         "selected lines of the other side")
    browser.run("getSelection().removeAllRanges()")


# ---- long lines, wrapped lines, context ----

def check_long(browser, path, texts, needle):
    """A search shows its match, also far behind the beginning of a long line."""
    line = next(i for i, text in enumerate(texts[0], 1) if needle in text)
    browser.open(path, f"#step=0&view=text&in=step&q={needle}")
    browser.wait(READY)
    same(browser.run("document.querySelectorAll('#after .hit').length"), 0, "matches that show")
    browser.click("#hit-on")
    same(lines(browser, "after", ".pinned"), [line], "the line of the match")
    place = browser.run("((hit, box) => [hit.left > box.left, hit.right < box.right])("
                        "document.querySelector('#after .hit').getBoundingClientRect(), "
                        "document.querySelector('#after .lines').getBoundingClientRect())")
    same(place, [True, True], "the match is in view")
    browser.open(path, f"#step=0&view=text&line={line}")
    browser.wait(READY)
    browser.keys("x")
    same(text_of(browser, f"#after .row:has([data-n='{line}']) code"), texts[0][line - 1],
         "the whole line")


def check_wrap(browser, path, texts, needle):
    """Wrapped lines keep their indentation; both sides of a row have one height."""
    browser.open(path, "#step=2&view=split&wrap=on")
    browser.wait(READY)
    tops = browser.run("['before', 'after'].map((name) => [...panes[name].puck.children].map((e) =>"
                       " Math.round(e.getBoundingClientRect().top)))")
    same(tops[0], tops[1], "the places of rows on both sides")
    wrong = browser.run("['before', 'after'].flatMap((name) => [...panes[name].puck.children]"
                        ".filter((e) => Math.abs(e.getBoundingClientRect().height - "
                        "20 * (e.dataset.rows || 1)) > 1).map((e) => e.textContent.slice(0, 60)))")
    same(wrong, [], "rows of another height than was planned")
    expect(browser.run("panes.after.box.scrollWidth <= panes.after.box.clientWidth"),
           "a wrapped text scrolls sideways")
    same(browser.run("document.querySelectorAll('#after .row[data-rows]').length > 0"), True,
         "wrapped lines")
    line = next(i for i, text in enumerate(texts[2], 1) if needle in text)
    browser.open(path, f"#step=2&view=text&wrap=on&line={line}")
    browser.wait(READY)
    lefts = browser.run("((code) => { const range = document.createRange(); "
                        "range.selectNodeContents(code); return [...new Set([...range"
                        ".getClientRects()].map((r) => Math.round(r.left)))].sort((a, b) => a - b);"
                        " })"
                        "([...document.querySelectorAll('#after .row[data-rows] code')].pop())")
    indentation = browser.run("document.querySelector('#after .row[data-rows] code').textContent"
                              ".search(/[^ ]/)")
    expect(len(lefts) > 1 and lefts[1] > lefts[0] and indentation > 0,
           f"wrapped lines begin at {lefts}")
    browser.keys("w")
    expect(not browser.run("document.querySelector('.row[data-rows]')"), "wrapped lines after w")


def check_context(browser, path):
    browser.open(path, "#step=2&view=split")
    browser.wait(READY)
    count = int(text_of(browser, "#after .gap").split()[0])
    known = len(lines(browser, "after"))
    browser.click("#after .gap .up")
    same(text_of(browser, "#after .gap"), f"{count - 20} unchanged lines", "a smaller fold")
    browser.click("#after .gap .down")
    same(text_of(browser, "#after .gap"), f"{count - 40} unchanged lines", "a smaller fold")
    same(len(browser.run("rowsOf.after.filter((row) => row.line)")) >= known + 40, True,
         "lines around a change")


# ---- the window ----

def check_borders(browser, path):
    browser.open(path, "#step=2&view=split&line=9")
    browser.wait(READY)

    def width(selector):
        return browser.run("document.querySelector(arguments[0]).getBoundingClientRect().width",
                           selector)

    before = width("#before"), width("#after"), width("#passes")
    browser.drag("[data-of=before]", 100)
    now = width("#before"), width("#after")
    expect(abs(now[0] - before[0] - 100) < 3 and abs(now[1] - before[1] + 100) < 3,
           f"the texts have {now}, before {before}")
    browser.drag("[data-of=passes]", 60)
    expect(abs(width("#passes") - before[2] - 60) < 3, f"the list has {width('#passes')}")
    browser.run("document.querySelector('[data-of=passes]').focus()")
    browser.keys("ArrowLeft")
    expect(abs(width("#passes") - before[2] - 44) < 3,
           f"the list has {width('#passes')} after a key")
    same(step(browser), 2, "the step after a key at a border")
    audit(browser, "moved borders")


def check_hint(browser, path):
    """A newcomer is told once to click a line."""
    def shown():
        browser.open(path, "#step=1")
        browser.wait(READY)
        return browser.run("document.getElementById('note').checkVisibility()")

    shown()
    browser.run("localStorage.clear()")
    expect(shown() and text_of(browser, "#note").startswith("Click a line"), "no hint")
    browser.click("#after .row.new code")
    expect(not browser.run("document.getElementById('note').checkVisibility()"),
           "a hint after a click")
    expect(not shown(), "a hint at the next visit")


def check_zoom(browser, path):
    """At 400 % a pinned line leaves room for the text, and nothing collapses."""
    browser.open(path, "#step=2&view=split&line=9")
    browser.wait(READY)
    for selector, least in (("#after .lines", 140), ("#inspector", 60), ("#find", 20)):
        box = browser.run("((b) => [b.width, b.height])(document.querySelector(arguments[0])"
                          ".getBoundingClientRect())", selector)
        expect(box[1] >= least, f"{selector} has {box} at 400 %")
    audit(browser, "400 %")


def check_paper(browser, path, texts):
    """On paper, the page has all rows and its colours, on as many sheets as they need."""
    browser.open(path, "#step=2&view=text")
    browser.wait(READY)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    same(lines(browser, "after"), list(range(1, len(texts[2]) + 1)), "lines on paper")
    browser.run("dispatchEvent(new Event('afterprint'))")
    sheets = browser.post("/print", {"page": {"width": 21, "height": 14}})
    count = len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(sheets)))
    expect(count > 1, f"{count} sheets of paper")


def check_spans(browser, path):
    """The panel shows the places of a node's span, as links into the program."""
    browser.open(path, "#step=1&view=text&line=8")
    browser.wait(READY)
    shown = browser.run("[...document.querySelectorAll('#details .node tr')].map((e) => "
                        "e.textContent).filter((e) => e.startsWith('span'))")
    same(shown, ["spansrc/net.py:8:1, src/net.py:10:1"], "the span of a loop")
    browser.click("#details .node td button:last-child")
    same(lines(browser, "source", ".pinned"), [10], "the line of the program")


def check_filters(browser, path, scheduled):
    """Differences of names and lines of attributes hide."""
    browser.open(path, "#step=1&view=split")
    browser.wait(READY)
    expect(lines(browser, "after", ".weak"), "weak lines")
    browser.keys("r")
    same(lines(browser, "after", ".weak"), [], "weak lines after r")
    expect("hide=renames" in browser.run("location.hash"), "the filter in the address")
    browser.open(scheduled, "#step=1&view=text")
    browser.wait(READY)
    shown = "rowsOf.after.filter((row) => " \
            "lineText(row.text.line[row.line]).includes('_attr(')).length"
    expect(browser.run(shown) > 0, "a text without attributes")
    browser.keys("a")
    same(browser.run(shown), 0, "attributes after a")


# ---- pages of long texts, and of differences ----

def check_long_wrap(browser, path, line):
    """Lines of a long page wrap; the first line in view stays, and so does a line that is found."""
    browser.open(path, f"#L{line}")
    browser.wait(READY)
    top = browser.run("lineOf(pane.indexAt(pane.offset))")
    browser.run("document.body.style.setProperty('max-width', '370px')")
    browser.wait("pane.box.clientWidth < 380")
    browser.click("#wrap")
    same(browser.run("lineOf(pane.indexAt(pane.offset))"), top, "the first line in view")
    wrong = browser.run("[...pane.puck.children].filter((e) => Math.abs(e.getBoundingClientRect()"
                        ".height - 20 * (e.dataset.rows || 1)) > 1).map((e) => e.textContent)")
    same(wrong, [], "rows of another height than was planned")
    expect(browser.run("pane.puck.querySelectorAll('[data-rows]').length > 1"), "wrapped lines")
    full = browser.run("[...pane.puck.querySelectorAll('[data-rows]')].filter((e) => {"
                       " const range = document.createRange();"
                       " range.selectNodeContents(e.querySelector('code'));"
                       " return new Set([...range.getClientRects()].map((r) => Math.round(r.top)))"
                       ".size < Number(e.dataset.rows); }).map((e) => e.textContent)")
    same(full, [], "rows with an empty line at their end")
    expect(browser.run("pane.box.scrollWidth <= pane.box.clientWidth"), "it scrolls sideways")
    browser.run("document.body.style.removeProperty('max-width')")
    browser.wait("pane.box.clientWidth > 380")
    same(browser.run("[...pane.puck.children].filter((e) => Math.abs(e.getBoundingClientRect()"
                     ".height - 20 * (e.dataset.rows || 1)) > 1).length"), 0,
         "rows after the window has another width")
    browser.run("document.activeElement.blur()")
    browser.keys("w")
    same(browser.run("document.body.dataset.wrap"), "off", "wrapping after w")


def check_long_page(browser, pages, path, source):
    """The page of a module of more than 20,000 lines has elements only for the lines in view."""
    text = pages.run("print", source).decode().rstrip("\n").split("\n")
    expect(len(text) > 20000, f"a text of {len(text)} lines")
    line = len(text) - 5
    browser.open(path, f"#L{line}")
    browser.wait(READY)
    count = browser.run("document.querySelectorAll('*').length")
    expect(count < 4000, f"{count} elements")
    same(browser.run("[...document.querySelectorAll('.pinned')].map((e) => [e.querySelector('.no')"
                     ".dataset.n, e.querySelector('code').textContent])"),
         [[str(line), text[line - 1]]], "the line of the address")
    evil = next(i for i, words in enumerate(text, 1) if "</script>" in words)
    browser.run("document.getElementById('query').focus()")
    browser.keys(*"</SCRIPT", "Enter")
    found = int(text_of(browser, "#hits").split()[1])
    expect("</script>" in text[found - 1], f"line {found} is no match")
    browser.run(f"goTo({evil})")
    same(browser.run("document.querySelector('.pinned .s').textContent"), '"int32"',
         "a string of the line")
    same(browser.run("[...document.querySelectorAll('.pinned .s')].pop().textContent"),
         re.search('"[^"]*</script>[^"]*"', text[evil - 1])[0], "a string like markup")
    same(browser.run("document.querySelectorAll('main b').length"), 0, "elements of a string")
    head = next(i for i, words in enumerate(text, 1) if "def f1(" in words)
    browser.run("document.getElementById('function').focus()")
    same(browser.run("document.getElementById('function').options.length - 1"),
         sum("    def f" in words for words in text), "functions to choose")
    browser.run(f"goTo({head})")
    browser.click(".pinned .no")
    shown = browser.run("[...document.querySelectorAll('.row .no')]"
                        ".map((e) => Number(e.dataset.n))")
    expect(head in shown and head + 1 not in shown and max(shown) > head + 40,
           f"folded: {shown[:9]}")
    audit(browser, "a long page")
    check_long_wrap(browser, path, evil)
    browser.open(path, "#L9999999")
    browser.wait(READY)
    same(text_of(browser, "#hits"), "there is no L9999999", "a line that is not there")


def check_diff_selection(browser, path):
    """In the page of differences, a selection that begins on one side stays there while the button
    is down."""
    browser.open(path)
    rules = browser.run("[...document.styleSheets].flatMap((each) => [...each.cssRules])"
                        ".filter((each) => (each.selectorText || '').includes(':active')).length")
    expect(rules > 0, "no rule for selections")
    browser.drag("del code", 500, 60)
    shown = browser.run("[...document.querySelectorAll('.row > :first-child code')]"
                        ".map((e) => e.textContent)")
    words = browser.run("String(getSelection())").split("\n")
    expect(any(words), "nothing is selected")
    same([word for word in words if word.strip() and not any(word.strip() in line
                                                             for line in shown)], [],
         "selected lines of the other side")


def check_all(attempt, pages, browser, made):
    wide, texts = made["wide"], pages.texts(made["wide passes"])
    attempt(check_timeline, browser, pages, made["small"], made["passes"])
    attempt(check_timeline, browser, pages, made["part"], made["part passes"])
    attempt(check_brackets, browser, made["nested"], made["mlir"]["page"])
    attempt(check_scope, browser, wide, texts)
    attempt(check_address, browser, wide)
    attempt(check_wrong_address, browser, wide)
    attempt(check_ranges, browser, wide, texts)
    attempt(check_selection, browser, wide)
    attempt(check_long, browser, wide, texts, NEEDLE)
    attempt(check_wrap, browser, wide, texts, NEEDLE)
    attempt(check_context, browser, wide)
    attempt(check_borders, browser, wide)
    attempt(check_hint, browser, wide)
    attempt(check_paper, browser, wide, texts)
    attempt(check_spans, browser, made["spanned"])
    attempt(check_filters, browser, made["named"], made["gemm"])
    attempt(check_long_page, browser, pages, made["long"], made["long source"])
    attempt(check_diff_selection, browser, made["renamed"])
