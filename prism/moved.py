"""Names that stood elsewhere in 0.1.0: found for one release, with a warning that says where."""

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["moved"]


def moved(module: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of an old ``module``; ``homes`` lists the names in each new one.

    What it finds is the very object that stands in the new place, so old and new imports mix.
    """
    now = {name: home for home, names in homes.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in now:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        told = f"{module}.{name} is now {now[name]}.{name}; the old name goes with 0.3.0"
        warnings.warn(told, DeprecationWarning, stacklevel=2)
        return getattr(import_module(now[name]), name)

    return find
