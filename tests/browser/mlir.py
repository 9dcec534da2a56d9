"""Checks of pages of MLIR for run.py: words, regions, values, filters, search, dialects, the tree
of a pipeline."""

import json

import pipeline
from page import READY, check_log, expect, lines, row, same, step, text_of

LARGEST_DOM = 4000  # elements


def make(pages, folder):
    return {"log": pipeline.mlir_log(folder / "pipeline.log"),
            "page": pages.explorer("explorer-mlir", pipeline.mlir_log(folder / "pipeline.log")),
            "dialects": pages.explorer("explorer-dialects",
                                       pipeline.mlir_dialects(folder / "dialects.log")),
            "hostile": pages.explorer("explorer-mlir-hostile",
                                      pipeline.mlir_hostile(folder / "hostile.log"))}


def views(made):
    """The pages to look at, in each size and in both schemes."""
    yield "mlir-text", made["page"], "#step=4&line=11&view=text&hide="
    yield "mlir-split", made["page"], "#step=4&view=split&q=op:arith."
    yield "mlir-inline", made["page"], "#step=2&view=inline"
    yield "mlir-hostile", made["hostile"], "#step=1&line=3&view=text&hide="


def find(pages, made, step_number, words):
    """The number of the first line of a step that has these words."""
    text = pages.run("print", f"{made['log']}#{step_number + 1}").decode().split("\n")
    return next(i for i, line in enumerate(text, 1) if words in line)


def words_of(browser, line, style):
    return browser.run("[...document.querySelectorAll(arguments[0])].map((e) => e.textContent)",
                       f"{row('after', line)} code .{style}")


def places(browser, pane="after"):
    """The lines in which the chosen name is marked, and its marked definition."""
    return (sorted(set(browser.run(
        "[...document.querySelectorAll(arguments[0])].map((e) => Number(e.closest('.row')"
        ".querySelector('.no').dataset.n))", f"#{pane} .place"))),
            browser.run("[...document.querySelectorAll(arguments[0])].map((e) => Number("
                        "e.closest('.row').querySelector('.no').dataset.n))",
                        f"#{pane} .place.defined"))


def check_words(browser, made, at):
    browser.open(made["page"], "#step=0&view=text&hide=")
    browser.wait(READY)
    mul = at("arith.mulf")
    same(words_of(browser, mul, "o"), ["arith.mulf"], "operations of a line")
    same(words_of(browser, mul, "v"), ["%4", "%3", "%cst"], "values of a line")
    same(words_of(browser, mul, "t"), ["f32"], "types of a line")
    same(words_of(browser, mul, "l"), ['loc("k.py":2:2)'], "locations of a line")
    same(words_of(browser, mul, "a"), ["fastmath", "#arith.fastmath<fast>"],
         "attributes of a line")
    same(words_of(browser, at("@f"), "y"), ["@f"], "symbols of a line")
    same(words_of(browser, at("@f"), "s"), ['"a { b"'], "strings of a line")
    colours = browser.run("['o', 'v', 't', 'a'].map((each) => getComputedStyle("
                          "document.querySelector('#after .' + each)).color)")
    same(len(set(colours)), 4, "colours of words")


def check_regions(browser, made, at):
    """Regions and functions fold, with the pointer and with keys."""
    browser.open(made["page"], "#step=0&view=text&hide=")
    browser.wait(READY)
    loop, after = at("scf.for"), at("scf.if")
    everything = lines(browser, "after")
    browser.click(row("after", loop) + " .fold")
    expect(browser.run("document.querySelector(arguments[0]).textContent",
                       row("after", loop) + " .folded") == f"{after - 1 - loop} lines",
           "the fold does not say how long it is")
    same(lines(browser, "after"),
         [line for line in everything if not loop < line < after], "lines without the loop")
    browser.click(row("after", loop) + " code .o")
    browser.keys("f")
    same(lines(browser, "after"), everything, "lines after f at the fold")
    orelse = at("} else {")
    browser.click(row("after", after) + " .fold")
    same(lines(browser, "after"), [line for line in everything if not after < line < orelse],
         "lines without the first branch")
    browser.keys("Escape", "z")
    f_end, g = at("func.func @g") - 1, at("func.func @g")
    same([line for line in everything if line not in lines(browser, "after")],
         list(range(at("@f") + 1, f_end + 1)) + list(range(g + 1, max(everything))),
         "lines that z folds")
    browser.keys("j")
    same(step(browser), 2, "the next pass that changed something")
    same(text_of(browser, row("after", at("@f")) + " .folded"), f"{f_end - at('@f')} lines",
         "a function stays folded in the next step")


