"""The functions of a module, as `module.functions` has them."""

from __future__ import annotations

from typing import Any

from ._errors import meant


class Functions(dict):
    """A dict of global variables and functions. It also finds a function by its name."""

    __slots__ = ()

    def _named(self, name: object) -> Any:
        return next((key for key in self if key.name_hint == name), None) \
            if isinstance(name, str) else None

    def __missing__(self, name: object) -> Any:
        key = self._named(name)
        if key is None:
            names = [one.name_hint for one in self]
            raise KeyError(f"no function is called {name!r}{meant(name, names)}")
        return self[key]

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or self._named(name) is not None

    def get(self, name: Any, default: Any = None) -> Any:
        """The function with this name or global variable, or `default`."""
        return self[name] if name in self else default
