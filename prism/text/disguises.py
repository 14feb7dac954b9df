r"""Views of a text with its disguises undone: what a model may read where a filter reads noise.

A view is plain lower-case text in which every character knows the stretch of the source it stands
for, so that a sign found in a view can be shown in the text as it stands. The first view is the
text itself without hidden characters, accents and look-alike letters; the others decode what is
encoded in it (URL and HTML escapes, ``\u`` escapes, hex, bits, character codes, base64, ROT13),
put quoted pieces and letter-wise spelled words together, or read it backwards.
"""

import base64
import codecs
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Final
from urllib.parse import unquote

__all__ = ["Letters", "View", "plain", "squeezed", "views"]

DEPTH = 2  # encodings within encodings that are undone

_ANSI: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])")
_SPACED: Final = re.compile(
    r"(?<![^\W_])[^\W\d_](?:([ .\-_*|/·])[^\W\d_])(?:\1[^\W\d_]){2,}(?![^\W_])"
)
_BLANK: Final = frozenset("\u2800\u3164\u115f\u1160\uffa0")
_TAGS: Final = range(0xE0020, 0xE007F)
# Letters of other scripts that are drawn like Latin ones; those that Unicode's own names tell
# (small capitals, script and dotless letters, squared ones) are found by name.
_ALIKE: Final = str.maketrans(
    "асеорхуіјѕԁԛԝһӏкмтнвгпиꙇαοερυικνητχωγβσϲϳᎠᎪᎬᏀᎻᎥᎫᏞᎷᏢᎡᏚᎢᏙᎳᏃᏟᎾℓᴦꭰꭺꭼꮐꮋꭵꭻꮮꮇꮲꭱꮪꭲꮩꮃꮓꮯ",
    "aceopxyijsdqwhlkmthbrnuiaoepuiknntxwybocjdaeghijlmprstvwzcolrdaeghijlmprstvwzc",
)
_QUOTES: Final = {"’": "'", "‘": "'", "′": "'", "“": '"', "”": '"', "″": '"', "„": '"'}
_NAMED: Final = re.compile(
    r"(?:LATIN|REGIONAL|NEGATIVE|MODIFIER).*LETTER (?:SMALL |CAPITAL |SCRIPT |DOTLESS |REVERSED |"
    r"TURNED )*([A-Z])(?: WITH .*)?$"
)


@dataclass(frozen=True, slots=True)
class View:
    """Plain text, and for each of its characters where in the source it starts and ends."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch of the source that the characters from ``start`` to ``end`` show."""
        return min(self.starts[start:end]), max(self.ends[start:end])


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    """Return ``character`` in lower case, without accents, drawn in the letters it imitates."""
    if character in _QUOTES:
        return _QUOTES[character]
    if ord(character) in _TAGS:
        return chr(ord(character) - 0xE0000).lower()
    if character in _BLANK or (character != "\n" and character.isspace()):
        return " "
    parts = unicodedata.normalize("NFKD", character).lower()
    kept = "".join(p for p in parts if unicodedata.category(p) not in ("Cf", "Mn", "Me"))
    if len(kept) == 1 and not kept.isascii():
        named = _NAMED.match(unicodedata.name(kept, ""))
        return named[1].lower() if named else kept
    return kept


def plain(source: View) -> Iterator[View]:
    """Yield ``source`` with its disguises undone; twice if letters of other scripts are in it.

    The second view reads Cyrillic, Greek and Cherokee letters as the Latin ones they resemble.
    """
    text = source.text
    dropped = {place for match in _ANSI.finditer(text) for place in range(*match.span())}
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if place in dropped:
            continue
        folded = character.lower() if " " <= character < "\x7f" else _folded(character)
        characters += folded
        places += [place] * len(folded)
    view = _part(source, places, "".join(characters))
    yield view
    if not view.text.isascii() and (alike := view.text.translate(_ALIKE)) != view.text:
        yield View(alike, view.starts, view.ends)


