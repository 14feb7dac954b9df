"""Keeps spaCy's command line out of the way until somebody uses it.

``import spacy`` imports ``spacy.cli``, which is nearly half of spaCy's import time and is never
needed for parsing. A stand-in takes its place; the first use of it loads the real module, so that
``spacy.cli`` and ``spacy.info`` behave as ever for whoever shares the process with prism.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__all__ = ["defer_spacy_cli"]

_LEAF = "spacy.cli.info"
_NAMES = ("spacy.cli", _LEAF)


class _Later(ModuleType):
    """Becomes the real module at the first attribute that it does not have."""

    def __getattr__(self, name: str) -> Any:
        if name == "__path__" and self.__name__ == _LEAF:  # asked of every module, package or not
            raise AttributeError(name)
        return getattr(_real(self.__name__), name)


def defer_spacy_cli() -> None:
    """Put the stand-in where ``import spacy`` looks; nothing is done if spaCy is loaded already."""
    if "spacy" in sys.modules:
        return
    for name in _NAMES:
        sys.modules[name] = _Later(name)
    # ``import spacy`` takes this one name; taking it must not load the rest.
    sys.modules[_LEAF].__dict__["info"] = _info


def _info(*args: Any, **options: Any) -> Any:
    return _real(_LEAF).info(*args, **options)


def _real(name: str) -> Any:
    for standing_in in _NAMES:
        if isinstance(sys.modules.get(standing_in), _Later):
            del sys.modules[standing_in]
    return import_module(name)
