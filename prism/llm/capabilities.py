"""What an endpoint can do for a model: found out by asking it, never guessed from a name."""

import json
from collections.abc import Sequence
from typing import Literal, Self

from pydantic import BaseModel, JsonValue

from prism.llm.records import Ask, Message, Mode, Reply

__all__ = [
    "REASONING_FLOOR",
    "Capabilities",
    "limit_ask",
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
    system
        Whether messages of the role ``system`` are accepted; where not, their text stands first
        in the first message of the user.
    """

    mode: Mode = "json_schema"
    limit: Literal["max_completion_tokens", "max_tokens"] | None = "max_completion_tokens"
    reasoning: bool = False
    dropped: list[str] = []
    system: bool = True

    def allowance(self, ask: Ask) -> int | None:
        """Return the token limit to send for ``ask``."""
        if ask.max_tokens is None or not self.reasoning:
            return ask.max_tokens
        return max(ask.max_tokens, REASONING_FLOOR)

    def parameters(self, ask: Ask) -> dict[str, JsonValue]:
        """Return the body of the request for ``ask``: nothing in it that was refused before."""
        body: dict[str, JsonValue] = {
            "model": ask.model,
            "messages": [dict(m) for m in (ask.messages if self.system else _folded(ask.messages))],
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
        folded = [] if self.system else ["system=user"]
        return (*floor, *(f"dropped={name}" for name in self.dropped), *folded)

    def refuse(self, name: str) -> None:
        """Learn that the endpoint refused the parameter ``name``.

        A refused reply format steps down to the next one, a refused length limit to its twin,
        messages of role ``system`` to messages of the user; anything else is not sent again.
        """
        if name == "system":
            self.system = False
            return
        if name == "response_format":
            self.mode = LADDER[min(LADDER.index(self.mode) + 1, len(LADDER) - 1)]
            return
        self.dropped.append(name)
        if name == self.limit:
            other = "max_tokens" if name == "max_completion_tokens" else "max_completion_tokens"
            self.limit = None if other in self.dropped else other  # type: ignore[assignment]

    def simpler(self, ask: Ask) -> list[Self]:
        """Return what to try for ``ask`` where a server refuses it without saying what of it.

        One thing less each, and all of that together at last.
        """
        body = self.parameters(ask)
        rungs = len(LADDER) - 1 - LADDER.index(self.mode) if "response_format" in body else 0
        others = ["system"] if self.system and any(map(_of_system, ask.messages)) else []
        others += [self.limit] if self.limit is not None and self.limit in body else []
        formats = [["response_format"] * down for down in range(1, rungs + 1)]
        steps = [*formats, *([name] for name in others)]
        if others and len(steps) > 1:
            steps.append(["response_format"] * rungs + others)
        return [self._without(names) for names in steps]

    def _without(self, names: Sequence[str]) -> Self:
        less = self.model_copy(deep=True)
        for name in names:
            less.refuse(name)
        return less

    def adopt(self, other: "Capabilities") -> None:
        """Take over what was learnt in ``other``."""
        self.mode, self.limit, self.system = other.mode, other.limit, other.system
        self.dropped += [name for name in other.dropped if name not in self.dropped]

    def learn(self, ask: Ask, reply: Reply) -> bool:
        """Learn from a reply; return whether it was cut short for want of the reasoning floor."""
        short = reply.cut
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
    return (reply.cut and not reply.text.strip()) or bool(reply.reasoning_tokens)


def _folded(messages: Sequence[Message]) -> list[Message]:
    """Return ``messages`` with the text of role ``system`` at the head of the user's first."""
    heads = [message["content"] for message in messages if _of_system(message)]
    rest = [message for message in messages if not _of_system(message)]
    place = next((i for i, message in enumerate(rest) if message["role"] == "user"), None)
    if place is None:
        return [{"role": "user", "content": "\n\n".join(heads)}, *rest] if heads else rest
    whole = "\n\n".join([*heads, rest[place]["content"]])
    return [*rest[:place], {**rest[place], "content": whole}, *rest[place + 1 :]]


def _of_system(message: Message) -> bool:
    return message["role"] == "system"
