#!/usr/bin/env python3
"""Writes the list of what is in the files of a release, in the form SPDX 2.3 (JSON).

usage: make_sbom.py FILES VERSION TIME

FILES is a folder with the files of a release, TIME the seconds since 1970 that the list names. The
list has every file of the source, every file of the release, the libraries of others that are
linked into it, and the packages that the extension of VS Code contains, each with its licence.
Without dpkg, it does not know the versions of libraries. tests/release/run.py checks the form.
"""

import datetime
import fnmatch
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

OURS = "Apache-2.0"
COPYRIGHT = "2026 the tunip maintainers"
NONE = "NOASSERTION"
PUBLIC_DOMAIN = "LicenseRef-public-domain"

# Debian's package of a library -> its name, its licence, the files of a release that contain it.
# The Debian packages of a release need shared libraries instead.
LIBRARIES = {
    "musl-dev": ("musl", "MIT", ["*-linux-*"]),
    "libutf8proc-dev": (
        "utf8proc",
        "MIT AND Unicode-DFS-2015",
        ["*-linux-*", "*.whl", "*.tgz", "*.html"],
    ),
    "zlib1g-dev": ("zlib", "Zlib", ["*.whl"]),
    "liblzma-dev": ("liblzma", PUBLIC_DOMAIN, ["*.whl"]),
    "libzstd-dev": ("zstd", "BSD-3-Clause OR GPL-2.0-only", ["*.whl"]),
    "libncurses-dev": ("ncurses", "X11", ["*.whl"]),
    "wasi-libc": ("wasi-libc", "Apache-2.0 WITH LLVM-exception AND MIT", ["*.tgz", "*.html"]),
    "libclang-rt-dev-wasm32": (
        "compiler-rt",
        "Apache-2.0 WITH LLVM-exception",
        ["*.tgz", "*.html"],
    ),
}
SHARED = ("*.deb", "libc6 libutf8proc2 libutf8proc3 zlib1g liblzma5 libzstd1 libncursesw6")


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")


def installed(package):
    """The version of Debian's package, or None."""
    if not shutil.which("dpkg-query"):
        return None
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package],
        text=True,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    return asked.stdout or None


def package(name, version, licence, **more):
    made = {
        "SPDXID": identifier(f"{name}-{version or ''}"),
        "name": name,
        "downloadLocation": NONE,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": NONE,
    }
    if version:
        made["versionInfo"] = version
    return made | more


def relation(left, kind, right):
    return {"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right}


def source_files(path):
    """A file for each file of the tarball."""
    made = []
    with tarfile.open(path) as tar:
        for entry in tar:
            if not entry.isfile():
                continue
            data = tar.extractfile(entry).read()
            name = "./" + entry.name.partition("/")[2]
            made.append(
                {
                    "SPDXID": f"SPDXRef-File-{len(made) + 1}",
                    "fileName": name,
                    "checksums": [
                        {"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                        {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()},
                    ],
                    "licenseConcluded": OURS,
                    "licenseInfoInFiles": [NONE],
                    "copyrightText": COPYRIGHT,
                }
            )
    return made


def verification_code(files):
    """SPDX 2.3, 7.9: the SHA1 of the sorted SHA1s of the files."""
    sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def release_file(path, version):
    """The package of a file of the release. Two files may have one name and version."""
    data = path.read_bytes()
    return package(
        "tunip",
        version,
        OURS,
        SPDXID=identifier(f"file-{path.name}"),
        packageFileName=path.name,
        copyrightText=COPYRIGHT,
        checksums=[{"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}],
    )


def contained(path):
    """The npm packages in an extension of VS Code."""
    found = {}
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if not re.search(r"/node_modules/((@[^/]+/)?[^/@]+)/package\.json$", name):
                continue
            facts = json.loads(archive.read(name))
            licence = facts.get("license")
            found[facts["name"], facts["version"]] = licence if isinstance(licence, str) else NONE
    return [
        package(
            name,
            version,
            licence,
            downloadLocation=NONE,
            externalRefs=[
                {
                    "referenceCategory": "PACKAGE-MANAGER",
                    "referenceType": "purl",
                    "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{version}",
                }
            ],
        )
        for (name, version), licence in found.items()
    ]


def libraries(files):
    """(package, how, names of the files that have it) for each library of others."""
    names = [path.name for path in files]
    rows = [
        (
            name,
            title,
            licence,
            "STATIC_LINK",
            [one for one in names if any(fnmatch.fnmatchcase(one, p) for p in patterns)],
        )
        for name, (title, licence, patterns) in LIBRARIES.items()
    ]
    debs = fnmatch.filter(names, SHARED[0])
    rows += [
        (name, name, NONE, "DYNAMIC_LINK", debs) for name in SHARED[1].split() if installed(name)
    ]
    for name, title, licence, how, users in rows:
        if not users:
            continue
        version = installed(name)
        more = {}
        if version:
            more["externalRefs"] = [
                {
                    "referenceCategory": "PACKAGE-MANAGER",
                    "referenceType": "purl",
                    "referenceLocator": f"pkg:deb/debian/{name}@{version}",
                }
            ]
        yield package(
            title, version, licence, SPDXID=identifier(f"library-{name}"), **more
        ), how, users


def write(folder, version, time):
    """Writes tunip-VERSION.spdx.json into the folder, and returns its path."""
    folder = pathlib.Path(folder)
    path = folder / f"tunip-{version}.spdx.json"
    found = sorted(
        one
        for one in folder.iterdir()
        if one != path and one.is_file() and one.name != "SHA256SUMS"
    )
    source = folder / f"tunip-{version}.tar.gz"
    files = source_files(source)
    packages = {one.name: release_file(one, version) for one in found}
    packages[source.name] |= {
        "filesAnalyzed": True,
        "licenseInfoFromFiles": [NONE],
        "packageVerificationCode": {"packageVerificationCodeValue": verification_code(files)},
    }
    origin = packages[source.name]["SPDXID"]
    relations = [
        relation("SPDXRef-DOCUMENT", "DESCRIBES", one["SPDXID"]) for one in packages.values()
    ]
    relations += [relation(origin, "CONTAINS", file["SPDXID"]) for file in files]
    relations += [
        relation(one["SPDXID"], "GENERATED_FROM", origin)
        for one in packages.values()
        if one["SPDXID"] != origin
    ]
    others = {}
    for made, how, users in libraries(found):
        others[made["SPDXID"]] = made
        relations += [relation(packages[name]["SPDXID"], how, made["SPDXID"]) for name in users]
    for one in found:
        if one.suffix == ".vsix":
            for made in contained(one):
                others[made["SPDXID"]] = made
                relations.append(
                    relation(packages[one.name]["SPDXID"], "CONTAINS", made["SPDXID"])
                )
    created = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
    text = json.dumps(sorted(one["checksums"][0]["checksumValue"] for one in packages.values()))
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tunip-{version}",
        "documentNamespace": f"https://tunip.invalid/spdx/tunip-{version}-"
        + hashlib.sha256(text.encode()).hexdigest()[:32],
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: the tunip maintainers", "Tool: tunip-make_sbom"],
        },
        "hasExtractedLicensingInfos": [
            {
                "licenseId": PUBLIC_DOMAIN,
                "name": "Public domain",
                "extractedText": "liblzma is in the public domain.",
            }
        ],
        "packages": [*packages.values(), *others.values()],
        "files": files,
        "relationships": relations,
    }
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write(sys.argv[1], sys.argv[2], int(sys.argv[3])))
