#!/usr/bin/env python3
"""Checks `tunip format` on scripts with comments at random places, and against Black.

usage: run.py TUNIP [--seed N]

Each script gets comments behind lines, on lines of their own and inside of brackets. Formatting
keeps each of them, in order; the IR before and after is equal; and a second run changes nothing.
The scripts are the golden texts, and those of ../shared/data/versions if they are there.

If Black is installed, `tunip print --width 88` must write what Black makes of the text of `tunip
print`, for objects of golden/. Two differences are intended: tunip does not change the quotes of
strings that have quotes inside, and a text without a newline at its end.
"""

import io
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import tokenize

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "corpus"))
import corpus  # noqa: E402

VERSIONS = corpus.SHARED / "data/versions"
WIDTHS = ("40", "88", "120")
WORDS = ("T.prim_func", "R.function", "ir_module")
COUNT = 300
# Lines of golden texts that Black lays out otherwise because of its own state: it shows
# parentheses of an attempt that it drops.
OTHER = 2


def tokens(text):
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def comments(text):
    return [t.string.lstrip("#").strip() for t in tokens(text) if t.type == tokenize.COMMENT]


def decorate(text, rng):
    """The script with comments at random places; None if it is no Python."""
    try:
        found = tokens(text)
    except (tokenize.TokenError, SyntaxError):
        return None
    quoted, depth, count, out = set(), 0, 0, []
    inside = {}  # (line, column) behind a bracket or a comma inside of brackets
    for t in found:
        if t.type == tokenize.STRING:
            quoted.update(range(t.start[0], t.end[0]))
        if t.type != tokenize.OP:
            continue
        depth += (t.string in "([{") - (t.string in ")]}")
        if t.string in "([{," and depth:
            inside.setdefault(t.end[0], []).append(t.end[1])
    noted = {t.start[0] for t in found if t.type == tokenize.COMMENT}
    for number, line in enumerate(text.split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        may_change = line.strip() and not {number, number - 1} & quoted
        if may_change and rng.random() < 0.15:
            count += 1
            out.append(f"{' ' * indent}# own {count}")
        places = inside.get(number, [])
        if may_change and number not in noted and places and rng.random() < 0.2:
            count += 1
            at = rng.choice(places)
            middle = rng.choice(("  # inside {}\n", "\n  # alone {}\n")).format(count)
            line = line[:at] + middle + " " * indent + "  " + line[at:].lstrip()
        elif may_change and number not in noted and rng.random() < 0.2:
            count += 1
            line += f"  # behind {count}"
        out.append(line)
    made = "\n".join(out)
    try:
        compile(made, "made", "exec")
        tokens(made)
    except (SyntaxError, tokenize.TokenError):
        return None
    return made


def scripts():
    """Name -> text."""
    own = sorted((corpus.DATA / "golden").glob("*.py"))
    shared = sorted(VERSIONS.glob("*/*.py"))
    if not shared:
        print("skipped: scripts of TVM's versions (no ../shared/data/versions)")
    chosen = corpus.sample(own, 100, "golden texts")
    chosen += [shared[i * len(shared) // COUNT] for i in range(COUNT)] if shared else []
    texts = {f"{p.parent.name}/{p.name}": p.read_text(encoding="utf-8") for p in chosen}
    return {name: text for name, text in texts.items() if any(word in text for word in WORDS)}


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def check_one(tunip, name, text, width):
    made = run([tunip, "format", "--width", width, "-"], text)
    if made.returncode:
        # a script that no version reads, such as a mistake that a test of TVM expects
        is_syntax = "defect of tunip" not in made.stderr and not run([tunip, "save", "-"],
                                                                     text).stdout
        return None if is_syntax else f"{name}: {made.stderr.strip()}"
    again = run([tunip, "format", "--width", width, "-"], made.stdout)
    if comments(made.stdout) != comments(text):
        return f"{name}: lost comments at width {width}"
    if again.stdout != made.stdout:
        return f"{name}: a second run at width {width} changes the text"
    saved = [run([tunip, "save", "-"], one).stdout for one in (text, made.stdout)]
    return None if saved[0] == saved[1] else f"{name}: other IR at width {width}"


def check_comments(tunip, seed):
    rng, failures, done = random.Random(seed), [], 0
    for name, text in scripts().items():
        made = decorate(text, rng)
        if made is None:
            continue
        failure = check_one(tunip, name, made, rng.choice(WIDTHS))
        failures += [failure] if failure else []
        done += 1
    print(f"{done} scripts with comments")
    return failures if done else ["no script was checked"]


def has_odd_quotes(text):
    return '\\"' in text or "\\'" in text


def check_black(tunip):
    black = shutil.which("black")
    if not black:
        print("skipped: comparing with Black (not installed)")
        return []
    failures, others, done = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for path in corpus.sample(corpus.own_objects(), 40, "objects laid out by Black"):
            text = run([tunip, "print", str(path)])
            if text.returncode or has_odd_quotes(text.stdout) or path.stem.startswith("repr."):
                continue  # a repr such as "ConstIntBound[0,pos_inf]" is no script: it stays
            file = pathlib.Path(folder) / f"{path.stem}.py"
            file.write_text(text.stdout, encoding="utf-8")
            files.append((path, file))
        run([black, "--quiet", "--line-length", "88", *(str(file) for _, file in files)])
        for path, file in files:
            before = run([tunip, "print", str(path)]).stdout
            expected = file.read_text(encoding="utf-8")
            made = run([tunip, "print", "--width", "88", str(path)]).stdout
            try:
                compile(before, "text", "exec")
            except SyntaxError:
                continue  # Black cannot read it
            done += 1
            if made.strip() != expected.strip():
                others.append(path.stem)
    print(f"{done} texts as Black lays them out, {len(others)} otherwise")
    if len(others) > OTHER:
        failures.append(f"other than Black: {' '.join(others)}")
    return failures


def main():
    tunip = sys.argv[1]
    seed = int(sys.argv[3]) if sys.argv[2:3] == ["--seed"] else 1
    failures = check_comments(tunip, seed) + check_black(tunip)
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
