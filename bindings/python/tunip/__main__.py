"""The command: `python -m tunip` and the script `tunip` start the program in the package."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import NoReturn

PROGRAM = pathlib.Path(__file__).resolve().parent / "bin" / "tunip"


def program() -> str:
    """The file name of the command. Raises FileNotFoundError if the package has none."""
    if not PROGRAM.exists():
        raise FileNotFoundError(f"this installation of tunip has no command: {PROGRAM}")
    if not os.access(PROGRAM, os.X_OK):     # unpacked by a program that does not keep modes
        for one in PROGRAM.parent.iterdir():
            one.chmod(0o755)
    return str(PROGRAM)


def run(*arguments: str | os.PathLike[str], input: str | None = None) -> str:
    """What the command writes; raises RuntimeError with its messages if it fails."""
    done = subprocess.run([program(), *map(os.fspath, arguments)], input=input, text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"tunip: exit status {done.returncode}")
    return done.stdout


def main() -> NoReturn:
    """Becomes the command."""
    try:
        command = program()
    except FileNotFoundError as error:
        sys.exit(f"tunip: {error}")
    os.execv(command, ["tunip", *sys.argv[1:]])


if __name__ == "__main__":
    main()
