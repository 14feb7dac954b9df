"""What an endpoint can do for a model: found out by asking it, never guessed from a name."""

import json
import re
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, JsonValue

from prism.llm.records import Ask, Mode, Reply

__all__ = [
    "REASONING_FLOOR",
    "Capabilities",
    "limit_ask",
    "named_parameter",
    "obeyed",
    "starved",
    "structure_ask",
]

# A reasoning model spends its thoughts from the same allowance as its answer.
REASONING_FLOOR = 4096
LADDER: tuple[Mode, ...] = ("json_schema", "json_object", "text")


class Capabilities(BaseModel):
    """What was learnt of one model at one endpoint; remembered with the run.

    Attributes
    ----------
    mode
        The best way to structured replies that the endpoint honours.
    limit
        The parameter that limits the length of a reply, None where neither is accepted.
    reasoning
        Whether the endpoint reported reasoning tokens or cut short a reply that was short.
    dropped
        Parameters the endpoint refused, in the order in which it did.
    """

    mode: Mode = "json_schema"
    limit: Literal["max_completion_tokens", "max_tokens"] | None = "max_completion_tokens"
    reasoning: bool = False
    dropped: list[str] = []

    def allowance(self, ask: Ask) -> int | None:
        """Return the token limit to send for ``ask``."""
        if ask.max_tokens is None or not self.reasoning:
            return ask.max_tokens
        return max(ask.max_tokens, REASONING_FLOOR)

    def parameters(self, ask: Ask) -> dict[str, JsonValue]:
        """Return the body of the request for ``ask``: nothing in it that was refused before."""
        body: dict[str, JsonValue] = {
            "model": ask.model,
            "messages": [dict(message) for message in ask.messages],
            **ask.decoding.sent(),
        }
        allowance = self.allowance(ask)
        if self.limit is not None and allowance is not None:
            body[self.limit] = allowance
        if ask.schema is not None and self.mode == "json_schema":
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": True, "schema": dict(ask.schema)},
            }
        elif ask.schema is not None and self.mode == "json_object":
            body["response_format"] = {"type": "json_object"}
        return {name: value for name, value in body.items() if name not in self.dropped}

    @property
    def notes(self) -> tuple[str, ...]:
        """What becomes of every request beyond its mode, as verdicts and signatures tell it.

        >>> Capabilities(reasoning=True, dropped=["seed"]).notes
        ('max_tokens>=4096', 'dropped=seed')
        """
        floor = [f"max_tokens>={REASONING_FLOOR}"] if self.reasoning else []
        return (*floor, *(f"dropped={name}" for name in self.dropped))

    def refuse(self, name: str) -> None:
        """Learn that the endpoint refused the parameter ``name``.

        A refused reply format steps down to the next one, a refused length limit to its twin;
        anything else is not sent again.
        """
        if name == "response_format":
            self.mode = LADDER[min(LADDER.index(self.mode) + 1, len(LADDER) - 1)]
            return
        self.dropped.append(name)
        if name == self.limit:
            other = "max_tokens" if name == "max_completion_tokens" else "max_completion_tokens"
            self.limit = None if other in self.dropped else other  # type: ignore[assignment]

    def learn(self, ask: Ask, reply: Reply) -> bool:
        """Learn from a reply; return whether it was cut short for want of the reasoning floor."""
        short = reply.finish_reason == "length"
        allowed = self.allowance(ask)
        if reply.reasoning_tokens or (short and allowed is not None and allowed < REASONING_FLOOR):
            self.reasoning = True
        raised = self.allowance(ask)
        return short and allowed is not None and raised is not None and raised > allowed


def limit_ask(model: str) -> Ask:
    """Return the probe that shows which length limit is obeyed: a long reply cut at 16 tokens."""
    words = "Count from 1 to 100, one number a line. Write nothing else."
    return Ask(model, ({"role": "user", "content": words},), max_tokens=16)


def structure_ask(ask: Ask) -> Ask:
    """Return the probe that shows how structured replies are had, with the settings of ``ask``."""
    words = 'Is ice frozen water? Reply with JSON only: {"verdict": "yes"} or {"verdict": "no"}'
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"verdict": {"type": "string", "enum": ["yes", "no"]}},
        "required": ["verdict"],
        "additionalProperties": False,
    }
    message = {"role": "user", "content": words}
    return Ask(ask.model, (message,), ask.decoding, max_tokens=64, schema=schema)


def obeyed(reply: Reply) -> bool:
    """Whether the reply to :func:`structure_ask` has the structure that was asked for."""
    try:
        return json.loads(reply.text) in ({"verdict": "yes"}, {"verdict": "no"})
    except ValueError:
        return False


def starved(reply: Reply) -> bool:
    """Whether a reply shows that thoughts were spent from its allowance."""
    cut = reply.finish_reason == "length" and not reply.text.strip()
    return cut or bool(reply.reasoning_tokens)


def named_parameter(body: object, message: str, sent: Mapping[str, JsonValue]) -> str | None:
    """Return which optional parameter of ``sent`` a 400 complains about, or None.

    >>> sent = {"model": "m", "messages": [], "max_tokens": 8}
    >>> text = "'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    >>> named_parameter({"param": "max_tokens"}, text, sent)
    'max_tokens'
    >>> named_parameter(None, text, sent)
    'max_tokens'
    >>> named_parameter(None, "messages: too long", sent) is None
    True
    """
    optional = [name for name in sent if name not in {"model", "messages"}]
    fault = body if isinstance(body, Mapping) else {}
    param = fault.get("param")
    if isinstance(param, str) and (name := re.split(r"[.\[]", param)[0]) in optional:
        return name
    aliases = {"response_format": r"response_format|json_schema|json_object|guided_json"}
    for name in optional:
        if re.search(rf"\b(?:{aliases.get(name, name)})\b", message):
            return name
    return None
