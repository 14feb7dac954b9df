"""One small question that a score needs answered."""

from functools import cached_property, lru_cache
from typing import Annotated

from pydantic import BeforeValidator, Field, JsonValue

from prism.records.base import Record
from prism.records.digest import digest
from prism.records.subject import Subject, read_subject, subject_text

__all__ = ["Probe"]


@lru_cache(maxsize=64)
def _text_digest(text: str) -> str:
    """Digest of one long text, computed once for the many probes that share it."""
    return digest(text)


def _named(subject: object) -> object:
    """Write a subject as text; anything else is the validator's business."""
    return subject_text(subject) if isinstance(subject, Subject) else subject


class Probe(Record):
    """One small question that a score needs answered.

    Attributes
    ----------
    kind
        What is asked: ``edge``, ``criterion``, ``outcome``, ``claim``, ``connector``, ``choice`` …
    subject
        What of the item it is about, as text (``e3``, ``1/E1/2``): the key of its answer, and no
        part of the digest. ``about`` is the same as a record, which may be given in its place.
    texts
        The long texts by role, shared by many probes of one response.
    question
        The small fields that change from probe to probe (source, target, relation, offsets …).
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
    question: dict[str, JsonValue] = Field(default_factory=dict)
    menu: tuple[str, ...]
    prompt: str = ""
    prompt_digest: str = ""

    @cached_property
    def about(self) -> Subject:
        """What of the item it is about."""
        return read_subject(self.subject)

    @cached_property
    def digest(self) -> str:
        """Content hash of everything that could change the answer (``subject`` is a mere name)."""
        asked = self.model_dump(mode="json", exclude={"subject", "texts"})
        texts: JsonValue = {role: _text_digest(text) for role, text in self.texts.items()}
        return digest(asked | {"texts": texts})
