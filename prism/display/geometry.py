"""The shapes a drawing is made of, and how much room text takes. All numbers are pixels."""

from dataclasses import dataclass

from prism.display.plain import one_line, wrapped
from prism.graph import Unit

__all__ = [
    "BOX_WIDTH",
    "COLUMN_GAP",
    "FRAME",
    "LINE_HEIGHT",
    "PORT",
    "ROW_GAP",
    "STUB",
    "Box",
    "Frame",
    "Line",
    "Point",
    "box_height",
    "direct",
    "gist_of",
    "lines_of",
    "text_width",
]

BOX_WIDTH = 204.0
COLUMN_GAP = 112.0
ROW_GAP = 20.0
FRAME = 10.0  # between the units of a cycle and the outline around them
STUB = 84.0  # level end of a line before its arrow head, over which its label stands
PORT = 15.0  # least distance between two lines at one side of a box
LINE_HEIGHT = 18.0
_FONT = 13.0
_TEXT_WIDTH = BOX_WIDTH - 24.0
_MAX_LINES = 9
_GIST_SCALE = 1.75  # how much larger the gist of a unit is written than its text
_BULGE = 40.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A unit: its rectangle and its wrapped text."""

    x: float
    y: float
    height: float
    lines: tuple[str, ...]
    width: float = BOX_WIDTH

    @property
    def right(self) -> float:
        """Return where it ends on the right."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return where it ends below."""
        return self.y + self.height

    @property
    def middle(self) -> float:
        """Return the height of its middle."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Frame:
    """The dashed outline around the units of one causal cycle."""

    x: float
    y: float
    height: float
    width: float = BOX_WIDTH + 2 * FRAME


@dataclass(frozen=True, slots=True)
class Line:
    """An edge: points that it leaves and enters level, or one arc that bulges to a side."""

    points: tuple[Point, ...]
    bulge: float = 0.0


def lines_of(unit: Unit) -> tuple[str, ...]:
    """Return the text of ``unit`` as lines that fit a box, cut short after nine of them.

    >>> lines_of(Unit("u1", "the dam overflowed"))
    ('the dam overflowed',)
    """
    lines = wrapped(one_line(unit.text) or "(empty)", _TEXT_WIDTH, text_width)
    if len(lines) > _MAX_LINES:
        lines = [*lines[: _MAX_LINES - 1], lines[_MAX_LINES - 1][:-2] + "…"]
    return tuple(lines)


def gist_of(unit: Unit) -> tuple[str, ...]:
    """Return the first words of ``unit`` as at most two lines of large letters, for a far view.

    >>> gist_of(Unit("u1", "the dam overflowed and the mill stood still"))
    ('the dam', 'overflowed and…')
    """
    first, *more = wrapped(one_line(unit.text) or "(empty)", _TEXT_WIDTH / _GIST_SCALE, text_width)
    return (first, f"{more[0]}…" if more[1:] else more[0]) if more else (first,)


def box_height(lines: tuple[str, ...], ports: int = 0) -> float:
    """Return the height of a box with a caption, ``lines`` and ``ports`` lines at one side."""
    return max(37.0 + len(lines) * LINE_HEIGHT, ports * PORT + 8)


def text_width(text: str) -> float:
    """Estimate the width of ``text``, on the wide side of common sans-serif fonts.

    >>> text_width("ill") < text_width("WWW")
    True
    """
    return sum(map(_character_width, text)) * _FONT


def direct(one: Box, other: Box) -> Line:
    """Join two boxes by the sides that face each other, or by an arc where none do."""
    if one == other:
        return Line(((one.right, one.middle - 10), (one.right, one.middle + 10)), _BULGE)
    if one.right < other.x:
        return Line(((one.right, one.middle), (other.x, other.middle)))
    if other.right < one.x:
        return Line(((one.x, one.middle), (other.right, other.middle)))
    if one.y < other.y:
        return Line(((one.right, one.middle + 8), (other.right, other.middle - 8)), _BULGE)
    return Line(((one.x, one.middle - 8), (other.x, other.middle + 8)), -_BULGE)


def _character_width(character: str) -> float:
    if character in "iljtfr.,:;'|!()[]I ":
        return 0.35
    if character in "mwMWÆŒ@%&—…":
        return 0.98
    if ord(character) >= 0x1100:
        return 1.1
    return 0.69 if character.isupper() else 0.56
