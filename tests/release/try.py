#!/usr/bin/env python3
"""Installs each file of a release in an empty root, and tries it there.

usage: try.py FOLDER

FOLDER has the files of ./dev release. Their checksums and the list of contents (SPDX) must be
right. Each program prints a module, whose text must be TVM's. A root is a folder that has nothing
but the file and the libraries that it needs. The command runs there by chroot, for which root or
user namespaces are needed.
"""

import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import pack  # noqa: E402

SAVED, TEXT = (pack.data() / f"golden/script.softmax.{kind}" for kind in ("json", "py"))


def run(*command, **options):
    done = subprocess.run(
        [str(word) for word in command], text=True, capture_output=True, check=False, **options
    )
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stderr or done.stdout}")
    return done.stdout


@functools.cache
def changes_root():
    """The words before `chroot`, or None if this user may not."""
    for words in ([], ["unshare", "--map-root-user"]):
        try:
            run(*words, "chroot", "/", "/bin/true")
            return words
        except (AssertionError, FileNotFoundError):
            pass
    return None


def prints(*command, **options):
    """The command prints the module as TVM does."""
    text = run(*command, **options)
    expected = TEXT.read_text(encoding="utf-8")
    if text.rstrip("\n") != expected.rstrip("\n"):
        raise AssertionError(f"{command[0]} prints another text")


def in_root(root, program):
    words = changes_root()
    shutil.copy(SAVED, root / "module.json")
    if words is None:
        print("skipped: chroot (not allowed): tried outside of it")
        prints(root / program, "print", root / "module.json")
    else:
        prints(*words, "chroot", root, f"/{program}", "print", "/module.json")


def try_static(path, root):
    shutil.copy(path, root / "tunip")
    (root / "tunip").chmod(0o755)
    in_root(root, "tunip")


def try_packages(paths, root):
    """The packages, and the libraries that the linker finds for the command on this machine: those
    of the packages that it depends on."""
    (root / "var/lib/dpkg/info").mkdir(parents=True)
    (root / "var/lib/dpkg/updates").mkdir()
    (root / "var/lib/dpkg/status").touch()
    run(
        "dpkg",
        f"--root={root}",
        f"--log={root}/log",
        "--force-depends",
        "--force-not-root",
        "--force-script-chrootless",
        "--install",
        *paths,
    )
    for library in re.findall(r"(/\S+)", run("ldd", root / "usr/bin/tunip")):
        to = root / library.lstrip("/")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, to)
    in_root(root, "usr/bin/tunip")
    if (
        not list(root.glob("usr/lib/*/libtunip.so.*"))
        or not (root / "usr/include/tunip.h").exists()
    ):
        raise AssertionError("the packages lack the library or its headers")


def try_wheel(path, root):
    run(sys.executable, "-m", "venv", root / "python")
    run(
        root / "python/bin/pip",
        "install",
        "--no-index",
        "--no-deps",
        "--quiet",
        "--disable-pip-version-check",
        path,
    )
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    prints(root / "python/bin/tunip", "print", SAVED, env=outside)
    read = "import sys, tunip; print(tunip.read(sys.argv[1]).script())"
    prints(
        root / "python/bin/python", "-c", read, SAVED, env=outside, cwd=root
    )


def try_npm(path, root):
    (root / "package.json").write_text('{"name": "try", "version": "1.0.0"}\n', encoding="utf-8")
    run(
        "npm",
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        path,
        cwd=root,
    )
    prints(root / "node_modules/.bin/tunip", "print", SAVED)


def try_vsix(path, root):
    """The extension loads all modules but the editor's own."""
    with zipfile.ZipFile(path) as archive:
        archive.extractall(root)
    facts = json.loads((root / "extension/package.json").read_text(encoding="utf-8"))
    main = root / "extension" / facts["main"]
    run("node", "--check", main)
    for name in facts.get("dependencies", {}):
        run(
            "node", "-e", f"require.resolve({json.dumps(name + '/package.json')})", cwd=main.parent
        )


def try_source(path, root):
    """The tarball has the sources that tools make. The other files were built from it."""
    with tarfile.open(path) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    for name in (
        "src/util/json.c",
        "src/read/formats/python/lexer.c",
        "include/tunip/tvm/tir_types.h",
    ):
        if name not in names:
            raise AssertionError(f"{path.name} has no {name}")


def check_page(path, root):
    text = path.read_text(encoding="utf-8")
    if not text.lstrip().lower().startswith("<!doctype html>") or re.search(r'src="https?:', text):
        raise AssertionError(f"{path.name} is no page, or loads something")


def check_list(path, files):
    """Each file of the release is in the list, with its checksum."""
    listed = {
        one["packageFileName"]: one["checksums"][0]["checksumValue"]
        for one in json.loads(path.read_text(encoding="utf-8"))["packages"]
        if "packageFileName" in one
    }
    found = {
        one.name: hashlib.sha256(one.read_bytes()).hexdigest()
        for one in files
        if one not in (path, path.parent / "SHA256SUMS")
    }
    if listed != found:
        raise AssertionError(f"{path.name} does not list the files of the release")


KINDS = [
    ("*-linux-*[0-9]", try_static),
    ("*.whl", try_wheel),
    ("tunip-*.tgz", try_npm),
    ("*.vsix", try_vsix),
    ("*.tar.gz", try_source),
    ("*.html", check_page),
]


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    files = sorted(folder.iterdir())
    jobs = [
        (path.name, functools.partial(kind, path))
        for pattern, kind in KINDS
        for path in sorted(folder.glob(pattern))
        if path.suffix != ".whl" or kind is try_wheel
    ]
    debs = sorted(folder.glob("*.deb"))
    if debs:
        jobs.append((f"{len(debs)} Debian packages", functools.partial(try_packages, debs)))
    jobs += [
        (path.name, lambda root, path=path: check_list(path, files))
        for path in folder.glob("*.spdx.json")
    ]
    jobs.append(
        (
            "SHA256SUMS",
            lambda root: run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder),
        )
    )
    failed = 0
    for name, job in jobs:
        with tempfile.TemporaryDirectory() as root:
            try:
                job(pathlib.Path(root))
                print(f"release: {name}: works")
            except (AssertionError, OSError) as error:
                failed += 1
                print(f"release: {name}: {error}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
