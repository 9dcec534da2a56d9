#!/usr/bin/env python3
"""Checks the manual pages of section 3: every function that tunip.h and the headers of other
libraries export has a page with its prototype, or a page that leads to it, and troff reports no
problem.

usage: man3.py MAN3_DIR INCLUDE_DIR CC [HEADER...]
"""

import pathlib
import re
import shutil
import subprocess
import sys

DECLARED = re.compile(r'visibility\("default"\)\)\)([^;({]*?\b(\w+)\([^;]*);')
TROFF = ("groff", "-ww", "-man", "-Tutf8", "-Wbreak")


def squeezed(text):
    return re.sub(r"\s+", "", text)


def prototypes(include, cc):
    """The exported functions by name, in the preprocessed headers."""
    source = "".join(subprocess.run([cc, "-std=c11", "-E", "-P", f"-I{include}", header],
                                    check=True, capture_output=True, text=True).stdout
                     for header in (include / "tunip.h", *sys.argv[4:]))
    source = re.sub(r"__attribute__\(\(format\([^)]*\)\)\)", "", source)
    return {name: squeezed(text) for text, name in DECLARED.findall(source)}


def shown(folder, name):
    """The page that `man name` shows, as plain text."""
    path = folder / f"{name}.3"
    text = path.read_text() if path.exists() else ""
    if text.startswith(".so man3/"):
        text = (folder / text.split("/", 1)[1].strip()).read_text()
    return squeezed(text.replace("\\-", "-").replace("\\&", ""))


def complaints(folder):
    if not shutil.which("groff"):
        return
    for path in sorted(folder.iterdir()):
        text = path.read_text()
        if not text.startswith(".so"):
            said = subprocess.run(TROFF, input=text, capture_output=True, text=True, check=True)
            yield from (f"{path.name}: {line}" for line in said.stderr.splitlines())


def main():
    folder, include, cc = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    # bool is a macro that has become _Bool.
    wrong = [f"no page shows {name}" for name, text in prototypes(include, cc).items()
             if text.replace("_Bool", "bool") not in shown(folder, name)]
    wrong += complaints(folder)
    count = len(list(folder.iterdir()))
    checked = "" if shutil.which("groff") else "; no groff to check them with"
    print(*wrong, f"man3: {count} pages for {len(prototypes(include, cc))} functions{checked}",
          sep="\n")
    return 1 if wrong else 0


sys.exit(main())
