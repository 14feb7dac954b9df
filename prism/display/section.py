"""The frame that reports of every kind share in the terminal."""

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from prism.display.plain import one_line, wrapped

__all__ = ["NARROW", "section", "signed"]

NARROW = 76  # columns below which a table drops what is not needed


def section(title: str) -> RenderableType:
    """Return a blank line and the title of a section on a rule."""
    return Group(Text(), Rule(Text(title, style="bold"), align="left", style="dim", characters="─"))


def signed(signature: str, width: int) -> RenderableType:
    """Return a signature, broken between its fields where the screen is narrower than it.

    >>> print(signed("prism=1|judge=local", 12))
    prism=1|
    judge=local
    """
    lines = wrapped(one_line(signature).replace("|", "| "), width)
    return Text("\n".join(line.replace("| ", "|") for line in lines), style="dim")
