"""The frame that reports of every kind share in the terminal."""

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

__all__ = ["NARROW", "section"]

NARROW = 76  # columns below which a table drops what is not needed


def section(title: str) -> RenderableType:
    """Return a blank line and the title of a section on a rule."""
    return Group(Text(), Rule(Text(title, style="bold"), align="left", style="dim", characters="─"))
