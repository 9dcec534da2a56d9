"""What a command writes to a terminal."""

import os
import pty
import subprocess
import threading

END = b"\0end\0"  # the commands of the tests never write this


def shown(words, env, standard_input=None, keys=None):
    """What the command and its children write to a terminal, and the exit status. `keys` are a
    number of seconds and what is typed after them.

    The terminal does not control the command: at the end of the process that it controls, Linux
    throws away what the terminal has not yet passed on. And this process keeps the terminal open
    until it has read a mark that it writes after the end of the command."""
    terminal, other_end = pty.openpty()
    with subprocess.Popen(words, env=env, stdout=other_end, stderr=other_end,
                          stdin=other_end if standard_input is None else standard_input,
                          start_new_session=True) as run:
        def finish():
            run.wait()
            os.write(other_end, END)

        finisher = threading.Thread(target=finish)
        finisher.start()
        if keys:
            threading.Event().wait(keys[0])
            os.write(terminal, keys[1])
        found = b""
        while END not in found:
            found += os.read(terminal, 4096)
        finisher.join()
    os.close(other_end)
    os.close(terminal)
    return found.split(END)[0].replace(b"\r\n", b"\n"), run.returncode
