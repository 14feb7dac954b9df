"""Turns the bytes of a file into text, or says in one line why it cannot."""

import os
import re
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from charset_normalizer import from_bytes

from prism.errors import UnreadableFile
from prism.files.foreign import foreign_bytes
from prism.records.report import Notice
from prism.store.sqlite import MAGIC

__all__ = ["LIMIT", "Source", "clean", "read_source", "write_atomically"]

LIMIT = 128 * 1024 * 1024  # bytes; the largest published result file is 16 MB
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Source:
    """A text and where it came from; ``name`` is ``-`` for standard input."""

    name: str
    text: str
    notices: tuple[Notice, ...] = ()


def read_source(name: str, *, limit: int = LIMIT) -> Source:
    """Read the file ``name``, or standard input for ``-``.

    UTF-8 is expected; a byte order mark is honoured, another encoding is detected and reported as
    a notice. Line ends become line feeds.

    Raises
    ------
    UnreadableFile
        Missing, a directory, not allowed, empty, larger than ``limit`` bytes, or binary.
    """
    raw = _read(name, limit)
    if not raw.strip():
        what = "standard input is empty" if name == "-" else "the file is empty"
        raise UnreadableFile(what, where=name, mend="give a text to read")
    text, encoding = _decode(raw, name)
    notices = []
    if encoding is not None:
        notices.append(
            Notice(code="encoding", message=f"{name} is not UTF-8; it was read as {encoding}")
        )
    return Source(name, clean(text), tuple(notices))


def clean(text: str) -> str:
    r"""Return ``text`` with line feeds and without lone surrogates, which no file can hold.

    >>> clean("a\r\nb\ud800")
    'a\nb\ufffd'
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    if _SURROGATE.search(plain) is None:
        return plain
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write ``content`` to ``path`` whole or not at all: a reader sees the old file or the new one.

    What is no file, such as a pipe or a device, is never replaced: it is written to.

    Raises
    ------
    UnreadableFile
        The folder is missing, may not be written to or is full, or ``path`` is a directory.
    """
    raw = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(raw)
        else:
            _replace(path, raw)
    except (OSError, ValueError) as exc:
        reason = getattr(exc, "strerror", None) or "not a path"
        raise UnreadableFile(
            f"cannot write here: {reason}", where=str(path), mend="name another file"
        ) from exc


def _replace(path: Path, raw: bytes) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(raw)
            out.flush()
            os.fsync(out.fileno())
        Path(draft).chmod(_mode(path))
        Path(draft).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those of a new file."""
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _read(name: str, limit: int) -> bytes:
    if name == "-":
        raw = sys.stdin.buffer.read(limit + 1) if sys.stdin else b""
    else:
        path = Path(name)
        try:
            if path.is_dir():
                raise UnreadableFile("this is a directory", where=name, mend="name a file in it")
            with path.open("rb") as file:
                raw = file.read(limit + 1)
        except FileNotFoundError as exc:
            a_text = len(name.split()) > 2
            mend = "a text itself goes through a pipe, to '-'" if a_text else "check the path"
            raise UnreadableFile("no such file", where=name, mend=mend) from exc
        except (OSError, ValueError) as exc:
            reason = getattr(exc, "strerror", None) or "not a path"
            raise UnreadableFile(f"cannot be read: {reason}", where=name) from exc
    if len(raw) > limit:
        raise UnreadableFile(
            f"the file is larger than {limit // 2**20} MB", where=name, mend="split it"
        )
    return raw


def _decode(raw: bytes, name: str) -> tuple[str, str | None]:
    """Return the text, and the encoding where it was detected rather than declared or UTF-8."""
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            try:
                return raw.decode(encoding), None
            except UnicodeDecodeError:
                break
    if raw.startswith(MAGIC):
        raise UnreadableFile(
            "this is a SQLite file, such as a run, and no text",
            where=name,
            mend="'prism report' reads a run; 'prism validate' says what a file is",
        )
    if (foreign := foreign_bytes(raw)) is not None:
        raise UnreadableFile(f"this is {foreign.what}, and no text", where=name, mend=foreign.mend)
    if b"\x00" in raw:
        raise _binary(name)
    try:
        return raw.decode("utf-8"), None
    except UnicodeDecodeError:
        best = from_bytes(raw[: 2**20]).best()
    if best is None:
        raise _binary(name)
    return raw.decode(best.encoding, "replace"), best.encoding


def _binary(name: str) -> UnreadableFile:
    return UnreadableFile(
        "this is not text: it holds NUL or undecodable bytes",
        where=name,
        mend="give plain text in UTF-8",
    )