def check_values(browser, made, at):
    """A click marks the definition and the uses of a value in its scope."""
    browser.open(made["page"], "#step=0&view=text")
    browser.wait(READY)
    browser.click(row("after", at("scf.yield %0")) + " code .v")
    same(places(browser), ([at("%0 = scf.for"), at("arith.negf"), at("scf.yield %0")],
                           [at("%0 = scf.for")]), "places of %0 of @f")
    expect("used in line" in text_of(browser, "#details"), "the panel has no uses")
    browser.click(row("after", at("arith.muli")) + " code .v")
    same(places(browser), ([at("arith.muli"), at("return %1 : i32")], [at("arith.muli")]),
         "places of %1 of @g")
    browser.click(row("after", at("affine.apply")) + " code .v:last-of-type")
    same(places(browser), ([at("scf.for"), at("affine.apply")], [at("scf.for")]),
         "places of an argument of a region")
    browser.click(row("after", at("affine.apply")) + " code .v")
    same(places(browser)[0], [at("affine.apply"), at("memref.load")], "places of %2 of the loop")
    browser.click(row("after", at("arith.negf")) + " code .v")
    same(places(browser)[0], [at("arith.negf"), at("scf.yield %2")], "places of %2 of the branch")
    browser.keys("v")
    same(places(browser)[1], [at("%0 = scf.for")], "the next name of the line")
    same(places(browser, "before"), ([], []), "marks in the other pane")
    browser.keys("Escape")
    same(places(browser), ([], []), "marks after Escape")


def check_filters(browser, made, at):
    browser.open(made["page"], "#step=2&view=text")
    browser.wait(READY)

    def shown(words):
        return at(words) in lines(browser, "after")

    def visible(line, style):
        return browser.run("[...document.querySelectorAll(arguments[0])].some((e) => "
                           "e.checkVisibility())", f"{row('after', line)} .{style}")

    mul = at("arith.mulf")
    expect(not shown("#loc1 = ") and not visible(mul, "l"), "locations are shown at first")
    browser.keys("l")
    expect(shown("#loc1 = ") and visible(mul, "l"), "locations are hidden after l")
    expect(visible(mul, "a"), "attributes are hidden at first")
    browser.keys("a")
    expect(not visible(mul, "a") and not shown("#map = ") and visible(mul, "v"),
           "attributes are shown after a")
    same(text_of(browser, "#filters summary"), "Hide (1)", "the number of filters")
    browser.keys("c")
    expect(not shown("%c0 = ") and not shown("%cst = ") and shown("arith.mulf"),
           "constants are shown after c")
    browser.keys("c", "u")
    same(text_of(browser, "#after .gap"), f"{at('func.func @g') - at('@f')} lines of f, unchanged",
         "the words in place of an unchanged function")
    expect(shown("func.func @g"), "a changed function is hidden")
    same(browser.run("location.hash"), "#step=2&view=text&hide=attributes,functions",
         "filters in the link")
    browser.click("#after .gap")
    expect(shown("@f"), "an unchanged function after a click")
    browser.click("#filters summary")
    browser.click("#hide-attributes")
    expect(visible(mul, "a"), "attributes after a click")
    browser.keys("Escape")
    expect(not browser.run("document.getElementById('filters').open"), "filters after Escape")
    browser.keys("3", "c")
    expect(not shown("%c0 = "), "constants in a diff")


def check_search(browser, made, at):
    def search(query):
        browser.open(made["page"], f"#step=0&view=text&q={query}")
        browser.wait(READY)
        return text_of(browser, "#hits")

    same(search("%250"), "5 here, 15 in all", "matches of %0")
    same(search("op:mulf"), "1 here, 2 in all", "matches of an operation")
    same(search("zzz"), "0 here, 0 in all", "matches of nothing")
    same(search("op:arith."), "9 here, 24 in all", "matches of a dialect")
    browser.click("#hit-on")
    same(lines(browser, "after", ".pinned"), [at("%c0 = ")], "the line of the first match")
    search("%25arg2")
    browser.click("#hit-on")
    same(places(browser)[0], [at("scf.for"), at("affine.apply")], "places of a value after search")


def check_dialects(browser, pages, made):
    """The table has the numbers of `tunip history --dialects`; a dialect searches itself."""
    browser.open(made["page"], "#step=0&view=text")
    browser.wait(READY)
    browser.keys("d")
    head = browser.run("[...document.querySelectorAll('#dialects thead button')]"
                       ".map((e) => e.textContent)")
    found = browser.run("[...document.querySelectorAll('#dialects tbody tr')].map((row) => "
                        "[...row.cells].map((cell) => cell.textContent))")
    wanted = json.loads(pages.run("history", "--dialects", "--all", "--format", "json",
                                  made["log"]))["steps"]
    expect(len(found) == 3, f"rows of the table: {found}")
    for title, *cells in found:
        counts = {name: int(cell) for name, cell in zip(head, cells) if cell != "\u00b7"}
        same(counts, wanted[int(title.split()[0])]["dialects"], f"operations of {title}")
    browser.click(f"#dialects thead th:nth-child({2 + head.index('func')}) button")
    expect(not browser.run("document.getElementById('dialects').open"), "the table after a click")
    same(browser.run("document.getElementById('query').value"), "op:func.", "the query")
    same(text_of(browser, "#hits").split()[0], str(wanted[0]["dialects"]["func"]),
         "matches of the dialect")
    browser.click("#with-dialects")
    browser.click("#dialects tbody tr:last-child button")
    same(step(browser), 4, "the step of a row")


