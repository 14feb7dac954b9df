"""Finds the data folders that ship with prism: ``graphs``, ``prompts``, ``schemas``.

A wheel carries them under ``prism/_data``; a checkout has them beside ``pyproject.toml``.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from prism.errors import Unavailable

__all__ = ["folder"]


def folder(name: str) -> Traversable:
    """Return the packaged folder ``name``.

    Raises
    ------
    Unavailable
        Neither the installed package nor a checkout holds it: the installation is broken.

    >>> folder("schemas").name
    'schemas'
    """
    packaged = files("prism") / "_data" / name
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    raise Unavailable(f"the packaged folder {name!r} is missing", mend="reinstall prism-causal")
