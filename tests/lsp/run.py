#!/usr/bin/env python3
"""Checks `tunip lsp` with a client of its own.

usage: run.py TUNIP [--accept]

A line of a .cases file is a request, and the line `< JSON` below it is the answer: the result, or
the message of the error. Behind `open` and `change` it is the findings. `--accept` writes them.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from client import Client

HERE = pathlib.Path(__file__).resolve().parent
TUNIP = str(pathlib.Path(sys.argv[1]).resolve())
ACCEPT = "--accept" in sys.argv
ALL = bool(os.environ.get("TUNIP_TEST_ALL"))
METHODS = {"hover": "hover", "definition": "definition", "references": "references",
           "highlight": "documentHighlight", "prepareRename": "prepareRename", "rename": "rename",
           "symbols": "documentSymbol", "folding": "foldingRange",
           "tokens": "semanticTokens/full", "hints": "inlayHint", "complete": "completion",
           "signature": "signatureHelp", "actions": "codeAction"}
MOST_ITEMS = 6  # of a completion; their number is kept, too

problems = []


def expect(what, got, wanted):
    if got != wanted:
        problems.append(f"{what}: got {got!r}, expected {wanted!r}")


# ---- cases ----

def position(text):
    line, column = text.split(":")
    return {"line": int(line) - 1, "character": int(column) - 1}


def place(item):
    """A range as people read it: 3:5-3:9."""
    begin, end = item["start"], item["end"]
    return (f"{begin['line'] + 1}:{begin['character'] + 1}-"
            f"{end['line'] + 1}:{end['character'] + 1}")


def brief(value):
    """The answer with ranges in one word each, and without what every part of it says."""
    if isinstance(value, list):
        return [brief(item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"start", "end"}:
        return place(value)
    if set(value) == {"uri", "range"}:
        return place(value["range"])
    if set(value) == {"line", "character"}:
        return f"{value['line'] + 1}:{value['character'] + 1}"
    if "children" in value:
        return [f"{value['name']} ({value['detail']}, {place(value['range'])})",
                *brief(value["children"])]
    if "changes" in value:
        return brief(next(iter(value["changes"].values())))
    return {key: brief(item) for key, item in value.items() if key != "source"}


def tokens(data):
    """Each token as LINE:COLUMN+SIZE TYPE, with `!` at a definition."""
    line = column = 0
    out = []
    for i in range(0, len(data), 5):
        column = data[i + 1] + (0 if data[i] else column)
        line += data[i]
        out.append(f"{line + 1}:{column + 1}+{data[i + 2]} {data[i + 3]}{'!' * data[i + 4]}")
    return out


class Session:
    def __init__(self):
        self.client = Client([TUNIP, "lsp"])
        self.uri = None
        self.version = 1

    def run(self, line):
        verb, _, rest = line.partition(" ")
        if verb == "open":
            name, language = rest.split()
            self.uri = f"file:///{name}"
            text = (HERE / "data" / name).read_text(encoding="utf-8")
            return brief(self.client.open(self.uri, language, text))
        if verb == "change":
            begin, end, text = rest.split(" ", 2)
            self.version += 1
            return brief(self.client.change(self.uri, self.version, [
                {"range": {"start": position(begin), "end": position(end)},
                 "text": json.loads(text)}]))
        if verb == "close":
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
            return self.client.settle(self.uri)
        return self.ask(verb, rest)

    def ask(self, verb, rest):
        params = {"textDocument": {"uri": self.uri}}
        places = re.findall(r"^\d+:\d+(?: \d+:\d+)?", rest)
        if places and " " in places[0]:
            begin, end = places[0].split()
            params["range"] = {"start": position(begin), "end": position(end)}
        elif places:
            params["position"] = position(places[0])
        extra = rest[rest.index("{"):] if "{" in rest else "{}"
        params.update(json.loads(extra))
        message = self.client.answer("textDocument/" + METHODS[verb], params)
        if "error" in message:
            return "error: " + message["error"]["message"]
        result = message["result"]
        if verb == "hover" and result:
            return result["contents"]["value"]
        if verb == "tokens":
            return tokens(result["data"])
        if verb == "complete":
            return [len(result), *[f"{item['label']} -- {item.get('detail', '')}"
                                   for item in result[:MOST_ITEMS]]]
        return brief(result)


def run_cases(path):
    session, out, wanted = Session(), [], None
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if line.startswith("< "):
            continue
        out.append(line)
        if not line or line.startswith("#"):
            continue
        got = json.dumps(session.run(line), ensure_ascii=False)
        out.append("< " + got)
        wanted = lines[number + 1] if number + 1 < len(lines) else ""
        if not ACCEPT:
            expect(f"{path.name}:{number + 1}: {line}", "< " + got, wanted)
    expect(f"{path.name}: the exit status", session.client.end(), 0)
    if ACCEPT:
        path.write_text("\n".join(out) + "\n", encoding="utf-8")


# ---- the protocol ----

def raw(data, *options):
    return subprocess.run([TUNIP, "lsp", *options], input=data, capture_output=True, check=False)


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def answers(data):
    found = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        size = int(head.split(b":")[1])
        found.append(json.loads(rest[:size]))
        data = rest[size:]
    return found


def code_of(message, first=()):
    found = answers(raw(b"".join(map(frame, [*first, message]))).stdout)
    return found[-1].get("error", {}).get("code") if found else "silence"


def test_errors():
    start = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    stop = {"jsonrpc": "2.0", "id": 2, "method": "shutdown"}
    hover = {"jsonrpc": "2.0", "id": "a", "method": "textDocument/hover",
             "params": {"textDocument": {"uri": "file:///x"}}}
    for message, first, code in (
            (b"{", [start], -32700), (b"\xff", [start], -32700), (b"", [start], -32700),
            ([1, 2], [start], -32600), ({"id": 7}, [start], None), ({}, [start], -32600),
            ({"id": 3, "method": 5}, [start], -32600),
            ({"id": 3, "method": "textDocument/nonsense"}, [start], -32601),
            ({"id": 3, "method": "initialized"}, [start], -32601),
            (hover, [], -32002), (hover, [start], -32602), (hover, [start, stop], -32600),
            (start, [start], -32600)):
        got = code_of(message, first)
        expect(f"the answer to {message!r}", got, code)
    unknown = {"jsonrpc": "2.0", "method": "$/unknown", "params": {}}
    expect("notifications", len(answers(raw(b"".join(map(frame, [
        unknown, start, unknown, {"method": "$/cancelRequest", "params": {"id": 1}},
        {"method": "textDocument/didOpen", "params": None}]))).stdout)), 1)
    expect("the status after exit", raw(b"".join(map(frame, [
        start, stop, {"method": "exit"}]))).returncode, 0)
    expect("the status without shutdown", raw(b"".join(map(frame, [
        start, {"method": "exit"}]))).returncode, 1)
    expect("the status at the end of the input", raw(frame(start)).returncode, 1)
    expect("an id that is a text", answers(raw(frame(start) + frame(hover)).stdout)[1]["id"], "a")
    header = answers(raw(b"Content-Type: x\r\n\r\n" + frame(start)).stdout)
    expect("a header without a length", [m.get("error", {}).get("code") for m in header],
           [-32700, None])
    limit = raw(frame(start) + frame(b" " * 2000), "--max-bytes", "1k")
    expect("a long message", limit.returncode, 2)


def test_encodings():
    text = '@T.prim_func\ndef f(a: T.int32):\n    T.evaluate("𝄞", a)\n'
    text = text.replace('T.evaluate("𝄞", a)', 'T.evaluate(T.call_extern("int32", "𝄞", a))')
    for encodings, name, column in ((["utf-8"], "utf-8", 46), (["utf-16"], "utf-16", 44),
                                    (["utf-16", "utf-8"], "utf-8", 46), ([], "utf-16", 44)):
        client = Client([TUNIP, "lsp"], encodings)
        expect("the encoding", client.capabilities["positionEncoding"], name)
        client.open("file:///f", "python", text)
        found = client.request("textDocument/references", {
            "textDocument": {"uri": "file:///f"}, "position": {"line": 1, "character": 6},
            "context": {"includeDeclaration": False}})
        columns = [item["range"]["start"]["character"] for item in found]
        expect(f"columns in {name}", columns, [column])
        client.end()


def test_cuts():
    """A stream that ends anywhere, and one that comes in pieces."""
    text = (HERE / "data" / "tests.py").read_text(encoding="utf-8")
    stream = b"".join(map(frame, [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": "file:///x", "languageId": "python", "version": 1, "text": text}}},
        {"id": 2, "method": "textDocument/documentSymbol",
         "params": {"textDocument": {"uri": "file:///x"}}}]))
    whole = answers(raw(stream).stdout)
    chance = random.Random(48)
    for _ in range(1000 if ALL else 20):
        cut = chance.randrange(len(stream))
        done = raw(stream[:cut])
        expect(f"the status of a stream cut at {cut}", done.returncode, 1)
        expect(f"the answers of a stream cut at {cut}", answers(done.stdout),
               whole[:len(answers(done.stdout))])
    process = subprocess.Popen([TUNIP, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for i in range(0, len(stream), 97):
        process.stdin.write(stream[i:i + 97])
        process.stdin.flush()
    process.stdin.close()
    expect("a stream in pieces", answers(process.stdout.read()), whole)
    process.stdout.close()
    process.wait()


def test_wrong_changes():
    """After a change without a place, the text is unknown until the whole comes again."""
    uri = "file:///x"
    there = {"line": 0, "character": 0}

    def change(version, *changes):
        return {"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}}

    def hover(number):
        return {"id": number, "method": "textDocument/hover",
                "params": {"textDocument": {"uri": uri}, "position": there}}

    bad = "@T.prim_func\ndef f():\n    T.evaluate(x)\n"
    for wrong in ({"range": {"start": {"line": 2, "character": 0}, "end": there}, "text": ""},
                  {"range": {"start": there}, "text": ""}, {"range": 5, "text": ""},
                  {"range": {"start": there, "end": there}}):
        stream = [{"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                  {"method": "textDocument/didOpen", "params": {"textDocument": {
                      "uri": uri, "languageId": "python", "version": 1, "text": bad}}},
                  change(2, wrong), hover(2),
                  change(3, {"range": {"start": there, "end": there}, "text": "# "}), hover(3),
                  change(4, {"text": bad}), hover(4)]
        found = answers(raw(b"".join(map(frame, stream))).stdout)
        shown = [message.get("method", "").rpartition("/")[2] or message.get("id")
                 for message in found]
        expect(f"the messages behind {wrong}", shown,
               [1, "publishDiagnostics", "logMessage", "publishDiagnostics", 2,
                "publishDiagnostics", 3, "publishDiagnostics", 4])
        counts = [len(message["params"]["diagnostics"]) for message in found
                  if message.get("method", "").endswith("Diagnostics")]
        expect(f"the findings behind {wrong}", counts, [1, 0, 0, 1])
        expect(f"the answers behind {wrong}", ["error" in found[i] for i in (4, 6, 8)],
               [True, True, False])


# ---- edits ----

def memory(process):
    """The resident memory of a process in kB; 0 where the system does not say."""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


def whole(text, offset):
    """No position of the protocol is inside of a line end."""
    return offset + (text[max(0, offset - 1):offset + 1] == "\r\n")


def random_edit(chance, text):
    begin = whole(text, chance.randrange(len(text) + 1))
    end = whole(text, min(len(text), begin + chance.choice((0, 0, 1, 3, 20))))
    word = chance.choice(("", "a", "T.", "(", ")", "\n", "    ", "\"", "𝄞", "é", ":", "for i in ",
                          "@", "%0", "#", "\r\n", "0", "def f():\n"))
    return begin, end, word


def units(text, offset):
    before = text[:offset]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1:]
    return {"line": line, "character": len(column.encode("utf-16-le")) // 2}


def compare(client, fresh, language, text, what):
    """An edited document and one that is opened with the same text give the same answers."""
    found = fresh.open("file:///edited", language, text)
    expect(f"{what}: findings", brief(client.findings["file:///edited"]), brief(found))
    for method in ("documentSymbol", "semanticTokens/full", "foldingRange"):
        pair = [c.request("textDocument/" + method, {"textDocument": {"uri": "file:///edited"}})
                for c in (client, fresh)]
        expect(f"{what}: {method}", pair[0], pair[1])


def test_edits():
    chance = random.Random(4)
    rounds = 3333 if ALL else 40
    for name, language in (("tests.py", "python"), ("two.relay", "relay"),
                           ("blocks.mlir", "mlir")):
        start = text = (HERE / "data" / name).read_bytes().decode()
        client, fresh = Client([TUNIP, "lsp"]), Client([TUNIP, "lsp"])
        client.open("file:///edited", language, text)
        early = 0
        for i in range(rounds):
            if i % 25 == 24:  # back to a text that can be read
                text, changes = start, [{"text": start}]
            else:
                begin, end, word = random_edit(chance, text)
                changes = [{"range": {"start": units(text, begin), "end": units(text, end)},
                            "text": word}]
                text = text[:begin] + word + text[end:]
            client.change("file:///edited", i + 2, changes)
            if i % 5 == 0:
                compare(client, fresh, language, text, f"{name}, edit {i}")
            if i == rounds // 4:
                early = memory(client.process)
        late = memory(client.process)
        if late > early * 1.2 + 2000:
            problems.append(f"{name}: the server grew from {early} to {late} kB")
        client.end()
        fresh.end()


# ---- layout ----

def test_formatting():
    """The edit makes the text that `tunip format` writes; a text in this form has no edit."""
    client = Client([TUNIP, "lsp"])
    text = ("# a licence\n@T.prim_func\ndef f(A:T.Buffer( (16,),'float32')):\n"
            "  for i in range( 16 ):  # all\n    A[ i ]=A[i]+T.float32( 1 )\n")
    wanted = subprocess.run([TUNIP, "format", "-"], input=text, capture_output=True, text=True,
                            check=True).stdout
    params = {"textDocument": {"uri": "file:///f.py"}, "options": {"tabSize": 4}}
    client.open("file:///f.py", "python", text)
    edits = client.request("textDocument/formatting", params)
    expect("one edit", [edit["newText"] for edit in edits], [wanted])
    expect("its range", edits[0]["range"]["start"], {"line": 0, "character": 0})
    expect("its end", edits[0]["range"]["end"], {"line": 5, "character": 0})
    client.change("file:///f.py", 2, [{"text": wanted}])
    expect("no edit", client.request("textDocument/formatting", params), [])
    client.change("file:///f.py", 3, [{"text": "@T.prim_func\ndef f(:\n    pass\n"}])
    message = client.answer("textDocument/formatting", params)["error"]["message"]
    expect("a mistake", message.split(":")[0], "line 2")
    client.open("file:///a.mlir", "mlir", "module {\n}\n")
    params["textDocument"]["uri"] = "file:///a.mlir"
    expect("another language",
           client.answer("textDocument/formatting", params)["error"]["message"],
           "only files of Python can be formatted")
    client.end()


# ---- commands ----

def test_diff():
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work, "a b.py")
        text = (HERE / "data" / "tests.py").read_text(encoding="utf-8").replace("flaot", "float")
        path.write_text(text, encoding="utf-8")
        client = Client([TUNIP, "lsp"])
        uri = path.as_uri()
        client.open(uri, "python", text)
        params = {"command": "tunip.diffSaved", "arguments": [uri]}
        expect("no difference", client.request("workspace/executeCommand", params), "")
        client.change(uri, 2, [{"text": text.replace("T.float32(2)", "T.float32(3)")}])
        found = client.request("workspace/executeCommand", params)
        lines = [line for line in found.splitlines() if re.match("[-+] ", line)]
        expect("the difference", [line.split("*")[-1] for line in lines if "*" in line],
               [" T.float32(2.0)", " T.float32(3.0)"])
        for other, is_file in ((uri.replace("///", "//localhost/"), True), (uri + "%00", False),
                               (uri.replace("///", "//elsewhere/"), False)):
            client.open(other, "python", text)
            message = client.answer("workspace/executeCommand",
                                    {"command": "tunip.diffSaved", "arguments": [other]})
            expect(f"the file of {other}", "result" in message, is_file)
        path.unlink()
        expect("a file that is gone", "error" in client.answer("workspace/executeCommand", params),
               True)
        expect("another command", client.answer("workspace/executeCommand", {
            "command": "rm", "arguments": []})["error"]["code"], -32602)
        client.end()


def main():
    for path in sorted(HERE.glob("*.cases")):
        run_cases(path)
    test_errors()
    test_wrong_changes()
    test_encodings()
    test_cuts()
    test_edits()
    test_formatting()
    test_diff()
    for problem in problems[:20]:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
