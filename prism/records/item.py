"""What a suite hands over: texts by the role they play, and what to hold them against."""

from collections.abc import Sequence
from typing import Any, Literal, Self

from pydantic import Field, JsonValue

from prism.records.base import Record

__all__ = ["Choice", "Claims", "Criterion", "DistractorKind", "Item", "Kind", "Rubric", "Rung"]


# What is asked of an item; which suite scores which kind, the suites themselves say.
Kind = str


Rung = Literal["discovery", "intervention", "counterfactual"]


DistractorKind = Literal["contradictory", "unfounded", "causal_reversal", "irrelevant_fact"]


class Criterion(Record):
    """One criterion of a rubric: what it asks for and what each band of marks looks like.

    ``bands`` maps a range of marks on the 1–10 scale, such as ``"7-8"``, to its description.
    """

    name: str
    description: str = ""
    bands: dict[str, str] = Field(default_factory=dict)


class Rubric(Record):
    """Criteria frozen for one question; a response's mark is the mean over criteria ÷ 10."""

    title: str = ""
    focus: str = ""
    criteria: tuple[Criterion, ...] = ()


class Claims(Record):
    """What an edit must preserve (E1) and what it must revise (E2), one claim an entry."""

    preserve: tuple[str, ...] = ()
    revise: tuple[str, ...] = ()


class Choice(Record):
    """The options of a multiple-choice question; ``answer`` is the index of the right one.

    ``kinds`` names the kind of each distractor where the file labels them, None at the answer.
    ``evidence`` is the span of the context that supports the right option. ``digits`` is the digit
    of the first option where the file says that answers may be digits; None where letters alone
    name options.
    """

    options: tuple[str, ...]
    answer: int | None = None
    rung: Rung | None = None
    kinds: tuple[DistractorKind | None, ...] | None = None
    evidence: str | None = None
    digits: int | None = None

    def reordered(self, order: Sequence[int]) -> Self:
        """Return the same choice with option ``order[i]`` in place ``i``.

        >>> Choice(options=("x", "y", "z"), answer=2).reordered([2, 0, 1]).answer
        0
        """
        answer = None if self.answer is None else list(order).index(self.answer)
        changes: dict[str, Any] = {
            "options": tuple(self.options[place] for place in order),
            "answer": answer,
            "kinds": self.kinds and tuple(self.kinds[place] for place in order),
        }
        return self.model_copy(update=changes)


class Item(Record):
    """What a suite hands over: texts by the role they play, and what to hold them against.

    Roles: ``question, response`` (whatif); ``story, request, response`` (edit);
    ``context, question, response`` (ladder).
    """

    id: str
    kind: Kind
    texts: dict[str, str] = Field(default_factory=dict)
    rubric: Rubric | None = None
    claims: Claims | None = None
    choice: Choice | None = None
    gold: tuple[str, ...] = ()
    truth: dict[str, JsonValue] | None = None
    domain: str | None = None
    meta: dict[str, JsonValue] = Field(default_factory=dict)

    def with_text(self, role: str, text: str) -> Self:
        """Return a copy in which ``text`` plays ``role``."""
        return self.model_copy(update={"texts": {**self.texts, role: text}})
