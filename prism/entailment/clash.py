"""A place where a text says something that excludes a claim."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Clash", "ClashKind"]

ClashKind = Literal[
    "negation",
    "antonym",
    "number",
    "name",
    "sibling",
    "swap",
    "value",
    "place",
    "exchange",
    "displaced",
]


@dataclass(frozen=True, slots=True)
class Clash:
    """A place where the text says something that excludes the claim; token places on both sides."""

    kind: ClashKind
    claim: tuple[int, ...]
    text: tuple[int, ...]
