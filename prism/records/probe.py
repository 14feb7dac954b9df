"""One small question that a score needs answered."""

from functools import cached_property, lru_cache
from typing import Annotated, Self, TypeVar

from pydantic import (
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    SerializeAsAny,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from prism.records.base import Record
from prism.records.digest import digest
from prism.records.question import (
    QUESTIONS,
    ClaimQuestion,
    ConnectorQuestion,
    CriterionQuestion,
    DistractorQuestion,
    EdgeQuestion,
    LetterQuestion,
    OtherQuestion,
    OutcomeQuestion,
    Question,
)
from prism.records.subject import Subject, read_subject, subject_text

__all__ = ["AnyQuestion", "Probe"]

Q = TypeVar("Q", bound=Question)


@lru_cache(maxsize=64)
def _text_digest(text: str) -> str:
    """Digest of one long text, computed once for the many probes that share it."""
    return digest(text)


def _named(subject: object) -> object:
    """Write a subject as text; anything else is the validator's business."""
    return subject_text(subject) if isinstance(subject, Subject) else subject


def _typed(question: object, _: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Question:
    """Read a question as one of the probe's kind."""
    model = QUESTIONS.get(str(info.data.get("kind")), OtherQuestion)
    if isinstance(question, Question) and (model is OtherQuestion or type(question) is model):
        return question
    return model.model_validate(question.fields() if isinstance(question, Question) else question)


# The kind of its probe tells which of these a question is.
AnyQuestion = Annotated[
    SerializeAsAny[
        EdgeQuestion
        | CriterionQuestion
        | OutcomeQuestion
        | ClaimQuestion
        | ConnectorQuestion
        | LetterQuestion
        | DistractorQuestion
        | OtherQuestion
    ],
    WrapValidator(_typed),
]


class Probe(Record):
    """One small question that a score needs answered.

    Attributes
    ----------
    kind
        What is asked: ``edge``, ``criterion``, ``outcome``, ``claim``, ``connector``, ``letter``,
        ``distractor``, or a kind of another suite.
    subject
        What of the item it is about, as text (``e3``, ``1/E1/2``): the key of its answer, and no
        part of the digest. ``about`` is the same as a record, which may be given in its place.
    texts
        The long texts by role, shared by many probes of one response.
    question
        The small fields that change from probe to probe, in the model of the probe's kind.
    menu
        The answers a judge may give.
    prompt
        Name of the prompt that puts the question to a language model.
    prompt_digest
        Digest of that prompt's text ('' for judges that read no prompt).
    """

    kind: str
    subject: Annotated[str, BeforeValidator(_named)]
    texts: dict[str, str] = Field(default_factory=dict)
    question: AnyQuestion = Field(default_factory=OtherQuestion, validate_default=True)
    menu: tuple[str, ...]
    prompt: str = ""
    prompt_digest: str = ""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Say in the published schema, too, that the kind tells which question it is."""
        schema = handler(core)
        found = handler.resolve_ref_schema(schema)
        models = found["properties"]["question"]["anyOf"]
        found["allOf"] = [
            {
                "if": {"properties": {"kind": {"const": kind}}},
                "then": {"properties": {"question": dict(model)}},
            }
            for kind, model in zip(QUESTIONS, models, strict=False)
        ]
        return schema

    def replaced(self, **changes: object) -> Self:
        """Return a probe with some fields changed, validated; nothing cached is taken over."""
        told = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_validate({**told, **changes})

    @cached_property
    def about(self) -> Subject:
        """What of the item it is about."""
        return read_subject(self.subject)

    def asks(self, model: type[Q]) -> Q:
        """Return the question, which is of ``model``.

        Raises
        ------
        TypeError
            The probe is of another kind.
        """
        if not isinstance(self.question, model):
            raise TypeError(f"a probe of kind {self.kind!r} asks no {model.__name__}")
        return self.question

    @cached_property
    def digest(self) -> str:
        """Content hash of everything that could change the answer (``subject`` is a mere name)."""
        asked = self.model_dump(mode="json", exclude={"subject", "texts"})
        texts: JsonValue = {role: _text_digest(text) for role, text in self.texts.items()}
        return digest(asked | {"texts": texts})
