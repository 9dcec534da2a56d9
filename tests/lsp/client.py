"""A client of `tunip lsp` for tests."""

import json
import subprocess


class Client:
    def __init__(self, command, encodings=("utf-16",)):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.findings = {}
        self.capabilities = self.request("initialize", {
            "capabilities": {"general": {"positionEncodings": list(encodings)}}})["capabilities"]
        self.notify("initialized", {})

    def write(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server has ended")
            if line == b"\r\n":
                break
            name, _, value = line.partition(b":")
            if name == b"Content-Length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def take(self, message):
        """Keeps the findings of a notification."""
        if message.get("method") == "textDocument/publishDiagnostics":
            self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]

    def answer(self, method, params):
        """The whole answer to a request."""
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number:
                return message
            self.take(message)

    def request(self, method, params):
        message = self.answer(method, params)
        if "error" in message:
            raise RuntimeError(message["error"]["message"])
        return message["result"]

    def notify(self, method, params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def settle(self, uri):
        """The findings after the last change."""
        self.findings.pop(uri, None)
        while uri not in self.findings:
            self.take(self.read())
        return self.findings[uri]

    def open(self, uri, language, text):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": 1, "text": text}})
        return self.settle(uri)

    def change(self, uri, version, changes):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": changes})
        return self.settle(uri)

    def end(self):
        """Ends the session; the exit status of the server."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()
