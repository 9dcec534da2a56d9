"""Scripts read as TVM reads them: `tunip save --fold`.

read/NAME.py is saved and printed; the text must be that of NAME.tvm, which a real TVM v0.23.0
printed. Each reject/NAME.py must be refused at its line that ends in `# refused: TEXT`, and the
message must have TEXT in it.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

TUNIP = sys.argv[1]
HERE = pathlib.Path(__file__).parent


def run(*args):
    return subprocess.run([TUNIP, *map(str, args)], capture_output=True, text=True)


def check_read(path, out):
    saved = run("save", "--fold", path, "-o", out)
    if saved.returncode:
        return saved.stderr
    printed = run("print", out).stdout
    return "" if printed == path.with_suffix(".tvm").read_text() else printed


def check_reject(path, out):
    refused = run("save", "--fold", path, "-o", out)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = re.search(r"# refused: (.*)$", line)
        if not text:
            continue
        start = f"{path}:{number}:"
        if refused.returncode == 2 and any(
            start in said and text[1] in said for said in refused.stderr.splitlines()
        ):
            return ""
        return f"expected line {number}: {text[1]}\n{refused.stderr}"
    return "no line says what is refused"


def main():
    count, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        for name, check in (("read", check_read), ("reject", check_reject)):
            for path in sorted((HERE / name).glob("*.py")):
                count += 1
                problem = check(path, out)
                if problem:
                    failed += 1
                    print(f"{name}/{path.name}:\n{problem}")
    print(f"script_fold: {count - failed} of {count}")
    return failed != 0 or count == 0


sys.exit(main())