def views(text: str) -> Iterator[View]:
    """Yield every view of ``text`` in which whole sentences can be read; see the module.

    >>> [view.text for view in views("Ig\u200bn%6Fre it")]
    ['ign%6fre it', 'ignore it']
    """
    yield from _views(View(text, range(len(text)), range(1, len(text) + 1)), DEPTH)


def _views(source: View, depth: int) -> Iterator[View]:
    for view in plain(source):
        yield view
        for read in (_spelled, _quoted, _backward, _rotated, _addressed, _chopped):
            inner = read(view)
            if inner is not None:
                yield inner
    for told in _decoded(source) if depth else ():
        yield from _views(told, depth - 1)


@dataclass(frozen=True, slots=True)
class Letters(View):
    """The letters of another view alone; ``places`` are where they stand in it."""

    places: Sequence[int]


def squeezed(view: View) -> Letters:
    """Return the letters of ``view`` alone, digits read as the letters they are drawn like.

    >>> squeezed(View("1g-n0re it", range(10), range(1, 11))).text
    'ignoreit'
    """
    places = [
        p for p, character in enumerate(view.text) if character.isalpha() or character in _LEET
    ]
    found = _part(view, places)
    text = "".join(_LEET.get(character, character) for character in found.text)
    return Letters(text, found.starts, found.ends, places)


_LEET: Final = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}


def _part(view: View, places: Sequence[int], text: str = "") -> View:
    return View(
        text or "".join(view.text[place] for place in places),
        [view.starts[place] for place in places],
        [view.ends[place] for place in places],
    )


def _spelled(view: View) -> View | None:
    """Put together words that are spelled letter by letter: ``i g n o r e``, ``i.g.n.o.r.e``."""
    dropped = {
        place
        for match in _SPACED.finditer(view.text)
        for place in range(*match.span())
        if view.text[place] == match[1]
    }
    if not dropped:
        return None
    return _part(view, [place for place in range(len(view.text)) if place not in dropped])


_QUOTE: Final = re.compile(r"\"([^\"\n]{1,200})\"|(?<!\w)'([^'\n]{1,200})'(?!\w)")


def _quoted(view: View) -> View | None:
    """Put what stands in quotes one after the other, as "take 'ignore', then 'the rules'" asks."""
    places: list[int] = []
    text: list[str] = []
    last = 0
    for match in _QUOTE.finditer(view.text):
        start, end = match.span(1) if match[1] is not None else match.span(2)
        gap = ". " if places and start - last > 80 else " "
        for mark in gap if places else "":
            places.append(start)
            text.append(mark)
        places += range(start, end)
        text.append(view.text[start:end])
        last = end
    return _part(view, places, "".join(text)) if places else None


_REVERSED: Final = re.compile("erongi|dragersid|snoitcurts|cirbur|tcidrev|skram|erocs|mumixam")


def _backward(view: View) -> View | None:
    if not _REVERSED.search(view.text):
        return None
    return _part(view, range(len(view.text) - 1, -1, -1))


_TURNED: Final = re.compile(
    r"\b(?:vtaber|qvfertneq|sbetrg|vafgehpgvbaf?|ehoevp|pevgrevn|pevgrevba|fpber|ireqvpg|tenqr"
    r"|znexf?|nafjre|erfcbafr)\b"
)


def _rotated(view: View) -> View | None:
    """Undo ROT13 where two words are of its tell-tale ones."""
    if len(_TURNED.findall(view.text)) < 2:
        return None
    return View(codecs.encode(view.text, "rot13"), view.starts, view.ends)


_ADDRESS: Final = re.compile(r"https?://\S+|\b\w+(?:_\w+){2,}")
_SEPARATORS: Final = str.maketrans("+_-/=&?%#", "   ;;;;;;")


