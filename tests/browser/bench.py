#!/usr/bin/env python3
"""Measures the page of a history of 10 MB: its size, and the times until it can be used and until
the lines of all panes that belong to the one under the pointer are marked for the first time.

usage: bench.py TUNIP
"""

import pathlib
import subprocess
import sys
import tempfile

import driver
import pipeline


def main():
    missing = driver.missing()
    if missing:
        print(f"explorer: not measured (no {missing})")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        passes = pipeline.large(folder / "passes", 750, 40)
        page = folder / "page.html"
        subprocess.run([sys.argv[1], "explorer", passes, "-o", page], check=True)
        browser = driver.Browser(folder / "profile", 1280, 800)
        try:
            times, work, marks = [], [], []
            browser.cpu()
            for _ in range(5):
                browser.open(page)
                browser.wait("document.body.dataset.ready === 'yes'")
                times.append(browser.run("performance.timing.loadEventEnd - "
                                         "performance.timing.navigationStart"))
                work.append(browser.cpu())
                marks.append(browser.run("((from) => { state.hover = { text: textOf(state.step), "
                                         "line: 9 }; light(); return performance.now() - from; })"
                                         "(performance.now())"))
        finally:
            browser.close()
        size = sum(path.stat().st_size for path in passes.iterdir())
        print(f"explorer: {size / 1e6:.1f} MB of scripts, a page of "
              f"{page.stat().st_size / 1e6:.1f} MB, opens in {sorted(times)[2]} ms "
              f"({1000 * sorted(work)[2]:.0f} ms of work), marks lines in "
              f"{sorted(marks)[2]:.0f} ms")
    return 0


sys.exit(main())
