"""Text of our own, of any length, for timing."""

from pathlib import Path

__all__ = ["words"]

_DEMO = Path(__file__).parent / "demo"


def words(count: int) -> str:
    """Return ``count`` words of the demo responses, repeated as often as it takes."""
    text = "\n\n".join(p.read_text() for p in sorted(_DEMO.glob("*/*.txt")))
    pieces = text.split(" ")
    while len(pieces) < count:
        pieces += ["\n\n", *text.split(" ")]
    return " ".join(pieces[:count])
