"""Text files that are read anew whenever they are gone through, so that none is held whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from prism.files.source import Source, read_source
from prism.records.digest import digest_of_parts
from prism.records.report import Notice

__all__ = ["TextFile", "open_text"]

_PART = 2**16  # characters


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text by name and content.

    ``digest`` is that of its whole text. ``held`` is the text where it cannot be read a second
    time or not line by line: standard input, a pipe, another encoding than UTF-8.
    """

    name: str
    digest: str
    held: Source | None = None

    @classmethod
    def of(cls, source: Source) -> Self:
        """Return a text that is held."""
        return cls(source.name, digest_of_parts([source.text]), source)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What a user should know of how it was read."""
        return self.held.notices if self.held is not None else ()

    def whole(self) -> Source:
        """Return the text in one piece.

        Raises
        ------
        UnreadableFile
            It is larger than a text that is held may be.
        """
        return read_source(self.name) if self.held is None else self.held

    def lines(self) -> Iterator[str]:
        """Yield its lines without their ends; one at a time is held."""
        if self.held is not None:
            yield from self.held.text.split("\n")
            return
        with Path(self.name).open(encoding="utf-8-sig") as file:
            for line in file:
                yield line.removesuffix("\n")


def open_text(name: str) -> TextFile:
    """Return the file ``name``, or standard input for ``-``, read once to see that it is text.

    Raises
    ------
    UnreadableFile
        As :func:`prism.files.source.read_source` says it.
    """
    try:
        found = digest_of_parts(_parts(Path(name))) if Path(name).is_file() else None
    except (OSError, ValueError):
        found = None
    # What is amiss is for the reader of whole texts to tell, or to read all the same.
    return TextFile.of(read_source(name)) if found is None else TextFile(name, found)


def _parts(path: Path) -> Iterator[str]:
    """Yield the text a part at a time; ValueError where it is empty or no plain UTF-8."""
    blank = True
    with path.open(encoding="utf-8-sig") as file:
        while part := file.read(_PART):
            if "\x00" in part:
                raise ValueError("not text")
            blank = blank and not part.strip()
            yield part
    if blank:
        raise ValueError("empty")
