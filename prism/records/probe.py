"""One small question that a score needs answered."""

from functools import cached_property, lru_cache

from pydantic import Field, JsonValue

from prism.records.base import Record
from prism.records.digest import digest

__all__ = ["Probe"]


@lru_cache(maxsize=64)
def _text_digest(text: str) -> str:
    """Digest of one long text, computed once for the many probes that share it."""
    return digest(text)


class Probe(Record):
    """One small question that a score needs answered.

    Attributes
    ----------
    kind
        What is asked: ``edge``, ``criterion``, ``outcome``, ``claim``, ``connector``, ``choice`` …
    subject
        What of the item it is about, such as an edge id; not part of the digest.
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
    subject: str
    texts: dict[str, str] = Field(default_factory=dict)
    question: dict[str, JsonValue] = Field(default_factory=dict)
    menu: tuple[str, ...]
    prompt: str = ""
    prompt_digest: str = ""

    @cached_property
    def digest(self) -> str:
        """Content hash of everything that could change the answer (``subject`` is a mere name)."""
        asked = self.model_dump(mode="json", exclude={"subject", "texts"})
        texts: JsonValue = {role: _text_digest(text) for role, text in self.texts.items()}
        return digest(asked | {"texts": texts})