def check_same_dialects(browser, made):
    """A click on any dialect of the table finds as many operations as the table counts."""
    browser.open(made["dialects"], "#step=0&view=text")
    browser.wait(READY)
    browser.keys("d")
    head = browser.run("[...document.querySelectorAll('#dialects thead button')]"
                       ".map((e) => e.textContent)")
    cells = browser.run("[...document.querySelectorAll('#dialects tbody tr:first-child td')]"
                        ".map((e) => e.textContent)")
    expect(len(head) == 64 and head[-1] == "others" and {"llvm", "func", "builtin"} < set(head),
           f"dialects of the table: {head}")
    expect(int(cells[-1]) > 1, f"operations of other dialects: {cells[-1]}")
    found = browser.run("[...document.querySelectorAll('#dialects thead button')].map((e) => "
                        "{ e.click(); return document.getElementById('hits').textContent"
                        ".split(' ')[0]; })")
    same(dict(zip(head, found)), dict(zip(head, cells)), "operations that a dialect leads to")


def check_aliases(browser, pages, made):
    """A line that defines an alias counts as no change, in all views."""
    browser.open(made["dialects"], "#step=1&view=split")
    browser.wait(READY)
    same(text_of(browser, "#steps [aria-current] .figures"), "-1", "lines of the pass")
    same(lines(browser, "before", ".old"), [7], "removed lines")
    browser.click("#after .gap")
    same(lines(browser, "before", ".weak"), [1], "the line of the alias")
    browser.keys("2")
    same(lines(browser, "after", ".weak"), [1], "the line of the alias in one text")


def check_tree(browser, made):
    """Passes on functions stand below the kind of operation on which they ran."""
    browser.open(made["page"])
    browser.wait(READY)
    tree = browser.run("[...document.querySelectorAll('#steps > li')].map((item) => "
                       "[...item.querySelectorAll('.name')].map((e) => e.textContent))")
    same(tree, [["func.func", "Canonicalizer", "CSE", "Canonicalizer"], ["Inliner"],
                ["ArithToLLVM"]], "the tree of the pipeline")
    same(browser.run("document.querySelector('.anchor').title"), "func.func(Canonicalizer, CSE)",
         "the text of the pipeline")
    same(browser.run("[...document.querySelectorAll('.symbol')].map((e) => e.textContent)"),
         ["@f", "@f", "@g"], "symbols of passes")
    browser.click(".anchor")
    expect(browser.run("document.querySelector('.anchor + ol').hidden"), "a closed branch")
    browser.keys("j")
    same(step(browser), 4, "the next pass")
    browser.keys("k")
    expect(not browser.run("document.querySelector('.anchor + ol').hidden"),
           "the branch of the pass that is shown")


def check_follow(browser, pages, made, at):
    """A pinned line is pinned in all panes, and its history has reasons."""
    line = find(pages, made, 4, "llvm.fmul")
    browser.open(made["page"], "#step=4&view=text")
    browser.wait(READY)
    browser.click(row("after", line) + " code .o")
    same(lines(browser, "after", ".pinned"), [line], "the pinned line")
    same(lines(browser, "before", ".pinned"), [at("arith.mulf")], "the line that it came from")
    shown = text_of(browser, ".history")
    expect("4 ArithToLLVM" in shown, f"the history of the line: {shown}")
    browser.keys("k")
    same((step(browser), lines(browser, "after", ".pinned")), (2, [at("arith.mulf")]),
         "the line in an earlier step")


def check_hostile(browser, made):
    browser.open(made["hostile"], "#step=1&line=3&view=text&hide=")
    browser.wait(READY)
    same(browser.run("document.querySelectorAll('img, iframe, svg:not(#timeline svg)').length"), 0,
         "elements")
    whole = browser.run("[...document.body.children].filter((e) => e.tagName !== 'SCRIPT')"
                        ".map((e) => e.textContent).join('')")
    same(sorted({f"U+{ord(c):04X}" for c in whole if c in "\u202e\u2066\u2028\u2029\x1b"}), [],
         "hidden characters")
    expect("</script><img" in whole, "the text is shown")


def check_large(browser, pages, folder):
    page = pages.explorer("explorer-mlir-large", pipeline.mlir_large(folder / "large.log", 500, 30))
    browser.open(page, "#step=20&view=text")
    browser.wait(READY)
    count = browser.run("document.querySelectorAll('*').length")
    expect(count < LARGEST_DOM, f"{count} elements")
    browser.keys("z", "u")
    expect(len(lines(browser, "after")) < 20, "functions after z and u")
    same(browser.run("performance.getEntriesByType('resource').length"), 0, "requests")


def check_all(attempt, pages, browser, made, folder):
    def at(words):
        return find(pages, made, 0, words)

    for check in (check_words, check_regions, check_values, check_filters, check_search):
        attempt(check, browser, made, at)
    attempt(check_dialects, browser, pages, made)
    attempt(check_same_dialects, browser, made)
    attempt(check_aliases, browser, pages, made)
    attempt(check_tree, browser, made)
    attempt(check_follow, browser, pages, made, at)
    attempt(check_hostile, browser, made)
    attempt(check_large, browser, pages, folder)
    check_log(browser, "MLIR")
