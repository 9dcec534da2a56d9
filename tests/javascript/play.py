#!/usr/bin/env python3
"""Looks at the page that runs tunip, from a file in a headless Chromium, as a reader does.

usage: play.py PLAY.HTML [PICTURES]
"""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "browser"))
import driver  # noqa: E402

TESTS = pathlib.Path(__file__).resolve().parents[1]
AUDIT = (TESTS / "browser/audit.js").read_text(encoding="utf-8")
SIZES = ((1280, 800), (390, 844))
MODULE = "func.func @f(%x: i32) -> i32 {\n  return %x : i32\n}\n"
LOG = "".join(f"// -----// IR Dump After {name} //----- //\n{MODULE}\n"
              for name in ("CSE", "Inliner"))
START = """(() => { document.body.dataset.done = '';
  ['left', 'right'].forEach((id, i) => { document.getElementById(id).value = arguments[1 + i] });
  document.querySelector(`[data-command=${arguments[0]}]`).click() })()"""
DROP = """(() => { document.body.dataset.done = '';
  const files = Object.entries(arguments[0]).map(([name, text]) => new File([text], name));
  const input = document.getElementById('files'), list = new DataTransfer();
  files.forEach((file) => list.items.add(file));
  input.files = list.files;
  input.dispatchEvent(new Event('change')) })()"""
SAID = "document.getElementById('says').textContent"
TEXT = "document.querySelector('#result pre')?.textContent"
FRAME = "document.querySelector('#result iframe')?.srcdoc"

problems = []


def expect(fine, what):
    if not fine:
        problems.append(what)


def look(browser, page, pictures, name):
    def finish(command):
        browser.wait(f"document.body.dataset.done === '{command}'")

    browser.open(page)
    browser.wait("document.body.dataset.ready === 'yes'")
    problems.extend(f"{name}: {each}" for each in browser.run(AUDIT))

    browser.run(START, "print", MODULE, "")
    finish("print")
    expect(browser.run(TEXT) == MODULE, f"{name}: print: {browser.run(TEXT)!r} {browser.run(SAID)}")
    browser.run(START, "print", "func.func @f(%x {", "")
    finish("print")
    expect("never closed" in browser.run(SAID), f"{name}: an error: {browser.run(SAID)}")
    browser.run(START, "diff", MODULE, MODULE.replace("%x", "%y"))
    finish("diff")
    expect("equal" in browser.run(SAID), f"{name}: equal modules: {browser.run(SAID)}")

    browser.run("document.body.dataset.done = ''")
    browser.click("#example")
    finish("diff")
    expect("arith.addf" in (browser.run(FRAME) or ""), f"{name}: diff: {browser.run(SAID)}")
    if pictures:
        browser.picture(pictures / f"play-{name}.png")
    problems.extend(f"{name}, a difference: {each}" for each in browser.run(AUDIT))

    browser.run(DROP, {"build.log": LOG})
    finish("explorer")
    expect("Inliner" in (browser.run(FRAME) or ""), f"{name}: a log: {browser.run(SAID)}")
    browser.run(DROP, {f"{i}_pass{i}.mlir": MODULE for i in range(3)})
    finish("explorer")
    expect("pass2" in (browser.run(FRAME) or ""), f"{name}: dumps: {browser.run(SAID)}")
    if pictures:
        browser.picture(pictures / f"play-explorer-{name}.png")
    for entry in browser.log():
        problems.append(f"{name}: the console says {entry}")


def main(page, pictures=None):
    page, pictures = pathlib.Path(page).resolve(), pictures and pathlib.Path(pictures)
    missing = driver.missing()
    if missing:
        print(f"skipped: the page that runs tunip (no {missing})")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for width, height in SIZES:
            for dark in (False, True):
                name = f"{width}{'-dark' if dark else ''}"
                browser = driver.Browser(pathlib.Path(folder) / name, width, height, dark)
                try:
                    look(browser, page, pictures, name)
                finally:
                    browser.close()
    print(*problems, sep="\n")
    print("play: " + ("wrong" if problems else "right"))
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
