#!/usr/bin/env python3
"""Makes the site: the guides, the manual page and the reference of the API, with a search. All
links are relative, and the site reads nothing from the network, so it also works from a disk.

usage: make_site.py OUT_DIR

GUIDES lists the pages. Each is made from a file of the repository and lies at the same place in
OUT_DIR. The reference of the API has the comments of the public headers, as the pages of section 3
of the manual do (make_man3.py). A file that a page links to, such as an example, becomes a page,
too. Python's markdown-it reads Markdown, Pygments colours code, and mandoc reads the manual page.

A link that leads nowhere is an error.
"""

import collections
import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import make_man3

# Another Python than Debian's may use these packages of Debian, too: they are written in Python
# alone, and lie beside mandoc.
MANDOC = shutil.which("mandoc") or sys.exit("make_site.py needs mandoc")
sys.path.append(str(pathlib.Path(MANDOC).parents[1] / "lib/python3/dist-packages"))
import markdown_it  # noqa: E402
import pygments  # noqa: E402
import pygments.lexers  # noqa: E402
import pygments.token as kinds  # noqa: E402
import pygments.util  # noqa: E402
from markdown_it.token import Token  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
GUIDES = {
    "Begin": ["README.md", "docs/install.md", "docs/status.md", "CHANGELOG.md"],
    "The command": ["docs/command.md", "docs/diff.md", "docs/history.md", "docs/explorer.md",
                    "docs/spans.md", "docs/rules.md", "docs/format.md", "docs/mlir.md",
                    "docs/reading-scripts.md", "docs/lossless.md", "docs/versions.md",
                    "docs/scale.md", "docs/formats.md", "man/tunip.1"],
    "Editors": ["docs/editors.md", "editors/vscode/README.md"],
    "More programs": ["docs/debug.md", "docs/inspect.md", "docs/collage.md"],
    "The library": ["docs/library.md", "docs/building-ir.md", "docs/debugging.md",
                    "docs/python.md", "bindings/python/README.md",
                    "bindings/javascript/README.md", "docs/api-stability.md"],
    "Extensions": ["docs/writing-a-dialect.md", "docs/writing-a-backend.md",
                   "docs/writing-a-format.md", "examples/tilelang-dialect/README.md"],
    "Development": ["CONTRIBUTING.md", "src/README.md", "tests/README.md",
                    "tests/bench/README.md"],
}
HEADERS = {
    "API": ("include/tunip/*.h",),
    "API of extensions": ("include/tunip/ext/*.h",),
    "API of nodes": ("include/tunip/tvm/*.h",),
    "API of other libraries": ("bindings/tvm/tunip_tvm.h", "programs/*/tunip_*.h"),
}
LONGEST_SOURCE = 200_000
# The kinds of Pygments that have a class in theme.css or site.css; the others take that of their
# parent, or have no colour.
CLASSES = {
    kinds.Keyword: "k", kinds.Operator.Word: "k", kinds.Comment: "m", kinds.Comment.Preproc: "k",
    kinds.Comment.PreprocFile: "s", kinds.String: "s", kinds.Number: "n", kinds.Name.Function: "c",
    kinds.Name.Class: "c", kinds.Name.Builtin: "c", kinds.Name.Decorator: "a",
    kinds.Generic.Inserted: "gi", kinds.Generic.Deleted: "gd", kinds.Generic.Prompt: "m",
}
PAGE = """<!DOCTYPE html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - tunip</title>
<link rel="stylesheet" href="{root}site.css">
</head>
<body>
<header class="bar"><a href="{root}index.html">tunip <span>{version}</span></a>
<form role="search"><input type="search" id="search" placeholder="Search ( / )" autocomplete="off"
aria-label="Search"><ul id="found" hidden></ul></form>
<fieldset class="scheme"><legend>Colours</legend>
<label><input type="radio" name="scheme" checked>Auto</label>
<label><input type="radio" name="scheme" id="light">Light</label>
<label><input type="radio" name="scheme" id="dark">Dark</label></fieldset>
</header>
<nav class="pages" aria-label="Pages">
{pages}</nav>
<div class="page">
<main>
{body}</main>
{outline}</div>
<script src="{root}site.js"></script>
</body>
</html>
"""


class Problem(Exception):
    """What is wrong with a file that the site is made from."""


def escaped(text):
    return html.escape(text, quote=True)


# ---- what a page contains ----

