#!/usr/bin/env python3
"""Runs `tunip explorer --watch` and asks it as browsers do, and as others might.

usage: run.py TUNIP
"""

import http.client
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

PATIENCE = 3600  # seconds for what must come true; nothing is measured with it
TUNIP = sys.argv.pop(1)
MODULE = "module {{\n  func.func @f(%arg0: i32) -> i32 {{\n{}    return %arg0 : i32\n  }}\n}}\n"
ADD = "    %{} = arith.addi %arg0, %arg0 : i32\n"


def module(operations):
    return MODULE.format("".join(ADD.format(i) for i in range(operations)))


class Watch(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name) / "dump"
        self.folder.mkdir()
        self.server = None

    def start(self, *args, files=None):
        """`files`: how many the server may open."""
        command = [TUNIP, "explorer", "--watch", *map(str, args)]
        if files:
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        self.server = subprocess.Popen(command, text=True, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
        self.addCleanup(self.end)
        address = self.server.stdout.readline()
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/\n$")
        self.port = int(re.search(r":(\d+)/", address)[1])

    def end(self):
        if self.server.poll() is None:
            self.server.kill()
        self.server.wait()
        self.server.stdout.close()
        self.server.stderr.close()

    def write(self, name, operations):
        (self.folder / name).write_text(module(operations), encoding="utf-8")

    def page(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def raw(self, request, host=True):
        """The first line of the answer to some bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            text = request.replace("HOST", f"Host: 127.0.0.1:{self.port}")
            client.sendall(text.encode("latin-1"))
            whole = b""
            while more := client.recv(65536):
                whole += more
        return whole.split(b"\r\n")[0].decode()

    def events(self):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.addCleanup(client.close)
        client.request("GET", "/events")
        answer = client.getresponse()
        self.addCleanup(answer.close)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.headers["Content-Type"], "text/event-stream")
        return answer

    def next_number(self, answer):
        """The number of the next page that the server tells of."""
        while line := answer.readline():
            if line.startswith(b"data: "):
                return int(line[6:])
        self.fail("the events have ended")

    def test_reloads(self):
        """A dump that arrives is an event, and in the next page."""
        self.write("000_start.mlir", 2)
        self.start(self.folder)
        first = self.page()
        number = int(re.search(r'"live": ?(\d+)', first)[1])
        self.assertIn("start", first)
        self.assertNotIn("simplify", first)
        self.assertIn("connect-src 'self'", first)
        answer = self.events()
        self.assertEqual(self.next_number(answer), number)
        self.write("001_simplify.mlir", 1)
        news = self.next_number(answer)
        self.assertGreater(news, number)
        second = self.page()
        self.assertIn("simplify", second)
        self.assertGreaterEqual(int(re.search(r'"live": ?(\d+)', second)[1]), news)

    def test_log_grows(self):
        log = self.folder / "pipeline.log"
        log.write_text(f"// -----// IR Dump After A (a) //----- //\n{module(2)}\n")
        self.start(log)
        self.assertNotIn('"name": "B"', self.page())
        answer = self.events()
        self.next_number(answer)
        with log.open("a", encoding="utf-8") as more:
            more.write(f"// -----// IR Dump After B (b) //----- //\n{module(1)}\n")
        self.next_number(answer)
        self.assertRegex(self.page(), r'"name": ?"B"')

    def test_waits_for_the_first_dump(self):
        self.start(self.folder)
        self.assertIn("no dumps yet", self.page())
        answer = self.events()
        self.next_number(answer)
        self.write("000_start.mlir", 1)
        self.next_number(answer)
        self.assertRegex(self.page(), r'"name": ?"start"')

    def test_keeps_the_page_if_dumps_are_gone(self):
        """A page stays until there is a new one, with its number: browsers must not reload again
        and again."""
        self.write("000_start.mlir", 1)
        self.start(self.folder)
        number = int(re.search(r'"live": ?(\d+)', self.page())[1])
        answer = self.events()
        self.next_number(answer)
        (self.folder / "000_start.mlir").unlink()
        self.next_number(answer)
        self.assertEqual(int(re.search(r'"live": ?(\d+)', self.page())[1]), number)
        self.assertEqual(self.next_number(self.events()), number)

    def test_links_that_lead_back(self):
        """Links to a folder above are not entered: five of them would be 5^16 looks. A link to a
        file is a dump."""
        self.write("000_start.mlir", 2)
        for number in range(5):
            (self.folder / f"gpu_again{number}").symlink_to(self.folder)
        elsewhere = self.folder.parent / "next.mlir"
        elsewhere.write_text(module(1), encoding="utf-8")
        self.start(self.folder)
        answer = self.events()
        self.next_number(answer)
        (self.folder / "001_next.mlir").symlink_to(elsewhere)
        self.next_number(answer)
        self.assertRegex(self.page(), r'"name": ?"next"')
        elsewhere.write_text(module(3), encoding="utf-8")
        self.next_number(answer)
        self.assertIn("%2 = arith.addi", self.page())

    def test_refuses(self):
        self.write("000_start.mlir", 1)
        self.start(self.folder)
        for request, status in (
                ("GET / HTTP/1.1\r\nHOST\r\n\r\n", 200), ("GET / HTTP/1.0\r\nHOST\r\n\r\n", 200),
                ("GET / HTTP/1.1\r\nHOST\r\nContent-Length: 0\r\n\r\n", 200),
                (f"GET / HTTP/1.1\r\nhost:\tLocalHost:{self.port} \r\n\r\n", 200),
                ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHOST\r\nHOST\r\n\r\n", 400),
                ("GET / HTTP/1.1\nHOST\n\n", 400), ("GET / HTTP/2\r\nHOST\r\n\r\n", 400),
                ("GET /\r\nHOST\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHOST\r\n\r\n", 400),
                ("GET / HTTP/1.1\r\nHOST\r\nno colon\r\n\r\n", 400),
                ("GET / HTTP/1.1\r\nHOST\r\nA b: c\r\n\r\n", 400),
                ("GET / HTTP/1.1\r\nHOST\r\n: c\r\n\r\n", 400),
                ("GET / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nHOST\r\nContent-Length: 3\r\n\r\na=b", 400),
                ("GET / HTTP/1.1\r\nHOST\r\nX: a\x00b\r\n\r\n", 400), ("\x16\x03\x01\x02\x00", 400),
                ("\r\n\r\n", 400), (" ", None), ("x" * 20000, 400),
                ("GET / HTTP/1.1\r\nHOST\r\nX: " + "y" * 20000, 400),
                ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
                ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 403),
                (f"GET / HTTP/1.1\r\nHost: [::1]:{self.port}\r\n\r\n", 403),
                ("GET /x HTTP/1.1\r\nHOST\r\n\r\n", 404),
                ("GET /../000_start.mlir HTTP/1.1\r\nHOST\r\n\r\n", 404),
                ("GET /?a HTTP/1.1\r\nHOST\r\n\r\n", 404),
                ("GET http://127.0.0.1/ HTTP/1.1\r\nHOST\r\n\r\n", 404),
                ("POST / HTTP/1.1\r\nHOST\r\n\r\n", 405),
                ("HEAD / HTTP/1.1\r\nHOST\r\n\r\n", 405)):
            if status is None:
                continue  # unfinished: it would wait
            with self.subTest(request[:40]):
                self.assertEqual(self.raw(request).split(" ")[1], str(status))

    def test_request_in_pieces(self):
        self.write("000_start.mlir", 1)
        self.start(self.folder)
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            for byte in f"GET /x HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode():
                client.sendall(bytes([byte]))
            self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 404 "))

    def test_slow_clients(self):
        """Clients that say nothing, or do not read, block no one."""
        rows = "".join(f'    %{i} = "a.b"() {{k = "{"x" * 2000}{i}"}} : () -> i32\n'
                       for i in range(4000))
        (self.folder / "000_start.mlir").write_text(MODULE.format(rows), encoding="utf-8")
        self.start(self.folder)
        size = len(self.page())
        self.assertGreater(size, 8_000_000)
        idle = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(20)]
        for client in idle[:10]:
            client.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        self.assertEqual(len(self.page()), size)
        self.assertEqual(self.raw("GET /x HTTP/1.1\r\nHOST\r\n\r\n").split(" ")[1], "404")
        self.assertTrue(idle[0].recv(100).startswith(b"HTTP/1.1 200 "))
        for client in idle:
            client.close()
        self.assertEqual(len(self.page()), size)

    def test_many_listeners(self):
        """Beyond a number of listeners, the next ones are refused, and pages are still served."""
        self.write("000_start.mlir", 1)
        self.start(self.folder)
        kept = [self.events() for _ in range(16)]
        self.assertEqual(self.raw("GET /events HTTP/1.1\r\nHOST\r\n\r\n").split(" ")[1], "503")
        self.assertRegex(self.page(), r'"name": ?"start"')
        self.write("001_next.mlir", 2)
        for answer in kept:
            self.next_number(answer)
        self.next_number(kept[0])

    def test_few_files(self):
        """More browsers than the process may have files: they wait, and are served later."""
        self.write("000_first.mlir", 1)
        self.start(self.folder, files=16)
        self.assertIn("000_first", self.page())
        waiting = [socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
                   for _ in range(20)]
        for client in waiting:
            client.close()
        self.assertIn("000_first", self.page())

    def test_listens_on_no_other_address(self):
        self.write("000_start.mlir", 1)
        self.start(self.folder)
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.2", self.port), timeout=5).close()

    def test_port(self):
        self.write("000_start.mlir", 1)
        self.start(self.folder)
        taken = subprocess.run([TUNIP, "explorer", "--watch", "--port", str(self.port),
                                self.folder], capture_output=True, text=True, check=False)
        self.assertEqual(taken.returncode, 2)
        self.assertRegex(taken.stderr, rf"cannot serve on port {self.port}: ")

    def test_signals(self):
        self.write("000_start.mlir", 1)
        for number in (signal.SIGINT, signal.SIGTERM):
            self.start(self.folder)
            answer = self.events()
            self.next_number(answer)
            self.server.send_signal(number)
            self.assertEqual(self.server.wait(PATIENCE), 0)
            self.assertEqual(self.server.stderr.read(), "")
            self.end()

    def test_memory(self):
        """Pages do not pile up."""
        status = pathlib.Path("/proc/self/status")
        if not status.exists():
            self.skipTest("no /proc")
        self.write("000_start.mlir", 2000)
        self.start(self.folder)

        def peak():
            text = pathlib.Path(f"/proc/{self.server.pid}/status").read_text(encoding="utf-8")
            return int(re.search(r"VmHWM:\s+(\d+)", text)[1])

        for turn in range(12):
            self.write("001_next.mlir", 2000 + turn)
            answer = self.events()
            before = self.next_number(answer)
            self.page()
            if turn:
                self.write("001_next.mlir", 3000 + turn)
                while self.next_number(answer) <= before:
                    time.sleep(0.01)
                self.page()
            if turn == 4:
                early = peak()
        self.assertLess(peak(), early * 1.5)

    def test_wrong_arguments(self):
        for args, words in (([self.folder / "none"], "cannot watch: No such file"),
                            ([], "no folder or file is given"),
                            ([self.folder, "-o", "x.html"], "--output does not fit"),
                            ([self.folder, "--port", "65536"], "--port")):
            done = subprocess.run([TUNIP, "explorer", "--watch", *map(str, args)],
                                  capture_output=True, text=True, check=False, timeout=PATIENCE)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)


unittest.main(verbosity=0)
