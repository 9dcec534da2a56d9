"""Makes pages and looks at them in a browser; collects problems."""

import json
import os
import pathlib
import subprocess

AUDIT = (pathlib.Path(__file__).resolve().parent / "audit.js").read_text(encoding="utf-8")
# Of axe-core: all rules with these tags, and that all content is in landmarks. Not "wcag21a", whose
# rule on names refuses names that a drawing cuts at its edges.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"],
         "rules": {"region": {"enabled": True}}}
READY = "document.body.dataset.ready === 'yes'"

problems = []


def expect(fine, what):
    if not fine:
        problems.append(what)


def same(found, wanted, what):
    expect(found == wanted, f"{what}: {found!r}, expected {wanted!r}")


class Pages:
    """Makes pages in a folder."""

    def __init__(self, tunip, folder):
        self.tunip, self.folder = tunip, folder

    def counts(self, *args):
        """What `tunip history` says of each step: its lines that were added, removed, changed."""
        steps = json.loads(self.run("history", "--all", "--format", "json", *args))["steps"]
        kinds = (("added", "+"), ("removed", "-"), ("changed", "~"))
        return {each["step"]: "".join(f"{sign}{each['lines'][kind]}" for kind, sign in kinds
                                      if each["lines"][kind]) for each in steps}

    def run(self, *args, status=0):
        done = subprocess.run([self.tunip, *map(str, args)], capture_output=True, check=False)
        expect(done.returncode == status and not done.stderr,
               f"{args[0]}: {done.returncode} {done.stderr[-300:]}")
        return done.stdout

    def explorer(self, name, *args):
        path = self.folder / f"{name}.html"
        self.run("explorer", *args, "-o", path)
        return path

    def page(self, name, *args, status=0):
        path = self.folder / f"{name}.html"
        path.write_bytes(self.run(*args, "--format", "html", status=status))
        return path

    def texts(self, folder):
        return [self.run("print", path).decode().rstrip("\n").split("\n")
                for path in sorted(folder.iterdir())]


# ---- looking ----

def lines(browser, pane, kind=""):
    """The numbers of the lines in a pane that are elements, or of those of a class."""
    return browser.run(f"[...document.querySelectorAll('#{pane} .row{kind} .no')]"
                       ".map((each) => Number(each.dataset.n))")


def row(pane, line):
    return f"#{pane} .row:has([data-n='{line}'])"


def step(browser):
    return browser.run("Number(document.querySelector('#steps [aria-current] .index').textContent)")


def text_of(browser, selector):
    return browser.run("document.querySelector(arguments[0]).textContent", selector)


def audit(browser, where):
    for problem in browser.run(AUDIT):
        problems.append(f"{where}: {problem}")
    axe = os.environ.get("TUNIP_AXE")
    if axe:
        browser.run("(0, eval)(arguments[0]), 1", pathlib.Path(axe).read_text(encoding="utf-8"))
        browser.run("void axe.run(arguments[0])"
                    ".then((found) => { window.axed = found.violations; })", RULES)
        browser.wait("Boolean(window.axed)")
        for rule in browser.run("window.axed.map((each) => each.id + ': ' + each.nodes"
                                ".slice(0, 3).map((node) => node.html.slice(0, 100)))"):
            problems.append(f"{where}: axe: {rule}")


def check_log(browser, where):
    for message in browser.log():
        problems.append(f"{where}: console: {message}")


def attempt(check, *args):
    try:
        check(*args)
    except RuntimeError as error:
        problems.append(f"{check.__name__}: {str(error).splitlines()[0]}")
