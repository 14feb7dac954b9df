"""Prompts as plain text: one folder a prompt, ``string.Template`` variables only.

A prompt has up to five parts, each a file: ``system.txt`` (who is asked, and the rules),
``shared.txt`` (the long texts, byte-identical for all probes of one response, so that providers'
prompt caches hit), ``task.txt`` (what is to be judged of them, and how), ``examples.txt`` (worked
examples, switchable) and ``question.txt`` (what changes).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from prism.errors import BadInput, BadRecord, UnreadableFile
from prism.records.digest import digest
from prism.resources import folder

__all__ = ["PARTS", "Prompt", "Prompts"]

PARTS = ("system", "shared", "task", "examples", "question")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The parts of one prompt, '' where a part has no file; ``digest`` identifies its text."""

    name: str
    system: str = ""
    shared: str = ""
    task: str = ""
    examples: str = ""
    question: str = ""

    @property
    def digest(self) -> str:
        """Content hash over all parts."""
        return _digest(tuple(getattr(self, part) for part in PARTS))

    def fill(self, part: str, fields: Mapping[str, str]) -> str:
        """Return ``part`` with its variables replaced in a single pass.

        What is filled in is never read as a template again.

        Raises
        ------
        BadRecord
            The template names a variable that ``fields`` lacks, or has a stray ``$``.

        >>> Prompt("p", question="Does $x hold?").fill("question", {"x": "$y"})
        'Does $y hold?'
        """
        try:
            return Template(getattr(self, part)).substitute(fields)
        except (KeyError, ValueError) as exc:
            raise BadRecord(
                f"the template cannot be filled: {exc}",
                where=f"prompt {self.name}/{part}.txt",
                mend=f"use only ${', $'.join(sorted(fields))}; write $$ for a dollar sign",
            ) from exc


class Prompts:
    """A pack of prompts: the packaged one, with the user's own folder in front of it.

    Parameters
    ----------
    own
        A folder laid out like the packaged one; a prompt found there replaces ours whole. What it
        holds is sent to an endpoint, so nothing in it may lead out of it.

    Raises
    ------
    BadInput
        ``own`` is no folder, or a link in it leads out of it or to nothing.

    >>> Prompts().root.name
    'prompts'
    """

    def __init__(self, own: Path | None = None) -> None:
        if own is not None:
            _check(own)
        self.own = own
        self.root: Traversable = folder("prompts")
        self._read: dict[str, Prompt] = {}

    def get(self, name: str) -> Prompt:
        """Return the prompt ``name``.

        Raises
        ------
        BadInput
            Neither pack has a prompt of that name, or a link in it leads out of the pack.
        """
        if name not in self._read:
            self._read[name] = self._find(name)
        return self._read[name]

    def _find(self, name: str) -> Prompt:
        packs: list[Path | Traversable] = [self.own, self.root] if self.own else [self.root]
        for pack in packs if Path(name).name == name != ".." else ():
            place = pack / name
            if place.is_dir():
                files = {part: place / f"{part}.txt" for part in PARTS}
                for file in files.values():
                    _keep_inside(file, pack)
                return Prompt(name, **{part: _read(file) for part, file in files.items()})
        raise BadInput(f"no prompt named {name!r}", where=str(self.own or self.root))


@lru_cache(maxsize=256)
def _digest(parts: tuple[str, ...]) -> str:
    return digest(list(parts))


def _check(own: Path) -> None:
    """Raise BadInput if ``own`` is no folder, or if anything in it leads out of it."""
    if not own.is_dir():
        raise BadInput("no such folder", where=str(own), mend="give the folder of a prompt pack")
    for place in sorted(own.iterdir()):
        for path in (place, *(place / f"{part}.txt" for part in PARTS)):
            _keep_inside(path, own)


def _keep_inside(path: Path | Traversable, pack: Path | Traversable) -> None:
    """Raise BadInput if ``path`` is, or stands behind, a link out of ``pack`` or to nothing."""
    if not isinstance(path, Path) or not isinstance(pack, Path):
        return  # inside an archive: there are no links
    if path.is_symlink() and not path.exists():
        fault = "a link that leads nowhere"
    elif not path.resolve().is_relative_to(pack.resolve()):
        fault = "a link that leads out of the prompt pack"
    else:
        return
    raise BadInput(fault, where=str(path), mend="put a copy of the file into the pack instead")


def _read(file: Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8") if file.is_file() else ""
    except UnicodeDecodeError as exc:
        what = f"not UTF-8: byte {exc.object[exc.start]:#04x} at {exc.start}"
        raise UnreadableFile(what, where=str(file), mend="save the prompt as UTF-8") from exc
    except OSError as exc:
        raise UnreadableFile(exc.strerror or "cannot be read", where=str(file)) from exc