def _addressed(view: View) -> View | None:
    """Read the words within addresses and names_like_this."""
    places: list[int] = []
    text: list[str] = []
    for match in _ADDRESS.finditer(view.text):
        places += range(*match.span())
        text.append(match[0].translate(_SEPARATORS))
        places.append(match.end() - 1)
        text.append("\n")
    return _part(view, places, "".join(text)) if places else None


_CHOPPED: Final = re.compile(r"(?<!\w)\w+(?:[.!,;|/]\s*\w+){3,}")
_STOPS: Final = str.maketrans(".!,;|/", "      ")


def _chopped(view: View) -> View | None:
    """Read ``Ignore. Everything. Above.`` as one sentence."""
    text, found = view.text, False
    pieces: list[str] = []
    last = 0
    for match in _CHOPPED.finditer(text):
        found = True
        pieces += [text[last : match.start()], match[0].translate(_STOPS)]
        last = match.end()
    if not found:
        return None
    return View("".join([*pieces, text[last:]]), view.starts, view.ends)


_ESCAPE: Final = re.compile(
    r"(?:%[0-9a-f]{2})+|&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,8});"
    r"|\\u\{[0-9a-f]{1,5}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}",
    re.IGNORECASE,
)


def _unescaped(source: View) -> View | None:
    """Undo the escapes of addresses, HTML and program code, in their place."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last = 0
    for match in _ESCAPE.finditer(source.text):
        told = _character(match[0])
        start, end = match.span()
        pieces += [source.text[last:start], told]
        starts += [*source.starts[last:start], *[source.starts[start]] * len(told)]
        ends += [*source.ends[last:start], *[source.ends[end - 1]] * len(told)]
        last = end
    if not last:
        return None
    pieces.append(source.text[last:])
    return View("".join(pieces), [*starts, *source.starts[last:]], [*ends, *source.ends[last:]])


def _character(escape: str) -> str:
    if escape[0] == "%":
        return unquote(escape, errors="ignore")
    if escape[0] == "&":
        return unescape(escape)
    return chr(int(escape[2:].strip("{}"), 16))


def _from_hex(run: str) -> str:
    return bytes.fromhex(re.sub(r"(?:0x|\\x|[\s,:])+", "", run)).decode()


def _from_bits(run: str) -> str:
    return bytes(int(bits, 2) for bits in re.findall("[01]{8}", run)).decode()


def _from_codes(run: str) -> str:
    return bytes(int(code) for code in re.findall(r"\d+", run)).decode()


def _from_base64(run: str) -> str:
    run = re.sub(r"\s", "", run).translate(str.maketrans("-_", "+/")).rstrip("=")
    return base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode()


def _from_base32(run: str) -> str:
    return base64.b32decode(run + "=" * (-len(run) % 8)).decode()


_CODINGS: Final[tuple[tuple[re.Pattern[str], Callable[[str], str]], ...]] = (
    (re.compile(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:]{0,2}){8,}"), _from_hex),
    (re.compile(r"(?:[01]{8}\s?){6,}"), _from_bits),
    (re.compile(r"(?:\b\d{2,3}\b[\s,]{1,2}){7,}\d{2,3}\b"), _from_codes),
    (
        re.compile(r"(?<![\w+/])[A-Za-z0-9+/_-]{16,}={0,2}(?:\n[A-Za-z0-9+/_-]{4,}={0,2})*"),
        _from_base64,
    ),
    (re.compile(r"\b[A-Z2-7]{16,}={0,6}"), _from_base32),
)


def _decoded(source: View) -> Iterator[View]:
    """Yield what ``source`` holds in escapes or codes; a coded run is one stretch as a whole."""
    unescaped = _unescaped(source)
    if unescaped is not None:
        yield unescaped
    for pattern, decode in _CODINGS:
        for match in pattern.finditer(source.text):
            try:
                told = decode(match[0])
            except (ValueError, OverflowError):
                continue
            if told.isprintable() or told.isascii():
                words = match[0].rstrip(" \t\n,:")
                start, end = source.span(match.start(), match.start() + len(words))
                yield View(told, [start] * len(told), [end] * len(told))