class Contents(html.parser.HTMLParser):
    """The places of a page, its links, and its sections: (level, place, title, text). A section of
    level 9 is found by a search, and is not in the outline."""

    BLOCKS = {"p", "li", "td", "th", "tr", "pre", "dd", "dt", "br", "section", "div", "ul"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.sections = [], [], [[1, "", "", ""]]
        self.title_ends, self.ignored = None, False
        self.feed(text)
        self.close()
        self.sections = [(level, place, " ".join(title.split()), " ".join(words.split()))
                         for level, place, title, words in self.sections if title or words.strip()]

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        place = attrs.get("id")
        if place:
            self.ids.append(place)
        self.links += [attrs[key] for key in ("href", "src") if attrs.get(key)]
        self.ignored = attrs.get("class") == "self"
        if re.fullmatch("h[1-4]", tag) or tag == "dt" and place:
            level = 9 if tag == "dt" else int(tag[1])
            self.sections.append([level, place or "", "", ""])
            self.title_ends = tag
        elif attrs.get("data-title"):
            self.sections.append([3, place or "", attrs["data-title"], ""])
        elif tag in self.BLOCKS:
            self.handle_data(" ")

    def handle_endtag(self, tag):
        self.ignored = False
        if tag == self.title_ends:
            self.title_ends = None

    def handle_data(self, data):
        if not self.ignored:
            self.sections[-1][2 if self.title_ends else 3] += data


def outline(contents):
    """The sections of a page, to jump to."""
    rows = [f'<li{" class=deep" if level == 3 else ""}><a href="#{escaped(place)}">{escaped(title)}'
            "</a></li>\n" for level, place, title, _ in contents.sections
            if level in (2, 3) and place]
    if len(rows) < 2:
        return ""
    return f'<nav class="outline" aria-label="On this page"><b>On this page</b>\n' \
           f'<ul>\n{"".join(rows)}</ul></nav>\n'


def broken_links(folder):
    """The links between the pages below a folder that lead nowhere: (page, link)."""
    pages = {path: Contents(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    places = {path: set(page.ids) for path, page in pages.items()}
    for path, page in sorted(pages.items()):
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https", "mailto"):
                continue
            to = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path))) \
                if parts.path else path
            place = urllib.parse.unquote(parts.fragment)
            if not to.is_file() or place and place not in places.get(to, ()):
                yield path.relative_to(folder), link


# ---- code ----

def coloured(code, lexer):
    """Code as HTML, with the classes of theme.css."""
    parts = []
    for kind, text in lexer.get_tokens(code):
        while kind and kind not in CLASSES:
            kind = kind.parent
        text = escaped(text)
        parts.append(f'<span class="{CLASSES[kind]}">{text}</span>' if kind else text)
    return "".join(parts)


def highlight(code, language, _attributes):
    """A fenced block; the language may be one that Pygments does not know, such as mlir."""
    try:
        lexer = pygments.lexers.get_lexer_by_name(language, stripnl=False)
    except pygments.util.ClassNotFound:
        return f"<pre><code>{escaped(code)}</code></pre>\n"
    return f"<pre><code>{coloured(code, lexer)}</code></pre>\n"


def declared(code):
    """The names that a part of a header declares, in order."""
    bare = re.sub(r"/\*.*?\*/", "", make_man3.without_body(code), flags=re.S)
    names = make_man3.functions(code)
    for pattern in (r"^(?:typedef )?(?:struct|enum|union) (\w+)", r"^#define (\w+)", r"^\} (\w+);",
                    r"^typedef [^;{]*?\(\*(\w+)\)\(", r"^typedef [\w *]*?(\w+);",
                    r"^TUNIP_API extern [^;(]*?(\w+)(?:\[\])?;", r"^    (TUNIP_[A-Z0-9_]+)\b"):
        names += re.findall(pattern, bare, re.M)
    names = [name for name in dict.fromkeys(names) if not name.endswith("_H")]
    return sorted(names, key=lambda name: bare.find(name))


# ---- the site ----

