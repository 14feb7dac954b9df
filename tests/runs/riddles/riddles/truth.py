"""What a riddle is held against: the causes that would explain it."""

from pydantic import BaseModel, ConfigDict

from prism.records.item import Item

__all__ = ["Riddle", "truth_of"]


class Riddle(BaseModel):
    """The typed ``truth`` of a riddle: words of which the answer must name one as a cause."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    causes: tuple[str, ...]


def truth_of(item: Item) -> Riddle:
    """Return what ``item`` is held against."""
    return Riddle.model_validate(item.truth)
