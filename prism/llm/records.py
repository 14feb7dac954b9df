"""What is asked of an endpoint and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, Self

from pydantic import JsonValue

from prism.errors import UsageError
from prism.records.verdict import Provenance

__all__ = [
    "Absent",
    "Ask",
    "CallFailed",
    "Decoding",
    "Filtered",
    "Message",
    "Mode",
    "OverBudget",
    "Reply",
    "Schema",
]

Mode = Literal["json_schema", "json_object", "text"]
Message = dict[str, str]
Schema = Mapping[str, JsonValue]
# What gateways call the two ends of a reply that cannot count.
_CUT = frozenset({"length", "max_tokens", "model_length", "max_output_tokens", "token_limit"})
_FILTERED = frozenset(
    {"content_filter", "safety", "refusal", "recitation", "prohibited_content", "blocklist", "spii"}
    | {"sensitive", "content_policy", "guardrail_intervened", "moderation"}
)


class CallFailed(Exception):
    """One call came to nothing after all its tries; judges turn it into an unscored verdict.

    ``mend`` says what a user can do about it, where that is known.
    """

    def __init__(self, what: str, mend: str | None = None) -> None:
        super().__init__(what)
        self.mend = mend


class Absent(CallFailed):
    """Nobody has answered yet, and no call will be answered: the endpoint or the key is wrong."""


class OverBudget(CallFailed):
    """The call would break the limit that the user set, or that the account has left."""


class Filtered(CallFailed):
    """A filter of contents refused the request."""


@dataclass(frozen=True, slots=True)
class Decoding:
    """What the user or the protocol set; what is None is not sent.

    >>> print(Decoding.read("temperature=0.2,seed=7"))
    temperature=0.2;seed=7
    >>> print(Decoding(temperature=None))
    default
    """

    temperature: float | None = 0.0
    seed: int | None = None
    top_p: float | None = None
    logprobs: bool | None = None
    reasoning_effort: str | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``name=value,…``; ``default`` as a value leaves the setting to the endpoint.

        Raises
        ------
        UsageError
            An unknown setting, or a value that is not of its kind.
        """
        kinds = {"temperature": float, "seed": int, "top_p": float, "reasoning_effort": str}
        known = [field.name for field in fields(cls)]
        settings: dict[str, object] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.partition("=")
            if name not in known:
                raise UsageError(
                    f"unknown decoding setting {name!r}",
                    where="--decoding",
                    mend=f"use {', '.join(known)}",
                )
            try:
                if value == "default":
                    settings[name] = None
                else:
                    settings[name] = kinds[name](value) if name in kinds else value == "true"
            except ValueError as exc:
                raise UsageError(
                    f"{name} cannot be {value!r}", where="--decoding", mend="give a number"
                ) from exc
        return cls(**settings)  # type: ignore[arg-type]

    def seeded(self, seed: int | None) -> Self:
        """Return the decoding with ``seed``, unless it has one of its own."""
        return self if self.seed is not None or seed is None else replace(self, seed=seed)

    def sent(self) -> dict[str, JsonValue]:
        """Return the settings that are set, as request parameters."""
        pairs = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in pairs if value is not None}

    def __str__(self) -> str:
        return ";".join(f"{name}={value}" for name, value in self.sent().items()) or "default"


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: messages, the schema its reply should follow, and the protocol's token limit."""

    model: str
    messages: tuple[Message, ...]
    decoding: Decoding = Decoding()
    max_tokens: int | None = None
    schema: Schema | None = None

    @property
    def characters(self) -> int:
        """Length of all messages."""
        return sum(len(message["content"]) for message in self.messages)


@dataclass(frozen=True, slots=True)
class Reply:
    """What an endpoint served, made safe to store: no key, no lone surrogates, no control codes.

    ``text`` is the answer alone; what the model thought, wherever it stood, is its ``reasoning``.
    ``sent`` is what the request became, for what the endpoint is able to do.
    """

    text: str
    mode: Mode
    reasoning: str = ""
    finish_reason: str | None = None
    refusal: str | None = None
    model: str | None = None
    fingerprint: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    logprobs: tuple[tuple[str, float], ...] = ()
    sent: tuple[str, ...] = ()

    @property
    def cut(self) -> bool:
        """Whether it ends because of the limit of tokens."""
        return (self.finish_reason or "").lower() in _CUT

    @property
    def refused(self) -> bool:
        """Whether the model, or a filter of contents, declined."""
        return bool(self.refusal) or (self.finish_reason or "").lower() in _FILTERED

    def provenance(self, judge: str, asked: str) -> Provenance:
        """Return where the reply comes from, given who was to speak and which model was asked."""
        return Provenance(
            judge=judge,
            model_requested=asked,
            model_served=self.model,
            fingerprint=self.fingerprint,
            mode=self.mode,
            finish_reason=self.finish_reason,
            prompt_tokens=self.prompt_tokens,
            completion_tokens=self.completion_tokens,
            reasoning_tokens=self.reasoning_tokens,
            sent=self.sent,
        )