class Site:
    def __init__(self, out):
        self.out = out
        self.version = re.search(r"project\(tunip\s+VERSION ([\d.]+)",
                                 (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.headers = {
            group: sorted(str(path.relative_to(ROOT)) for form in forms for path in ROOT.glob(form))
            for group, forms in HEADERS.items()}
        listed = [path for group in (*GUIDES.values(), *self.headers.values()) for path in group]
        self.pages = {}     # the file of the repository -> the page
        self.queue = collections.deque()
        for path in listed:
            self.add(path)
        self.names = self.find_names()
        self.titles, self.bodies = {}, {}
        self.markdown = self.reader()
        # comments of headers have stars that are no emphasis
        self.comments = self.reader().disable(["emphasis"])

    @staticmethod
    def reader():
        options = {"html": False, "highlight": highlight}
        return markdown_it.MarkdownIt("commonmark", options).enable("table")

    @staticmethod
    def page_of(path):
        return re.sub(r"README$", "index", path.removesuffix(".md")) + ".html"

    def add(self, path):
        """The page of a file, which will be made if it is new."""
        if path not in self.pages:
            self.pages[path] = self.page_of(path)
            self.queue.append(path)
        return self.pages[path]

    def find_names(self):
        """Where each name of the API is declared: its header. A definition is worth more."""
        found = {}
        for path in (path for group in self.headers.values() for path in group):
            for entry in make_man3.entries((ROOT / path).read_text(encoding="utf-8")):
                for name in declared(entry.code):
                    defined = re.search(rf"^typedef \w+ {name} \{{", entry.code, re.M)
                    if name not in found or defined:
                        found[name] = path
        return found

    # ---- links ----

    def relative(self, path, target):
        return os.path.relpath(target, os.path.dirname(self.pages[path]) or ".")

    def link(self, path, to):
        """What a link of a file of the repository becomes."""
        parts = urllib.parse.urlsplit(to)
        if parts.scheme or not parts.path:
            return to
        target = os.path.normpath(os.path.join(os.path.dirname(path), parts.path))
        file = ROOT / target
        if f"{target}/README.md" in self.pages:
            target = f"{target}/README.md"
        elif file.suffix in (".png", ".svg"):
            (self.out / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, self.out / target)
            return self.relative(path, target)
        elif not file.exists():
            raise Problem(f"{path}: the link {to} leads nowhere")
        place = f"#{parts.fragment}" if parts.fragment else ""
        return self.relative(path, self.add(target)) + place

    def name_link(self, path, name):
        """The place of a name of the API, or None."""
        header = self.names.get(name)
        return header and f"{self.relative(path, self.pages[header])}#{name}"

    # ---- Markdown ----

    def rewrite(self, path, children):
        """Links of one text; code that is a name of the API becomes a link."""
        inside, result = 0, []
        for child in children:
            inside += (child.type == "link_open") - (child.type == "link_close")
            for key in ("href", "src"):
                if child.attrGet(key):
                    child.attrSet(key, self.link(path, child.attrGet(key)))
            name = child.content.removesuffix("()")
            to = child.type == "code_inline" and not inside and self.name_link(path, name)
            if to:
                result += [Token("link_open", "a", 1, attrs={"href": to}), child,
                           Token("link_close", "a", -1)]
            else:
                result.append(child)
        return result

    def from_markdown(self, path, text, reader=None):
        reader = reader or self.markdown
        tokens = reader.parse(text)
        used = collections.Counter()
        for token, following in zip(tokens, tokens[1:] + [None]):
            if token.type == "inline":
                token.children = self.rewrite(path, token.children)
            if token.type != "heading_open" or reader is not self.markdown:
                continue
            title = "".join(part.content for part in following.children)
            place = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            used[place] += 1
            place += f"-{used[place] - 1}" if used[place] > 1 else ""
            token.attrSet("id", place)
            mark = Token("html_inline", "", 0)
            mark.content = f'<a class="self" href="#{place}" aria-label="this section">#</a>'
            following.children.append(mark)
            if token.tag == "h1":
                self.titles.setdefault(path, title)
        return reader.renderer.render(tokens, reader.options, {})

    # ---- headers ----

    def declaration(self, path, code, own):
        """The code of a declaration. Its own names are places, others lead to theirs."""
        parts, placed = [], set()
        for part in re.split(r"(/\*.*?\*/|\w+)", code, flags=re.S):
            if part.startswith("/*"):
                parts.append(f'<span class="m">{escaped(part)}</span>')
            elif part in own and part not in placed:
                placed.add(part)
                parts.append(f'<b id="{part}">{part}</b>')
            elif part in self.names and part not in own:
                parts.append(f'<a href="{self.name_link(path, part)}">{part}</a>')
            else:
                parts.append(escaped(part))
        return f'<pre><code>{"".join(parts)}</code></pre>\n'

    def from_header(self, path):
        first, *rest = make_man3.entries((ROOT / path).read_text(encoding="utf-8"))
        include = re.sub(r"^(include|bindings/tvm|programs/\w+)/", "", path)
        self.titles[path] = include
        about = first.comment.partition(" -- ")[2]
        body = [f"<h1>{include}</h1>\n", self.from_markdown(path, about[:1].upper() + about[1:],
                                                           self.comments)]
        placed = set()
        for entry in rest:
            comment, code = entry.comment, entry.code
            heading = re.match(r"---- (.*?) ----(.*)", comment, re.S)
            if heading:
                title, comment = heading.groups()
                place = "section-" + re.sub(r"\W+", "-", title)
                body.append(f'<h2 id="{place}">{escaped(title)}</h2>\n')
            words = self.from_markdown(path, comment.strip(), self.comments)
            if not code:
                body.append(words)
                continue
            code = re.sub(r"^TUNIP_API [^;]*;", make_man3.unexported, make_man3.without_body(code),
                          flags=re.M)
            names = [name for name in declared(entry.code)
                     if self.names[name] == path and name not in placed]
            placed.update(names)
            # the constants of an enumeration are only in the text
            shown = [name for name in names[:4] if name.islower() or name == names[0]]
            marked = f' id="entry-{names[0]}" data-title="{", ".join(shown)}"' if names else ""
            body.append(f'<section class="entry"{marked}>\n'
                        f"{self.declaration(path, code, names)}{words}</section>\n")
        return "".join(body)

    # ---- other files ----

    def from_manual(self, path):
        self.titles[path] = f"The manual: {pathlib.Path(path).stem}(1)"
        page = subprocess.run([MANDOC, "-T", "html", "-O", "fragment", ROOT / path], check=True,
                              capture_output=True, text=True).stdout
        page = re.sub(r'<table class="(head|foot)">.*?</table>\n', "", page, flags=re.S)
        page = re.sub(r"(</?)h([12])\b", lambda tag: f"{tag[1]}h{int(tag[2]) + 1}", page)
        return f"<h1>{self.titles[path]}</h1>\n{page}"

    def from_folder(self, path):
        self.titles[path] = path
        rows = []
        for file in sorted((ROOT / path).rglob("*")):
            name = str(file.relative_to(ROOT))
            if (file.is_file() and "__pycache__" not in name
                    and file.stat().st_size < LONGEST_SOURCE):
                rows.append(f'<li><a href="{self.relative(path, self.add(name))}">'
                            f"{escaped(str(file.relative_to(ROOT / path)))}</a></li>\n")
        return f'<h1>{escaped(path)}</h1>\n<ul>\n{"".join(rows)}</ul>\n'

    def from_source(self, path):
        self.titles[path] = path
        code = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        try:
            lexer = pygments.lexers.get_lexer_for_filename(path, stripnl=False)
            code = coloured(code, lexer)
        except pygments.util.ClassNotFound:
            code = escaped(code)
        return f"<h1>{escaped(path)}</h1>\n<pre><code>{code}</code></pre>\n"

    def body(self, path):
        if path.endswith(".md"):
            return self.from_markdown(path, (ROOT / path).read_text(encoding="utf-8"))
        if any(path in group for group in self.headers.values()):
            return self.from_header(path)
        if path.startswith("man/"):
            return self.from_manual(path)
        return self.from_folder(path) if (ROOT / path).is_dir() else self.from_source(path)

    # ---- pages ----

    def listing(self, path):
        """The list of all pages, as the page of `path` shows it."""
        parts = []
        for group, members in (*GUIDES.items(), *self.headers.items()):
            rows = "".join(
                f'<li><a href="{self.relative(path, self.pages[member])}"'
                f'{" aria-current=page" if member == path else ""}>'
                f"{escaped(self.titles[member])}</a></li>\n" for member in members)
            shown = " open" if group in GUIDES or path in members else ""
            parts.append(f"<details{shown}><summary>{group}</summary>\n"
                         f"<ul>\n{rows}</ul></details>\n")
        return "".join(parts)

    def write(self, path, contents):
        page = self.out / self.pages[path]
        page.parent.mkdir(parents=True, exist_ok=True)
        root = self.relative(path, ".") + "/"
        page.write_text(PAGE.format(
            root=root, title=escaped(self.titles[path]), version=self.version,
            pages=self.listing(path), body=self.bodies[path], outline=outline(contents)),
            encoding="utf-8")

    def make(self):
        missing = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} - set(self.pages)
        if missing:
            raise Problem(f"GUIDES of make_site.py does not list {', '.join(sorted(missing))}")
        listed = set(self.pages)
        while self.queue:       # a body may lead to more pages
            path = self.queue.popleft()
            self.bodies[path] = self.body(path)
        rows = []
        for path, body in self.bodies.items():
            contents = Contents(body)
            self.write(path, contents)
            if path in listed:  # not sources
                about = self.titles[path]
                rows += [[self.pages[path], about, title or about, place, text]
                         for _, place, title, text in contents.sections]
        index = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        (self.out / "index.js").write_text(f"takeIndex([\n{index}\n]);\n", encoding="utf-8")
        style = "".join((ROOT / name).read_text() for name in ("src/util/theme.css",
                                                               "tools/site/site.css"))
        (self.out / "site.css").write_text(style)
        shutil.copyfile(ROOT / "tools/site/site.js", self.out / "site.js")
        broken = [f"{page}: the link {link} leads nowhere" for page, link in broken_links(self.out)]
        if broken:
            raise Problem("\n".join(broken))
        print(f"{len(self.bodies)} pages and {len(rows)} sections to search: {self.out}/index.html")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    shutil.rmtree(out, ignore_errors=True)
    try:
        Site(out).make()
    except Problem as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
