"""Says why this Python cannot load the extension."""

from __future__ import annotations

import contextlib
import sysconfig
from typing import Iterator


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """A free-threaded Python has no stable ABI, for which the extension is built, and looks for a
    file of another name."""
    try:
        yield
    except ImportError as error:
        if not sysconfig.get_config_var("Py_GIL_DISABLED"):
            raise
        raise ImportError("tunip needs a Python with the GIL: this one is free-threaded, which has "
                          "no stable ABI") from error
