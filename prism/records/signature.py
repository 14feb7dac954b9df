"""How a number came about, in one line."""

from collections.abc import Mapping
from typing import Any

from prism.records.base import Record

__all__ = ["Signature"]


class Signature(Record):
    """How a number came about, in one line of fixed order; printed beside every number.

    Numbers whose signatures differ are not averaged unless the user insists.

    >>> print(Signature(prism="0.1.0", parser="embedded", metrics="whatif:directed", judge="local"))
    prism=0.1.0|parser=embedded|metrics=whatif:directed|prompts=-|judge=local|decoding=-|seed=-
    """

    prism: str
    parser: str
    metrics: str
    prompts: str | None = None
    judge: str | None = None
    decoding: str | None = None
    seed: int | None = None

    def __str__(self) -> str:
        """Return the one-line form."""
        fields: Mapping[str, Any] = self.model_dump()
        return "|".join(f"{name}={'-' if v is None else v}" for name, v in fields.items())
