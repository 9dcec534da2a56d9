#!/usr/bin/env python3
"""The command on a terminal: the pager and its options, colours of history, blame, trace and equal,
their lines that hang, bytes of artifacts, variables that force colours, and the line of progress.
In pipes there is none of them.

usage: terminal.py TUNIP
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import screen

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack  # noqa: E402

GOLDEN = pack.data() / "golden"
SEQUENCE = re.compile(rb"\x1b\[[0-9;]*[mK]")
LONG = str(GOLDEN / "script.softmax.json")
CLEAN = {"TERM": "xterm", "NO_COLOR": "", "CLICOLOR_FORCE": "", "FORCE_COLOR": ""}
STEPS = ["x + 1\n", "x + 2\n"]

problems = []


def environment(**env):
    kept = {name: value for name, value in os.environ.items()
            if name not in ("PAGER", "LESS", "COLUMNS")}
    return {**kept, **CLEAN, **env}


def on_terminal(tunip, *args, standard_input=None, keys=None, **env):
    return screen.shown([tunip, *args], environment(**env), standard_input, keys)


def piped(tunip, *args, **env):
    run = subprocess.run([tunip, *args], capture_output=True, check=False, env=environment(**env))
    return run.stdout, run.returncode


def expect(title, fine, found=""):
    if not fine:
        problems.append(f"{title}: {found!r}")


def check_pager(tunip, folder):
    marked = "sed 's/^/PAGED /'"
    shown, status = on_terminal(tunip, "print", LONG, TUNIP_PAGER=marked)
    expect("TUNIP_PAGER", shown.startswith(b"PAGED ") and status == 0, shown[:80])
    expect("colours go to the pager", b"\x1b[" in shown, shown[:80])
    shown, _ = on_terminal(tunip, "print", LONG, PAGER=marked)
    expect("PAGER", shown.startswith(b"PAGED "), shown[:80])
    shown, _ = on_terminal(tunip, "print", LONG, PAGER="false", TUNIP_PAGER=marked)
    expect("TUNIP_PAGER comes first", shown.startswith(b"PAGED "), shown[:80])
    plain, _ = piped(tunip, "print", LONG)
    for title, args, env in [("--no-pager", ["--no-pager"], {"PAGER": marked}),
                             ("an empty TUNIP_PAGER", [], {"TUNIP_PAGER": "", "PAGER": marked}),
                             ("cat", [], {"TUNIP_PAGER": "cat"}),
                             ("a dumb terminal", [], {"TERM": "dumb", "PAGER": marked})]:
        shown, _ = on_terminal(tunip, "print", LONG, *args, **env)
        expect(title, SEQUENCE.sub(b"", shown) == plain, shown[:80])
    expect("a pipe", piped(tunip, "print", LONG, TUNIP_PAGER=marked) == (plain, 0))
    shown, _ = on_terminal(tunip, "print", LONG, TUNIP_PAGER="no-such-pager")
    expect("a missing pager",
           shown.startswith(b"tunip: note: the pager `no-such-pager` is not there\n")
           and SEQUENCE.sub(b"", shown).endswith(plain), shown[:80])
    shown, _ = on_terminal(tunip, "print", LONG, TUNIP_PAGER="printf '%s ' \"$LESS\"; cat")
    expect("the options of less", shown.startswith(b"FRX "), shown[:80])
    shown, _ = on_terminal(tunip, "print", LONG, TUNIP_PAGER="head -n 1")
    expect("a pager that ends early", shown.count(b"\n") == 1, shown[:80])

    left, right = (str(folder / f"{i}_pass.py") for i in range(len(STEPS)))
    for args in [["diff", left, right], ["history", str(folder)],
                 ["blame", "--history", str(folder)], ["trace", ":1", "--history", str(folder)]]:
        coloured, code = piped(tunip, *args, "--color", "always")
        expected = SEQUENCE.sub(b"", coloured), code
        shown, status = on_terminal(tunip, *args, TUNIP_PAGER=marked)
        lines = SEQUENCE.sub(b"", shown).splitlines()
        expect(args[0], lines == [b"PAGED " + line for line in expected[0].splitlines()], shown)
        expect(f"the status of {args[0]}", status == expected[1], status)
        shown, _ = on_terminal(tunip, *args, "--no-pager", TUNIP_PAGER=marked)
        expect(f"{args[0]} --no-pager", SEQUENCE.sub(b"", shown) == expected[0], shown)
    shown, status = on_terminal(tunip, "print", "no-such-file.json", TUNIP_PAGER=marked)
    expect("an error alone needs no pager", shown.startswith(b"tunip: ") and status == 2, shown)
    shown, status = on_terminal(tunip, "print", LONG, "no-such-file.json", TUNIP_PAGER=marked)
    expect("a later error is shown by the pager", b"PAGED tunip: " in shown and status == 2,
           shown[-200:])


def check_colours(tunip, folder):
    left, right = (str(folder / f"{i}_pass.py") for i in range(len(STEPS)))
    for args in [["equal", left, right], ["history", str(folder)],
                 ["history", str(folder), "--all"],
                 ["blame", "-l", "--history", str(folder)],
                 ["trace", ":1", "--history", str(folder)]]:
        plain, _ = piped(tunip, *args)
        expect(f"{args}: a pipe has no colours", b"\x1b" not in plain, plain)
        for title, env, options, expected in [
                ("--color", {}, ["--color", "always"], True),
                ("CLICOLOR_FORCE", {"CLICOLOR_FORCE": "1"}, [], True),
                ("FORCE_COLOR", {"FORCE_COLOR": "3"}, [], True),
                ("CLICOLOR_FORCE=0", {"CLICOLOR_FORCE": "0"}, [], False),
                ("NO_COLOR wins", {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, [], False),
                ("--color=never wins", {"FORCE_COLOR": "1"}, ["--color=never"], False)]:
            found, _ = piped(tunip, *args, *options, **env)
            expect(f"{args}: {title}", (b"\x1b" in found) == expected, found)
            expect(f"{args}: {title}: another text", SEQUENCE.sub(b"", found) == plain, found)
            open_line = [line for line in found.splitlines()
                         if (SEQUENCE.findall(line) or [b"\x1b[0m"])[-1] != b"\x1b[0m"]
            expect(f"{args}: {title}: a colour is left open", not open_line, open_line)
    found, _ = piped(tunip, "history", "--format", "json", "--color", "always", str(folder))
    expect("JSON has no colours", b"\x1b" not in found, found)


def check_hanging(tunip):
    """The rows of a line that is too wide begin below its text."""
    steps = str(pathlib.Path(__file__).resolve().parents[1] / "history/data/schedule-gemm")
    left, right = (f"{steps}/{name}.py" for name in ("000_vanilla", "007_parallel"))
    for width in 40, 60, 80:
        for args in [["equal", left, right], ["history", steps],
                     ["blame", "-l", "--history", steps],
                     ["trace", "008_decompose_reduction.py:24", "--history", steps]]:
            plain, _ = piped(tunip, *args)
            shown, _ = on_terminal(tunip, *args, COLUMNS=str(width), TUNIP_PAGER="")
            shown = SEQUENCE.sub(b"", shown)
            expect(f"{args} at {width}: another text",
                   b"".join(shown.split()) == b"".join(plain.split()), shown)
            wide = [row for row in shown.splitlines() if len(row.decode()) > width]
            if args[0] != "equal":  # its carets stand below what they mark
                expect(f"{args} at {width}: wide rows", not wide, wide)
    shown, _ = on_terminal(tunip, "blame", "--history", steps, COLUMNS="70", TUNIP_PAGER="")
    rows = SEQUENCE.sub(b"", shown).splitlines()
    found = [row for row in rows if row.startswith(b" " * 32 + b'"float32"), B: ')]
    expect("rows begin below the text", len(found) == 1, rows[:12])


def check_syntax(tunip):
    """Lines of blame and trace have the colours of `tunip print`."""
    steps = str(pathlib.Path(__file__).resolve().parents[1] / "history/data/schedule-gemm")
    wanted = (b"vj = T.axis.\x1b[36mspatial\x1b[0m(\x1b[33m1024\x1b[0m, "
              b"j_0 * \x1b[33m32\x1b[0m + j_1)")
    for args in [["blame"], ["trace", "008_decompose_reduction.py:24"]]:
        shown, _ = piped(tunip, *args, "--history", steps, "--color", "always")
        expect(f"the syntax in {args[0]}", wanted in shown, shown)


def check_artifact(tunip, folder):
    """On a terminal, the bytes of a file do not control it, also beside colours."""
    file = folder / "note.json"
    blob = pack.data() / "cli/data/artifacts/opencl.bin"
    file.write_bytes(blob.read_bytes().replace(b"__kernel", b"\x1b]0;x\x07  "))
    expect("a changed file", file.read_bytes() != blob.read_bytes())
    shown, _ = on_terminal(tunip, "inspect", str(file), "--show", "source.cl")
    expect("bytes of a source on a terminal",
           SEQUENCE.sub(b"", shown) == b"\\x1b]0;x\\x07   void k() {}\n", shown)
    shown, _ = on_terminal(tunip, "inspect", str(file), "--show", "source.cl", "--inspector",
                           "text")
    expect("bytes of a file on a terminal", b"\x1b]" not in shown, shown)
    shown, status = on_terminal(tunip, "diff", "--no-pager", str(file), str(blob))
    expect("differences of bytes on a terminal", b"\x1b]" not in shown and status == 1
           and b"\x1b[31m-\\x1b]0;x\\x07   void k() {}\x1b[0m\n" in shown, shown)
    shown, status = on_terminal(tunip, "diff", "--no-pager", str(file), str(blob),
                                NO_COLOR="1")
    expect("differences of bytes without colours", b"\x1b" not in shown and status == 1, shown)


def check_progress(tunip):
    """A text that comes after two seconds makes any command long."""
    def feed(end):
        threading.Event().wait(2)
        os.write(end, pathlib.Path(LONG).read_bytes())
        os.close(end)
    ends = os.pipe()
    writer = threading.Thread(target=feed, args=[ends[1]])
    writer.start()
    shown, _ = on_terminal(tunip, "print", "-", "--no-pager", standard_input=ends[0])
    writer.join()
    os.close(ends[0])
    plain, _ = piped(tunip, "print", LONG)
    expect("a line of progress", re.match(rb"\r\x1b\[Ktunip print: [1-9]\d* s", shown), shown[:80])
    expect("the line goes away", b"\r\x1b[K" in shown
           and SEQUENCE.sub(b"", shown.rsplit(b"\r\x1b[K", 1)[1]) == plain, shown[:200])
    data = pack.data() / "cli" / "data"
    shown, status = on_terminal(tunip, "collage", str(data / "residual.relay"), "--rules",
                                str(data / "npu_rules.json"), "--format", "json", "--estimator",
                                "sh -c 'cat > /dev/null; sleep 0.5; echo 1e-3'")
    expect("progress while a command estimates", b"\r\x1b[Ktunip collage: " in shown
           and shown.rstrip().endswith(b"}") and status == 0, shown[-300:])
    shown, _ = on_terminal(tunip, "print", "-", "--no-pager", keys=(2, b"x+1\n\x04"))
    expect("no progress while one types", b"\x1b[K" not in shown
           and b"x + 1" in SEQUENCE.sub(b"", shown), shown)
    shown, _ = on_terminal(tunip, "print", LONG, "--no-pager")
    expect("a short command has none", b"\r" not in shown, shown[:80])


def main():
    tunip = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i, text in enumerate(STEPS):
            (folder / f"{i}_pass.py").write_text(text)
        check_pager(tunip, folder)
        check_colours(tunip, folder)
        check_artifact(tunip, folder)
    check_hanging(tunip)
    check_syntax(tunip)
    check_progress(tunip)
    print(*problems[:40], f"terminal: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


sys.exit(main())
