#!/usr/bin/env python3
"""Input that is not a graph: tunip must refuse <case>.json with exactly the message in <case>.err
(`LINE:COLUMN: message`), show that line with carets below it, exit with 2 and write nothing to
standard output. A message without a place has no excerpt. To add a case, add the two files.

    run.py TUNIP [--update]
"""
import pathlib, re, subprocess, sys

folder = pathlib.Path(__file__).parent
tunip, update = sys.argv[1], "--update" in sys.argv
cases = sorted(folder.glob("*.json"))
failed = 0
for case in cases:
    run = subprocess.run([tunip, "print", case.name], cwd=folder, capture_output=True)
    text = run.stderr.decode("utf-8", "replace").removeprefix("tunip: %s:" % case.name)
    got, excerpt = re.fullmatch(r"(.*\n?)((?s:.*))", text).groups()
    place = re.match(r"(\d+):\d+: ", got)
    shown = not excerpt if not place else \
        re.fullmatch(r" +\|\n *%s \|.*\n +\| +\^+\n" % place[1], excerpt)
    expected = case.with_suffix(".err")
    if update:
        expected.write_text(got, encoding="utf-8")
    same = got == expected.read_text(encoding="utf-8")
    if run.returncode != 2 or run.stdout or not shown or not same:
        failed += 1
        print("%s: exit status %d\n  got      %s" % (case.name, run.returncode, text.strip()))
        print("  expected %s" % expected.read_text(encoding="utf-8").strip())
print("bad inputs: %d of %d" % (len(cases) - failed, len(cases)))
sys.exit(1 if failed or not cases else 0)
