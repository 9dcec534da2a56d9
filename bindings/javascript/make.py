#!/usr/bin/env python3
"""Makes the npm package and the page: make.py TUNIP.WASM FOLDER.

The page is one file that works from a disk: modules cannot be imported from there, so their text
goes into it, without the lines that import and the words `export`."""

import base64
import gzip
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODULES = ("wasi.js", "memory.js", "tunip.js", "play.js")


def module(name):
    text = (HERE / name).read_text(encoding="utf-8")
    text = re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^export ", "", text, flags=re.MULTILINE)


def main(wasm, folder):
    wasm, folder = pathlib.Path(wasm), pathlib.Path(folder)
    package = folder / "package"
    shutil.rmtree(folder, ignore_errors=True)
    package.mkdir(parents=True)
    for name in ("tunip.js", "tunip.d.ts", "cli.js", "wasi.js", "memory.js", "node-files.js",
                 "package.json", "README.md"):
        shutil.copy(HERE / name, package)
    shutil.copy(ROOT / "LICENSE", package)
    shutil.copy(wasm, package / "tunip.wasm")
    (package / "cli.js").chmod(0o755)

    script = "".join(module(name) for name in MODULES)
    parts = {
        "THEME": (ROOT / "src/util/theme.css").read_text(encoding="utf-8"),
        "WASM": base64.b64encode(gzip.compress(wasm.read_bytes(), 9, mtime=0)).decode(),
        "SCRIPT": script.replace("</script", "<\\/script"),
    }
    page = (HERE / "play.html").read_text(encoding="utf-8")
    (folder / "play.html").write_text(re.sub("@([A-Z]+)@", lambda m: parts[m[1]], page),
                                      encoding="utf-8")


main(*sys.argv[1:])
