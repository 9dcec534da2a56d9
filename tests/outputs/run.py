#!/usr/bin/env python3
"""Parses the output of the command for other programs and compares it with the text: the source
map, diagnostics as JSON lines and as SARIF, whose required fields are in sarif.json, and the links
of lines in edit scripts; and compares the rows of all forms of a diff.

usage: run.py TUNIP
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = pack.data() / "golden"
SCHEMA = json.loads((HERE / "sarif.json").read_text(encoding="utf-8"))
MODULES = ("script.softmax.json", "script.two_prims.json", "rx_fn.df_multi.json",
           "repr.layout.json")
# Modules and diagnostics with unusual characters.
MARKS = {"script.two_prims.json":
         ["--path-to-annotate", '<root>.functions[I.GlobalVar("main")].body=\u6f22 \u00e9\u0301']}
HOSTILE = ["", "two\nlines", "\x1b[31m", "\u2028 \u0085 \x7f", '"\\/', "a" * 5000, "<root>",
           "\u00e9 \u6f22 \U0001f468\u200d\U0001f469"]

problems = []


def complain(where, what):
    problems.append(f"{where}: {what}")


def expect(fine, where, what):
    if not fine:
        complain(where, what)


def run(tunip, *args):
    done = subprocess.run([tunip, "print", *map(str, args)], capture_output=True, check=False)
    fine = done.returncode == 0 and not done.stderr
    expect(fine, args[-1], done.stderr.decode("utf-8", "replace"))
    return done.stdout


def place(text, offset, count=len):
    """Line and column, both from 1, of a byte; the column is as `count` measures bytes."""
    start = text.rfind(b"\n", 0, offset) + 1
    return text.count(b"\n", 0, offset) + 1, count(text[start:offset]) + 1


def continues(byte):
    return byte & 0xC0 == 0x80


def characters(data):
    return sum(not continues(byte) for byte in data)


def check_range(item, text, where):
    fine = 0 <= item["begin"] <= item["end"] <= len(text)
    expect(fine, where, f"not in the text: {item}")
    expect((item["line"], item["column"]) == place(text, item["begin"]), where, f"line: {item}")
    end = (item["end_line"], item["end_column"])
    expect(end == place(text, item["end"]), where, f"end: {item}")


# ---- the source map ----

def whole_paths(source_map, where):
    """The paths of a map, each with all its steps."""
    paths = []
    for path in source_map["paths"]:
        parent = path["parent"]
        expect(parent is None if not paths else parent < len(paths), where, f"{path}")
        paths.append((paths[parent] if paths else "") + path["step"])
    expect(len(set(paths)) == len(paths), where, "a path twice")
    return paths


def check_map(source_map, text, where):
    docs, paths = source_map["docs"], whole_paths(source_map, where)
    expect(source_map["version"] == 2 and source_map["bytes"] == len(text), where, "the header")
    open_docs = []
    for number, doc in enumerate(docs):
        check_range(doc, text, where)
        while open_docs and open_docs[-1][0] < number:
            open_docs.pop()
        if open_docs:
            outer = open_docs[-1][1]
            expect(outer["begin"] <= doc["begin"] and doc["end"] <= outer["end"], where, f"{doc}")
        open_docs.append((number + doc["inside"], doc))
        doc["paths"] = [paths[number] for number in doc["paths"]]
        expect(all(path.startswith("<root>") for path in doc["paths"]), where, f"{doc}")
    expect(docs[0]["inside"] == len(docs) - 1, where, "the first is not around all")
    return docs


# ---- diagnostics ----

def make_diagnostics(docs, text):
    """One diagnostic for every path, and one for each kind of mistake."""
    found = []
    for number, doc in enumerate(docs):
        message = HOSTILE[number % len(HOSTILE)]
        severity = ("error", "warning", "note", "help")[number % 4]
        labels = [{"path": path, "message": message, "primary": number % 3 > 0}
                  for path in doc["paths"]]
        labels.append({"span": {"begin": doc["begin"], "end": doc["end"]}, "primary": False})
        found.append({"severity": severity, "code": f"c{number}", "message": message,
                      "labels": labels, "notes": [message, {"severity": "help", "message": "x"}]})
    unresolved = [{"path": path} for path in ("<root>.nothing", '<root>["key"][3]', "no path", "")]
    unresolved += [{"span": {"begin": begin, "end": end}}
               for begin, end in ((5, 2), (0, 10 ** 17), (len(text) + 1, len(text) + 1))]
    inside = [{"span": {"begin": at, "end": at + 1}}
              for at, byte in enumerate(text) if continues(byte)]
    return found + [{"message": "odd", "labels": [label]} for label in unresolved + inside]


def check_lines(output, given, docs, text, where):
    lines = output.decode("utf-8").splitlines()
    expect(len(lines) == len(given), where, f"{len(lines)} lines of {len(given)} diagnostics")
    first = {}
    for doc in docs:
        for path in doc["paths"]:
            first.setdefault(path, doc)
    for line, wanted in zip(map(json.loads, lines), given):
        expect(line["message"] == wanted["message"], where, f"message of {line}")
        expect(line["severity"] == wanted.get("severity", "error"), where, f"severity of {line}")
        expect(len(line["labels"]) == len(wanted["labels"]), where, f"labels of {line}")
        for label, asked in zip(line["labels"], wanted["labels"]):
            check_label(label, asked, first, text, where)


def check_label(label, asked, first, text, where):
    expect(label["primary"] == asked.get("primary", True), where, f"kind of {label}")
    expect(label["message"] == asked.get("message", ""), where, f"text of {label}")
    if label["found"] == "unresolved":
        expect(label["problem"] and "begin" not in label, where, f"unresolved: {label}")
        return
    check_range(label, text, where)
    if "span" in asked:
        expect(label["begin"] == asked["span"]["begin"], where, f"begin of {label}")
        return
    doc = first[asked["path"]]
    expect(label["found"] == "exact" and label["path"] == asked["path"], where, f"path: {label}")
    expect(text[label["begin"]:label["end"]] == text[doc["begin"]:doc["end"]].strip(), where,
           f"not the first place of its path: {label}, {doc}")


# ---- SARIF ----

KINDS = {"string": str, "integer": int, "boolean": bool}


def check_value(value, kind, where):
    if isinstance(kind, list):
        expect(value in kind, where, f"{value} is none of {kind}")
    elif kind.endswith("[]"):
        expect(isinstance(value, list), where, "not a list")
        for number, item in enumerate(value):
            check_value(item, kind[:-2], f"{where}[{number}]")
    elif kind in KINDS:
        expect(isinstance(value, KINDS[kind]), where, f"{value!r} is no {kind}")
    elif kind != "any":
        check_object(value, kind, where)


def check_object(value, kind, where):
    schema = SCHEMA[kind]
    for name in schema.get("required", ()):
        expect(name in value, where, f"{name} is missing")
    for name in value:
        if name not in schema["properties"]:
            complain(where, f"{kind} has no {name}")
        else:
            check_value(value[name], schema["properties"][name], f"{where}.{name}")
    for name, least in schema.get("least", {}).items():
        expect(value.get(name, least) >= least, where, f"{name} is below {least}")


def check_region(location, text, where):
    if "physicalLocation" not in location:
        expect(location["message"]["text"], where, "neither a place nor a message")
        return
    region = location["physicalLocation"]["region"]
    begin, end = region["byteOffset"], region["byteOffset"] + region["byteLength"]
    expect((region["startLine"], region["startColumn"]) == place(text, begin, characters), where,
           f"start of {region}")
    expect((region["endLine"], region["endColumn"]) == place(text, end, characters), where,
           f"end of {region}")


def check_sarif(output, given, text, where):
    log = json.loads(output)
    check_object(log, "sarifLog", where)
    only, = log["runs"]
    expect(only["artifacts"][0]["contents"]["text"].encode() == text, where, "another text")
    expect(len(only["results"]) == len(given), where, f"{len(only['results'])} results")
    for result, wanted in zip(only["results"], given):
        places = result["locations"] + result["relatedLocations"]
        expect(len(places) == len(wanted["labels"]), where, f"places of {result}")
        expect(result["message"]["text"] == wanted["message"], where, f"message of {result}")
        for location in places:
            check_region(location, text, where)


# ---- all together ----

def check_module(tunip, module, folder):
    source_map, findings = folder / "map.json", folder / "findings.json"
    text = run(tunip, *MARKS.get(module, []), "--source-map", source_map, GOLDEN / module)[:-1]
    docs = check_map(json.loads(source_map.read_text(encoding="utf-8")), text, module)
    given = make_diagnostics(docs, text)
    findings.write_text(json.dumps(given), encoding="utf-8")
    options = [*MARKS.get(module, []), "--diagnostics", findings, "--diagnostics-format"]
    check_lines(run(tunip, *options, "json", GOLDEN / module), given, docs, text, module)
    check_sarif(run(tunip, *options, "sarif", GOLDEN / module), given, text, module)
    rendered = run(tunip, *options, "text", GOLDEN / module).decode("utf-8")
    expect("\x1b" not in rendered, module, "an escape sequence gets through")
    return text


def check_bad_utf8(tunip, folder):
    """Every form writes U+FFFD for bytes that are not UTF-8."""
    findings = folder / "bad.json"
    findings.write_bytes(b'{"message": "a\xff\xc3(\xed\xa0\x80\xf5z", "code": "\xc0\x80"}')
    for form in ("json", "sarif", "text"):
        output = run(tunip, "--diagnostics", findings, "--diagnostics-format", form,
                     GOLDEN / MODULES[0])
        try:
            output.decode("utf-8")
        except UnicodeDecodeError as error:
            complain(form, error)
        if form == "json":
            expect(json.loads(output)["message"] == "a\ufffd\ufffd(\ufffd\ufffd\ufffd\ufffdz", form,
                   output)


# ---- the links of lines ----

def check_links(tunip, lhs):
    """Each link names lines of both texts. Lines that are the same have the same text, and a line
    of the right side that is shown without a mark has a link."""
    rhs = lhs.with_name(lhs.name.replace(".lhs.", ".rhs."))
    texts = [run(tunip, side).decode().splitlines() for side in (lhs, rhs)]
    found = subprocess.run([tunip, "diff", "--format", "json", lhs, rhs], capture_output=True,
                           check=False)
    patch = subprocess.run([tunip, "diff", "-U100000", lhs, rhs], capture_output=True, text=True,
                           check=False).stdout
    linked = set()
    for link in json.loads(found.stdout)["links"]:
        for k in range(link["lines"]):
            left, right = link["lhs"] + k, link["rhs"] + k
            fine = 1 <= left <= len(texts[0]) and 1 <= right <= len(texts[1])
            expect(fine, lhs.name, f"no such line: {link}")
            same = fine and texts[0][left - 1].strip() == texts[1][right - 1].strip()
            expect(same or link["what"] != "same", lhs.name, f"not the same: {link}")
            linked.add(right)
    line = 0
    for shown in patch.splitlines()[3:]:
        line += shown[:1] in "+ ~"
        expect(shown[:1] not in " ~" or line in linked or line > len(texts[1]), lhs.name,
               f"line {line} has no link")
    return len(linked)


# ---- rows ----

HTML = re.compile(rb'<div class="row ((?:new|old|both|same)[^">]*)"[^>]*>(.*)</div>')


def split_rows(tunip, lhs, rhs, width=2000):
    """The rows of the side-by-side form: the line of each side, or 0, and the sign between."""
    text = subprocess.run([tunip, "diff", "-y", "-W", str(width), "-U100000", lhs, rhs],
                          capture_output=True, check=False).stdout.decode()
    half = (width - 3) // 2
    for row in text.split("\n"):
        if len(row) > half + 3 and not row.startswith("@@"):
            numbers = (re.match(r" *(\d+)", row[:half]), re.match(r" *(\d+)", row[half + 3:]))
            if any(numbers):
                yield (*(int(n[1]) if n else 0 for n in numbers), row[half + 1])


def page_rows(tunip, lhs, rhs):
    """The same of the page."""
    page = subprocess.run([tunip, "diff", "--format", "html", lhs, rhs], capture_output=True,
                          check=False).stdout
    for kind, cells in HTML.findall(page):
        lines = {side: int(n) for side, n in re.findall(rb'id="([lr])(\d+)"', cells)}
        sign = {b"new": ">", b"old": "<", b"same": " ", b"same weak": " ", b"both": "|",
                b"both hidden": "~"}[kind]
        yield lines.get(b"l", 0), lines.get(b"r", 0), sign


def check_rows(tunip, lhs, rhs, where):
    """Between two pairs, lines that are gone stand before lines that are new. The page has the same
    rows, and the unified form has all removed lines of a run before its added lines."""
    rows = list(split_rows(tunip, lhs, rhs))
    expect(rows or lhs.read_bytes() == rhs.read_bytes(), where, "no rows")
    for before, after in zip(rows, rows[1:]):
        expect((before[2], after[2]) != (">", "<"), where, f"{after} stands after {before}")
    page = list(page_rows(tunip, lhs, rhs))
    if rows:
        expect(set(rows) <= set(page), where, f"not in the page: {sorted(set(rows) - set(page))}")
        changed = {row for row in page if row[2] != " "}
        expect(changed <= set(rows), where, f"only in the page: {sorted(changed - set(rows))}")
    text = subprocess.run([tunip, "diff", "-U100000", lhs, rhs], capture_output=True,
                          check=False).stdout.decode()
    signs = "".join(line[:1] for line in text.split("\n")[3:] if line[:1] != "?")
    expect("+-" not in signs, where, "an added line before a removed one")
    return len(rows)


def pairs_of_steps():
    """Pairs of files: those of tests/diff, and the steps of the findings about lines."""
    for lhs in sorted((pack.data() / "diff").glob("*.lhs.json")):
        yield lhs, lhs.with_name(lhs.name.replace(".lhs.", ".rhs."))
    for folder in ("passes", "parts", "schedule"):
        steps = sorted((pack.data() / "cli/data" / folder).glob("0*.py"))
        yield from zip(steps, steps[1:])
    steps = sorted((HERE.parent / "history/data/schedule-gemm").glob("0*.py"))
    yield from zip(steps, steps[1:])


def main():
    tunip = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        texts = [check_module(tunip, module, pathlib.Path(name)) for module in MODULES]
        expect(not all(text.isascii() for text in texts), "all", "every text is ASCII")
        check_bad_utf8(tunip, pathlib.Path(name))
    links = [check_links(tunip, lhs) for lhs in (pack.data() / "diff").glob("*.lhs.json")]
    expect(sum(links), "all", "no line has a link")
    rows = [check_rows(tunip, lhs, rhs, f"{lhs.name}, {rhs.name}")
            for lhs, rhs in pairs_of_steps()]
    expect(sum(rows) > 500, "all", f"{sum(rows)} rows")
    print(*problems[:40], f"outputs: {len(MODULES)} modules, {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
