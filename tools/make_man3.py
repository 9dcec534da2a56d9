#!/usr/bin/env python3
"""Makes the manual pages of section 3 from the comments of the public headers: a page for each
header, such as tunip_print(3), and a page for each function that leads to it.

usage: make_man3.py INCLUDE_DIR VERSION OUT_DIR [HEADER...]

HEADER: of another library, such as tunip_tvm.h of libtunip-tvm.
"""

import dataclasses
import pathlib
import re
import sys

# Of the generated headers of nodes (tir_types.h, ...), which mirror TVM's reflection, the pages
# have the constructors.
NODES = ("tvm/ir", "tvm/tir", "tvm/tir_builder", "tvm/relax")
EXTENSION = ("ext/plugin", "ext/setting", "ext/dialect", "ext/doc", "ext/backend")
FUNCTION = re.compile(r"\b(\w+)\((?!\*)")
IGNORED = re.compile(r"^\s*(#(?!define TUNIP)|extern \"C\"|\}$)")


@dataclasses.dataclass
class Entry:
    """Declarations without a blank line between them, and the comment above them."""
    comment: str
    code: str


def uncommented(text):
    """The lines of a comment without its frame."""
    body = text.strip()[2:-2]
    return "\n".join(re.sub(r"^ ?\* ?", "", line) for line in body.split("\n")).strip()


