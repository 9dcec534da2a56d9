#!/usr/bin/env python3
"""Makes all files of a release from a commit.

usage: release.py [--check] [--only PART,...] [REVISION]

The commit becomes a source tarball. All else is built from this tarball, in an empty folder, with
the time of the commit. --check builds a second time, in another folder and without the cache of the
compiler, and fails if two files differ. The files are in build-dist/files/, with their checksums
(SHA256SUMS) and a list of what is in them (an SBOM). Then each of them is installed and tried in an
empty root.

--only makes some of the parts: packages, static, vsix, wasm, wheel. The source is always made.
"""

import argparse
import gzip
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile

import make_sbom

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIST = ROOT / "build-dist"
# part -> the verb of ./dev, and which of its files become which file of the release
PARTS = {
    "packages": ("packages", {"build-deb/*.deb": "{name}"}),
    "static": ("static", {"build-release/tunip": "tunip-{version}-linux-{machine}"}),
    "vsix": ("vsix", {"build/tunip.vsix": "tunip-{version}.vsix"}),
    "wasm": (
        "npm",
        {"build/npm/tunip-*.tgz": "{name}", "build/npm/play.html": "tunip-{version}-play.html"},
    ),
    "wheel": ("wheel", {"build/wheel/*.whl": "{name}"}),
}
# Variables of the environment with which compilers make other files. With a base folder, ccache
# gives relative paths to the compiler, which CMake then looks up elsewhere.
CHANGES_BUILDS = {"CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "CPATH", "CCACHE_BASEDIR"}


def git(*command):
    return subprocess.run(
        ["git", "-C", str(ROOT), *command], check=True, stdout=subprocess.PIPE
    ).stdout


def make_source(commit, version, files):
    """The tarball. The sources that re2c makes are committed, so a build of it needs no re2c."""
    path = files / f"tunip-{version}.tar.gz"
    tar = git("archive", "--format=tar", f"--prefix=tunip-{version}/", commit)
    path.write_bytes(gzip.compress(tar, 9, mtime=0))
    return path


def build(folder, commit, version, parts, environ):
    """The files of a release, built in a folder; returns the folder of the files."""
    shutil.rmtree(folder, ignore_errors=True)
    files = folder / "files"
    files.mkdir(parents=True)
    source = make_source(commit, version, files)
    with tarfile.open(source) as tar:
        tar.extractall(folder)
    tree = folder / f"tunip-{version}"
    for part in parts:
        verb, made = PARTS[part]
        print(f"release: {part}, in {tree.relative_to(ROOT)}", file=sys.stderr)
        done = subprocess.run(
            ["./dev", verb], cwd=tree, env=environ, stdout=sys.stderr, check=False
        )
        if done.returncode:
            sys.exit(f"release: ./dev {verb} failed")
        for pattern, name in made.items():
            found = sorted(tree.glob(pattern))
            if not found:
                sys.exit(f"release: ./dev {verb} made no {pattern}")
            for path in found:
                shutil.copy(
                    path,
                    files
                    / name.format(name=path.name, version=version, machine=platform.machine()),
                )
    make_sbom.write(files, version, int(environ["SOURCE_DATE_EPOCH"]))
    sums = "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(files.iterdir())
    )
    (files / "SHA256SUMS").write_text(sums, encoding="utf-8")
    return files


def differing(left, right):
    """The names of the files that two folders do not have in common, byte for byte."""
    names = sorted({path.name for folder in (left, right) for path in folder.iterdir()})
    return [
        name
        for name in names
        if not (left / name).is_file()
        or not (right / name).is_file()
        or (left / name).read_bytes() != (right / name).read_bytes()
    ]


def main():
    parser = argparse.ArgumentParser(prog="./dev release", description="Makes a release.")
    parser.add_argument("--check", action="store_true", help="build twice, and compare")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    parser.add_argument("revision", nargs="?", default="HEAD", help="a tag or another revision")
    arguments = parser.parse_args()
    parts = [part for part in arguments.only.split(",") if part]
    for part in parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}; there are {', '.join(PARTS)}")
    try:
        commit = git("rev-parse", "--verify", f"{arguments.revision}^{{commit}}").decode().strip()
    except subprocess.CalledProcessError:
        sys.exit(2)
    version = re.search(
        r"project\(tunip VERSION ([\d.]+)", git("show", f"{commit}:CMakeLists.txt").decode()
    )[1]
    if re.fullmatch(r"v\d.*", arguments.revision) and arguments.revision != f"v{version}":
        sys.exit(f"release: {arguments.revision} has version {version}")
    # A newer compiler may have warnings that ours has not.
    environ = {
        **{name: value for name, value in os.environ.items() if name not in CHANGES_BUILDS},
        "SOURCE_DATE_EPOCH": git("log", "-1", "--format=%ct", commit).decode().strip(),
        "LC_ALL": "C",
        "TZ": "UTC",
        "DEV_WERROR": "OFF",
        "DEV_PROFILE": "OFF",  # a profile is not surely the same in two builds
    }
    files = build(DIST / "first", commit, version, parts, environ)
    if arguments.check:
        again = build(DIST / "the-second-build", commit, version, parts,
                      {**environ, "CCACHE_DISABLE": "1"})
        wrong = differing(files, again)
        if wrong:
            sys.exit("release: two builds differ: " + ", ".join(wrong))
        print("release: two builds gave the same bytes")
    shutil.rmtree(DIST / "files", ignore_errors=True)
    shutil.copytree(files, DIST / "files")
    tried = subprocess.run(
        [sys.executable, str(ROOT / "tests/release/try.py"), str(DIST / "files")], check=False
    )
    print((DIST / "files/SHA256SUMS").read_text(encoding="utf-8"), end="")
    return tried.returncode


if __name__ == "__main__":
    sys.exit(main())
