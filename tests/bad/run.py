#!/usr/bin/env python3
"""Input that is not a graph: tunip must refuse the part `json` of each case with exactly the
message in its part `err` (`LINE:COLUMN: message`), show that line with carets below it, exit with 2
and write nothing to standard output. A message without a place has no excerpt.

    run.py TUNIP [--accept]
"""
import pathlib, re, subprocess, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import pack

folder = pack.data() / "bad"
tunip, accept = str(pathlib.Path(sys.argv[1]).resolve()), "--accept" in sys.argv
cases = sorted(folder.glob("*.json"))
failed = 0
for case in cases:
    run = subprocess.run([tunip, "print", case.name], cwd=folder, capture_output=True)
    text = run.stderr.decode("utf-8", "replace").removeprefix("tunip: ")
    text = text.removeprefix("%s:" % case.name).replace(": error: ", ": ", 1)
    got, excerpt = re.fullmatch(r"(.*\n?)((?s:.*))", text).groups()
    place = re.match(r"(\d+):\d+: ", got)
    shown = not excerpt if not place else \
        re.fullmatch(r" +\|\n *%s \|.*\n +\| +\^+\n" % place[1], excerpt)
    expected = case.with_suffix(".err")
    if accept:
        expected.write_text(got, encoding="utf-8")
    same = got == expected.read_text(encoding="utf-8")
    if run.returncode != 2 or run.stdout or not shown or not same:
        failed += 1
        print("%s: exit status %d\n  got      %s" % (case.name, run.returncode, text.strip()))
        print("  " + pack.repeat("bad", [tunip, "print", case.name]))
        print("  expected %s" % expected.read_text(encoding="utf-8").strip())
if accept:
    pack.accept("bad")
print("bad inputs: %d of %d" % (len(cases) - failed, len(cases)))
sys.exit(1 if failed or not cases else 0)
