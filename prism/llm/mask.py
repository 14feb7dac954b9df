"""Hides the key in whatever a server says: whole, cut, in other case, hyphenated or encoded."""

import base64
import re
from collections.abc import Iterator
from typing import Final, TypeVar, cast

__all__ = ["KEY", "Mask"]

KEY: Final = "[key]"
_CUT: Final = 4  # characters that may be missing at either end
_SHORT, _LONG = 8, 16  # letters and digits in a row that give a key away
_PLACEHOLDER: Final = 20  # a key of fewer letters, all of one case, is a word and no secret
_ESCAPED: Final = re.compile(r"\\+u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})|\\+[nrtbf]")
_FILLER: Final = re.compile(r"[^A-Za-z0-9]+")
T = TypeVar("T")


class Mask:
    """Replaces each of ``keys`` by ``[key]``.

    Letters and digits are compared, in any case and whatever stands between them; a piece gives
    the key away from 16 in a row on, or from all but four at either end of a shorter key. A
    placeholder, such as a server without keys is given, is replaced where it stands whole, and
    not at all where it is a mere word (``EMPTY``).

    >>> mask = Mask("sk-Ab3dEf6hIj9kLm2n")
    >>> mask("Bearer sk-Ab3dEf6hIj9kLm2n, or SK AB3D EF6H IJ9K LM?")
    'Bearer [key], or [key]?'
    """

    def __init__(self, *keys: str) -> None:
        self._masks = [_One(key) for key in keys]

    def __call__(self, text: str) -> str:
        """Return ``text`` without the keys."""
        for mask in self._masks:
            text = mask(text)
        return text

    def within(self, value: T) -> T:
        """Return a JSON value of which every string is masked."""
        return cast(T, self._within(value))

    def _within(self, value: object) -> object:
        if isinstance(value, str):
            return self(value)
        if isinstance(value, list):
            return [self._within(entry) for entry in value]
        if isinstance(value, dict):
            return {name: self._within(entry) for name, entry in value.items()}
        return value


class _One:
    """Replaces one key."""

    def __init__(self, key: str) -> None:
        core = _flat(key)
        word = core.isalpha() and len(core) < _PLACEHOLDER and key in (key.lower(), key.upper())
        self._whole: re.Pattern[str] | None = None
        self._pieces: dict[str, int] = {}  # pieces of the key, and where in it they stand
        if core and (word or len(core) < _SHORT):
            if not core.isalpha() or len(core) >= _SHORT:
                bounded = rf"(?<![A-Za-z0-9]){re.escape(key)}(?![A-Za-z0-9])"
                self._whole = re.compile(bounded, re.IGNORECASE)
            return
        for offset, form in enumerate(_forms(key)):
            size = max(_SHORT, min(_LONG, len(form) - 2 * _CUT))
            for start in range(len(form) - size + 1):
                self._pieces[form[start : start + size]] = 10**6 * offset + start

    def __call__(self, text: str) -> str:
        """Return ``text`` without the key."""
        if self._whole is not None:
            return self._whole.sub(KEY, text)
        if not self._pieces:
            return text
        flat = _flat(text)
        if not any(piece in flat for piece in self._pieces):
            return text
        return self._hidden(text)

    def _hidden(self, text: str) -> str:
        found = [(c, span) for c, span in _placed(text) if c]
        flat = "".join(c for c, _ in found)
        place: dict[int, int] = {}  # of the characters of the key: where in the key each stands
        for piece, start in self._pieces.items():
            at = flat.find(piece)
            while at != -1:
                place.update((at + i, start + i) for i in range(len(piece)))
                at = flat.find(piece, at + 1)
        parts, end, last = [], 0, -2
        for i in sorted(place):
            (first, stop) = found[i][1]
            if i != last + 1 or place[i] != place[last] + 1:
                parts += [text[end:first], KEY]
            end, last = stop, i
        return "".join([*parts, text[end:]])


def _forms(key: str) -> list[str]:
    """Return the letters and digits of ``key`` as it stands, in base64 at any place, and in hex."""
    raw = key.encode("utf-8", "replace")
    coded = []
    for before in range(3):  # bytes in front of it: where it begins within a group of three
        whole = base64.b64encode(bytes(before) + raw).decode()
        coded.append(whole[(0, 2, 3)[before] : (before + len(raw)) * 8 // 6])
    return [_flat(form) for form in (key, *coded, raw.hex())]


def _flat(text: str) -> str:
    """Return the letters and digits of ``text`` in lower case, escapes resolved."""
    if "\\" in text or "%" in text:
        text = _ESCAPED.sub(_unescaped, text)
    return _FILLER.sub("", text).lower()


def _placed(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield every letter and digit of :func:`_flat` with the characters it stands for."""
    place = 0
    for match in _ESCAPED.finditer(text):
        yield from _letters(text, place, match.start())
        yield _FILLER.sub("", _unescaped(match)).lower(), match.span()
        place = match.end()
    yield from _letters(text, place, len(text))


def _letters(text: str, start: int, stop: int) -> Iterator[tuple[str, tuple[int, int]]]:
    for i in range(start, stop):
        if text[i].isascii() and text[i].isalnum():
            yield text[i].lower(), (i, i + 1)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else " "
