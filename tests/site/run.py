#!/usr/bin/env python3
"""Makes the site, and reads it as a reader does, from a disk: all links lead somewhere, all guides
are there, and the search finds what it should, in a headless Chromium.

usage: run.py [PICTURES]
"""

import json
import pathlib
import re
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path[:0] = [str(ROOT / "tools"), str(TESTS / "browser")]
import driver  # noqa: E402

try:
    import make_site
except (ImportError, SystemExit) as error:
    print(f"skipped: the site ({error})")
    sys.exit(77)

AUDIT = (TESTS / "browser/audit.js").read_text(encoding="utf-8")
SIZES = ((1280, 800, False), (1280, 800, True), (390, 844, False))
# what a reader types -> the page of one of the first results
SEARCHES = {
    "out-of-bounds": "docs/rules.html#out-of-bounds",
    "tunip_read_file": "include/tunip/read.h.html#",
    "renamed variables": "docs/diff.html#",
    "--only-names": "man/tunip.1.html#",
    "slurm": "docs/scale.html#",
    "tunip_tir_for": "include/tunip/tvm/tir_types.h.html#",
}
LINKS = "[...document.querySelectorAll('#found a')].slice(0, 5).map((link) => link.href)"
TYPE = """(() => { const input = document.querySelector('#search');
  input.focus(); input.value = arguments[0]; input.dispatchEvent(new Event('input')) })()"""

problems = []


def expect(fine, what):
    if not fine:
        problems.append(what)


def check_pages(site):
    guides = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"]
    names = [make_site.Site.page_of(str(path.relative_to(ROOT))) for path in guides]
    for path in (ROOT / "include").rglob("*.h"):
        name = make_site.Site.page_of(str(path.relative_to(ROOT)))
        if path.name != "tunip.h":
            names.append(name)
    first = (site / "index.html").read_text(encoding="utf-8")
    for name in [*names, "man/tunip.1.html"]:
        expect((site / name).is_file(), f"{name} is not there")
        expect(f'href="{name}"' in first, f"{name} is not in the list of pages")
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        places = make_site.Contents(text).ids
        expect(len(places) == len(set(places)), f"{path}: two places have one name")
        for load in re.findall(r'<(?:script|link|img)\b[^>]*(?:src|href)="([^"]*)"', text):
            expect(not load.startswith(("http", "//", "/")), f"{path} loads {load}")


def check_index(site):
    text = (site / "index.js").read_text(encoding="utf-8")
    rows = json.loads(text.removeprefix("takeIndex(").removesuffix(");\n"))
    expect(len(rows) > 1000, f"the index has {len(rows)} sections")
    for page, _, title, place, _ in rows:
        expect((site / page).is_file() and title, f"the index leads to {page}#{place}")


def check_links(site):
    """Links that lead nowhere are found."""
    page = site / "docs/diff.html"
    kept = page.read_text(encoding="utf-8")
    wrong = ("nowhere.html", "rules.html#no-such-rule", "#nowhere")
    page.write_text(kept + "".join(f'<a href="{link}"></a>' for link in wrong), encoding="utf-8")
    found = [(str(where), link) for where, link in make_site.broken_links(site)]
    expect(found == [("docs/diff.html", link) for link in wrong], f"broken links: {found}")
    page.write_text(kept, encoding="utf-8")


def look(browser, site, name, pictures):
    browser.open(site / "docs/diff.html")
    problems.extend(f"{name}: {each}" for each in browser.run(AUDIT))
    for words, wanted in SEARCHES.items():
        browser.run(TYPE, words)
        browser.wait("sections")
        links = browser.run(LINKS)
        expect(any(f"{site}/{wanted}" in link for link in links), f"{name}: {words}: {links}")
    if pictures:
        browser.picture(pictures / f"site-{name}.png")
    problems.extend(f"{name}, a search: {each}" for each in browser.run(AUDIT))
    browser.run(TYPE, "xyzzy")
    expect(browser.run("document.querySelector('#found').textContent") == "nothing found",
           f"{name}: a word that is not there is found")
    browser.run(TYPE, "tunip_print_stream")
    browser.keys("Enter")
    browser.wait("location.pathname.endsWith('/print.h.html')")
    for page in ("index.html", "include/tunip/print.h.html", "man/tunip.1.html"):
        browser.open(site / page)
        problems.extend(f"{name}, {page}: {each}" for each in browser.run(AUDIT))
    problems.extend(f"{name}: the console says {entry}" for entry in browser.log())


def main(pictures=None):
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder).resolve() / "site"
        make_site.Site(site).make()
        check_pages(site)
        check_index(site)
        check_links(site)
        if driver.missing():
            print(f"skipped: the search of the site (no {driver.missing()})")
        else:
            for width, height, dark in SIZES:
                name = f"{width}{'-dark' if dark else ''}"
                browser = driver.Browser(f"{folder}/{name}", width, height, dark)
                try:
                    look(browser, site, name, pictures and pathlib.Path(pictures))
                finally:
                    browser.close()
    print(*problems, f"site: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
