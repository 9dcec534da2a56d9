#!/usr/bin/env python3
"""Checks that the pictures of the documents show what tunip draws today, or makes them once more.

usage: pictures.py TUNIP [--make]

A picture is a screenshot of a page that tunip writes. PICTURES names the page's command and the
place in the page. Fonts and versions of a browser change a screenshot and not the page. Therefore
docs/pictures/pictures.tsv has the checksum of each page, and the test compares the checksum with
that of the page of today. With --make, headless Chromium takes the screenshots (`./dev pictures`).
"""

import hashlib
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/pictures"
SUMS = FOLDER / "pictures.tsv"
# name -> what follows TUNIP on the command line, the place in the page, the size of the window
PICTURES = {
    "explorer.png": (["explorer", "--title", "A matrix multiplication in TVM: 64 steps",
                      "tests/history/data/tir-gemm.log.xz"],
                     "step=35&line=15&view=split", "1280,640"),
}


def page(tunip, arguments):
    return subprocess.run([tunip, *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def take(html, place, size, picture):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "page.html"
        file.write_bytes(html)
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                        "--hide-scrollbars", f"--window-size={size}",
                        f"--user-data-dir={folder}/user",
                        f"--screenshot={picture}", f"{file.as_uri()}#{place}"],
                       check=True, stderr=subprocess.DEVNULL)


def main():
    tunip = pathlib.Path(sys.argv[1]).resolve()
    rows = []
    for name, (arguments, place, size) in PICTURES.items():
        html = page(tunip, arguments)
        rows.append(f"{name}\t{hashlib.sha256(html).hexdigest()}\n")
        if sys.argv[2:] == ["--make"]:
            take(html, place, size, FOLDER / name)
        elif (FOLDER / name).read_bytes()[:4] != b"\x89PNG":
            sys.exit(f"docs/pictures/{name} is no picture")
    if sys.argv[2:] == ["--make"]:
        SUMS.write_text("".join(rows), encoding="utf-8")
    elif SUMS.read_text(encoding="utf-8") != "".join(rows):
        sys.exit("the pages have changed since their pictures were made: run ./dev pictures")
    print(f"{len(rows)} pictures")


if __name__ == "__main__":
    main()
