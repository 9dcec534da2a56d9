#!/usr/bin/env python3
"""The parts of ./dev release that are quick: the source tarball, which is the same each time and
whose generated sources compile without re2c; the list of contents (SPDX 2.3); the checksums; and
what `release.py` refuses.

usage: run.py CC

./dev release builds the rest, and tries it with try.py.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import make_sbom  # noqa: E402
import release  # noqa: E402

CC = sys.argv.pop(1).split()
# SPDX 2.3, annex A: the types of relationships that the list may use.
KINDS = {"DESCRIBES", "CONTAINS", "GENERATED_FROM", "STATIC_LINK", "DYNAMIC_LINK"}
LICENCES = {
    "Apache-2.0",
    "MIT",
    "Unicode-DFS-2015",
    "Zlib",
    "BSD-3-Clause",
    "GPL-2.0-only",
    "X11",
    "ISC",
    "BlueOak-1.0.0",
}


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.files = pathlib.Path(cls.folder.name)
        cls.source = release.make_source("HEAD", "9.8.7", cls.files)
        (cls.files / "tunip-9.8.7-linux-x86_64").write_bytes(b"\x7fELF")
        (cls.files / "tunip-9.8.7-cp310-abi3-manylinux_2_34_x86_64.whl").write_bytes(b"PK")
        with zipfile.ZipFile(cls.files / "tunip-9.8.7.vsix", "w") as archive:
            for name, version in (("semver", "7.6.0"), ("@scope/part", "1.0.0")):
                archive.writestr(
                    f"extension/node_modules/{name}/package.json",
                    json.dumps({"name": name, "version": version, "license": "ISC"}),
                )
        cls.list = make_sbom.write(cls.files, "9.8.7", 1700000000)
        cls.document = json.loads(cls.list.read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_source(self):
        """The tarball is one folder with the files of the commit, and equal each time."""
        again = pathlib.Path(self.folder.name) / "again"
        again.mkdir()
        other = release.make_source("HEAD", "9.8.7", again)
        self.assertEqual(self.source.read_bytes(), other.read_bytes())
        other.unlink()
        again.rmdir()
        with tarfile.open(self.source) as tar:
            names = {entry.name for entry in tar if entry.isfile()}
        tracked = release.git("ls-tree", "-r", "-z", "--name-only", "HEAD").decode().split("\0")
        self.assertEqual(names, {f"tunip-9.8.7/{name}" for name in tracked if name})

    def test_no_re2c(self):
        """The sources that re2c makes are in the tarball, and compile."""
        with tarfile.open(self.source) as tar, tempfile.TemporaryDirectory() as folder:
            tar.extractall(folder)
            tree = pathlib.Path(folder) / "tunip-9.8.7"
            for source in sorted((tree / "src").rglob("*.re")):
                subprocess.run(
                    [
                        *CC,
                        "-std=c11",
                        "-D_POSIX_C_SOURCE=200809L",
                        "-fsyntax-only",
                        f"-I{tree}/include",
                        source.with_suffix(".c"),
                    ],
                    check=True,
                )

    def test_form(self):
        """What SPDX 2.3 demands of a document in JSON."""
        document = self.document
        self.assertEqual(
            (document["spdxVersion"], document["dataLicense"], document["SPDXID"]),
            ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"),
        )
        self.assertRegex(document["documentNamespace"], r"^https://[^#]+$")
        self.assertEqual(document["creationInfo"]["created"], "2023-11-14T22:13:20Z")
        for creator in document["creationInfo"]["creators"]:
            self.assertRegex(creator, "^(Person|Organization|Tool): .+")
        parts = document["packages"] + document["files"]
        ids = [part["SPDXID"] for part in parts]
        self.assertEqual(len(ids), len(set(ids)))
        for part in ids:
            self.assertRegex(part, r"^SPDXRef-[A-Za-z0-9.-]+$")
        for one in document["packages"]:
            self.assertTrue(one["name"] and one["downloadLocation"] and one["copyrightText"])
            self.assertEqual(one["filesAnalyzed"], "packageVerificationCode" in one)
        for relation in document["relationships"]:
            self.assertIn(relation["relationshipType"], KINDS)
            self.assertIn(relation["spdxElementId"], {"SPDXRef-DOCUMENT", *ids})
            self.assertIn(relation["relatedSpdxElement"], ids)
        defined = {one["licenseId"] for one in document["hasExtractedLicensingInfos"]}
        for part in parts:
            for word in re.findall(
                r"[\w.-]+", part["licenseConcluded"].replace("WITH LLVM-exception", "")
            ):
                self.assertIn(word, LICENCES | defined | {"AND", "OR", "NOASSERTION"})

    def test_files(self):
        """Each file of the source has its sums, and the code of the package is made of them."""
        with tarfile.open(self.source) as tar:
            expected = {
                "./"
                + entry.name.partition("/")[2]: hashlib.sha256(
                    tar.extractfile(entry).read()
                ).hexdigest()
                for entry in tar
                if entry.isfile()
            }
        listed = {
            one["fileName"]: one["checksums"][1]["checksumValue"] for one in self.document["files"]
        }
        self.assertEqual(listed, expected)

    def test_contents(self):
        """Each file of the release is listed with its sum, and what it contains of others."""
        packages = {one["SPDXID"]: one for one in self.document["packages"]}
        named = {
            one["packageFileName"]: one for one in packages.values() if "packageFileName" in one
        }
        self.assertEqual(
            set(named), {one.name for one in self.files.iterdir() if one != self.list}
        )
        for name, one in named.items():
            self.assertEqual(
                one["checksums"][0]["checksumValue"],
                hashlib.sha256((self.files / name).read_bytes()).hexdigest(),
            )

        def parts(name, kind):
            return {
                packages[one["relatedSpdxElement"]]["name"]
                for one in self.document["relationships"]
                if one["spdxElementId"] == named[name]["SPDXID"]
                and one["relationshipType"] == kind
            }

        static = parts("tunip-9.8.7-linux-x86_64", "STATIC_LINK")
        self.assertEqual(static, {"musl", "utf8proc"})
        wheel = parts("tunip-9.8.7-cp310-abi3-manylinux_2_34_x86_64.whl", "STATIC_LINK")
        self.assertEqual(wheel, {"utf8proc", "zlib", "liblzma", "zstd", "ncurses"})
        self.assertEqual(parts("tunip-9.8.7.vsix", "CONTAINS"), {"semver", "@scope/part"})

    def test_differing(self):
        with tempfile.TemporaryDirectory() as left, tempfile.TemporaryDirectory() as right:
            left, right = pathlib.Path(left), pathlib.Path(right)
            for folder, name, text in (
                (left, "same", "a"),
                (right, "same", "a"),
                (left, "other", "a"),
                (right, "other", "b"),
                (left, "alone", "a"),
            ):
                (folder / name).write_text(text, encoding="utf-8")
            self.assertEqual(release.differing(left, right), ["alone", "other"])

    def test_refusals(self):
        for words, message in (
            (["--only", "rpm"], "there is no part rpm; there are packages, "),
            (["no-such-revision"], "Needed a single revision"),
        ):
            done = subprocess.run(
                [sys.executable, ROOT / "tools/release.py", *words],
                text=True,
                check=False,
                capture_output=True,
            )
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)


if not (ROOT / ".git").exists():
    print("skipped: release (the sources are no git repository)")
    sys.exit(77)
unittest.main()
