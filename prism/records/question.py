"""What a probe asks beside its long texts: one model a kind of probe.

A question dumps as just the fields that were set, in the order of its model: what stands in files
and what the digest of a probe rests on.
"""

import warnings
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, Self

from pydantic import ConfigDict, Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from prism.records.base import Record

__all__ = [
    "QUESTIONS",
    "ClaimQuestion",
    "ConnectorQuestion",
    "CriterionQuestion",
    "DistractorQuestion",
    "EdgeQuestion",
    "LetterQuestion",
    "OtherQuestion",
    "OutcomeQuestion",
    "Question",
]


# The words of a unit, and where they stand in the text, where that is known.
Place = tuple[str, int | None, int | None]


class Question(Record):
    """What every question is; a suite of one's own may bring its own as a subclass."""

    @model_serializer(mode="wrap")
    def _as_asked(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {
            name: value for name, value in handler(self).items() if name in self.model_fields_set
        }

    def fields(self) -> dict[str, JsonValue]:
        """Return what is asked, field by field, as plain values.

        >>> LetterQuestion(claims="It rained.").fields(), LetterQuestion().fields()
        ({'claims': 'It rained.'}, {})
        """
        return self.model_dump(mode="json")

    def __getitem__(self, name: str) -> JsonValue:
        """Return one field as release 0.1 had it; read the attribute instead."""
        said = f"probe.question is typed: read probe.question.{name}, or all by .fields()"
        warnings.warn(said, DeprecationWarning, stacklevel=2)
        return self.fields()[name]

    def get(self, name: str, default: JsonValue = None) -> JsonValue:
        """Return one field as release 0.1 had it; read the attribute instead."""
        said = f"probe.question is typed: read probe.question.{name}, or all by .fields()"
        warnings.warn(said, DeprecationWarning, stacklevel=2)
        return self.fields().get(name, default)


class EdgeQuestion(Question):
    """Does ``source`` bring about ``target``, as the ``relation`` says?

    The two are units of the response, in its own words. ``source_start`` … ``target_end`` are the
    offsets at which they stand in it, None where they were not found.
    """

    source: str
    target: str
    relation: str
    source_start: int | None = None
    source_end: int | None = None
    target_start: int | None = None
    target_end: int | None = None

    def between(self, source: Place, target: Place) -> Self:
        """Return the same question of two other units; offsets that are not asked stay so.

        >>> asked = EdgeQuestion(source="a", target="b", relation="CAUSE")
        >>> asked.between(("b", 4, 5), ("a", 0, 1)).fields()
        {'source': 'b', 'target': 'a', 'relation': 'CAUSE'}
        """
        changes = {
            "source": source[0],
            "source_start": source[1],
            "source_end": source[2],
            "target": target[0],
            "target_start": target[1],
            "target_end": target[2],
        }
        asked = {n: value for n, value in changes.items() if n in self.model_fields_set}
        return self.model_copy(update=asked)

    @property
    def ends(self) -> tuple[Place, Place]:
        """Source and target, each with its words and its offsets."""
        return (
            (self.source, self.source_start, self.source_end),
            (self.target, self.target_start, self.target_end),
        )


class CriterionQuestion(Question):
    """Which mark does the response earn by this criterion?

    ``bands`` says what a range of marks, such as ``7-8``, looks like.
    """

    name: str
    description: str = ""
    bands: dict[str, str] = Field(default_factory=dict)


class OutcomeQuestion(Question):
    """Does the response come to one of the accepted answers, ``gold``?"""

    gold: tuple[str, ...]


class ClaimQuestion(Question):
    """Does ``claim`` still hold in the rewritten text, as is expected of it or not?"""

    claim: str
    expected: Literal["kept", "changed"] | None = None


class ConnectorQuestion(Question):
    """Does ``connector`` fit between what stands ``first`` and what stands ``second``?

    ``sense`` is the relation that it claims, ``cause`` which of the two is the cause (``arg1`` or
    ``arg2``; None where neither is). ``start`` … ``second_end`` are offsets in the response.
    """

    connector: str
    sense: str
    cause: str | None = None
    first: str = ""
    second: str = ""
    start: int
    end: int
    first_start: int
    first_end: int
    second_start: int
    second_end: int


class LetterQuestion(Question):
    """Does the rewrite pass a check as a whole? ``claims`` are those of the check, if any."""

    claims: str | None = None


class DistractorQuestion(Question):
    """Why is ``option`` wrong, where ``right`` is the right one?

    ``links`` are the links of the context's graph and of the option, ``facts`` what the graph says
    of the option; a line each.
    """

    right: str
    option: str
    links: str
    facts: str


class OtherQuestion(Question):
    """A question of a kind that prism does not know: any fields, as its suite has them."""

    model_config = ConfigDict(extra="allow")

    __pydantic_extra__: dict[str, JsonValue]


QUESTIONS: Final[Mapping[str, type[Question]]] = MappingProxyType(
    {
        "edge": EdgeQuestion,
        "criterion": CriterionQuestion,
        "outcome": OutcomeQuestion,
        "claim": ClaimQuestion,
        "connector": ConnectorQuestion,
        "letter": LetterQuestion,
        "distractor": DistractorQuestion,
    }
)