def entries(text):
    """The parts between blank lines at the outermost level, in order."""
    text = re.sub(r"^/\* clang-format .*\n", "", text, flags=re.M)
    text = re.sub(r"^#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.M | re.S)
    for chunk in re.split(r"\n\n+(?=[^\s}])", text):
        comment = re.match(r"/\*.*?\*/", chunk, re.S)
        # A file's own comment may stand right above its first directives.
        code = chunk[comment.end():] if comment else chunk
        lines = [line for line in code.split("\n") if line and not IGNORED.match(line)]
        yield Entry(uncommented(comment.group()) if comment else "", "\n".join(lines))


def without_body(code):
    """Inline functions end at their head."""
    return re.sub(r"^((?:static inline)[^{;]*?)\n\{\n.*?^\}", r"\1;", code + "\n",
                  flags=re.M | re.S).strip("\n")


def functions(code):
    """The names of the functions that are declared, in order."""
    code = re.sub(r"/\*.*?\*/", "", without_body(code), flags=re.S)
    code = re.sub(r"TUNIP_PRINTF\([^)]*\)", "", code)
    heads = re.findall(r"^(?:TUNIP_API|static inline)\b[^;]*?;", code, re.M)
    return [FUNCTION.search(head).group(1) for head in heads if FUNCTION.search(head)]


# ---- troff ----

def quoted(text):
    """The text with escapes for troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text):
    """Paragraphs; indented lines are an example."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text):
        indented = re.search(r"^    ", paragraph, re.M)
        if indented:
            words, example = paragraph[:indented.start()], paragraph[indented.start():]
            parts.append((quoted(words.rstrip()) + "\n" if words.strip() else "") +
                         f".PP\n.nf\n{quoted(example.rstrip())}\n.fi")
        else:
            parts.append(quoted(paragraph))
    return "\n.PP\n".join(parts)


def unexported(match):
    """A declaration without TUNIP_API, with its further lines aligned."""
    mark = "TUNIP_API "
    return match.group()[len(mark):].replace("\n" + " " * len(mark), "\n")


def declaration(code):
    code = re.sub(r"^TUNIP_API [^;]*;", unexported, without_body(code), flags=re.M)
    return f".nf\n{quoted(code)}\n.fi"


def section(entry):
    heading = re.match(r"---- (.*?) ----(.*)", entry.comment, re.S)
    if heading:
        title, rest = heading.group(1), heading.group(2).strip()
        words = f"\n{prose(rest)}" if rest else ""
        code = f"\n.PP\n{declaration(entry.code)}" if entry.code else ""
        return f'.SS "{quoted(title)}"{words}{code}'
    return f".PP\n{declaration(entry.code)}\n.RS 4\n.PP\n{prose(entry.comment)}\n.RE"


def page_name(name):
    """tunip_dialect for ext/dialect."""
    return "tunip_" + name.rpartition("/")[2]


def page(name, header, version, also, own_library=None):
    own = own_library or page_name(name)
    first, *rest = entries(header.read_text())
    summary, _, more = first.comment.partition(" -- ")[2].partition("\n\n")
    sentence = summary.replace("\n", " ").rstrip(".")
    include = f"tunip/{name}.h" if name in EXTENSION + NODES else "tunip.h"
    library = "tunip"
    if own_library:
        # The libraries of programs use functions that the shared library does not export.
        tunip = "-l:libtunip.a" if "programs" in header.parts else "-ltunip"
        include, library = header.name, f"{own_library} {tunip}".replace("_", "-")
    generated = header.with_name(f"{header.stem}_types.h")
    if name in NODES and generated.exists():
        rest += [entry for entry in entries(generated.read_text()) if functions(entry.code)]
    found = [n for entry in rest for n in functions(entry.code)]
    title = [own] + sorted(set(found) - {own})
    body = "\n".join(section(entry) for entry in rest if entry.code or entry.comment[:4] == "----")
    links = " ,\n".join(f".BR {page_name(other)} (3)" for other in also if other != name)
    return found, f""".\\" Made from {header.name} by make_man3.py.
.TH {own.upper()} 3 "" "tunip {version}" "Library functions"
.SH NAME
{", ".join(title)} \\- {quoted(sentence)}
.SH SYNOPSIS
.nf
.B #include <{include}>
.PP
Link with \\fI\\-l{quoted(library)}\\fP.
.fi
.SH DESCRIPTION
{prose(more) if more else quoted(sentence) + "."}
{body}
.SH SEE ALSO
.BR tunip (1),
.BR tunip (3),
{links}
"""


def overview(include, version, names):
    rows = []
    for name in names:
        first = next(entries((include / "tunip" / f"{name}.h").read_text()))
        words = first.comment.partition(" -- ")[2].partition("\n\n")[0]
        rows.append(f".TP\n.BR {page_name(name)} (3)\n{quoted(words)}")
    listing = "\n".join(rows)
    return f""".\\" Made from the public headers by make_man3.py.
.TH TUNIP 3 "" "tunip {version}" "Library functions"
.SH NAME
tunip \\- compiler IR as text
.SH SYNOPSIS
.nf
.B #include <tunip.h>
.PP
.B cc \\fIprogram.c\\fP $(pkg\\-config \\-\\-cflags \\-\\-libs tunip)
.fi
.SH DESCRIPTION
The library behind
.BR tunip (1).
A page for each header, and for each function one that leads there:
{listing}
.SH SEE ALSO
.BR tunip (1)
"""


def main():
    include, version, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    umbrella = (include / "tunip.h").read_text()
    names = re.findall(r"#include <tunip/(\w+)\.h>", umbrella) + list(NODES + EXTENSION)
    out.mkdir(parents=True, exist_ok=True)
    (out / "tunip.3").write_text(overview(include, version, names))
    pages = {page_name(name) for name in names}
    for name in names:
        found, text = page(name, include / "tunip" / f"{name}.h", version, names)
        (out / f"{page_name(name)}.3").write_text(text)
        for function in set(found) - pages:
            (out / f"{function}.3").write_text(f".so man3/{page_name(name)}.3\n")
    for header in map(pathlib.Path, sys.argv[4:]):
        found, text = page("", header, version, names, header.stem)
        (out / f"{header.stem}.3").write_text(text)
        for function in set(found) - {header.stem}:
            (out / f"{function}.3").write_text(f".so man3/{header.stem}.3\n")


if __name__ == "__main__":
    main()
