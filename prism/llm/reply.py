"""Reads the body of a chat completion, trusting nothing in it."""

import json
from typing import Any

from prism.llm.records import Mode, Reply

__all__ = ["read_reply"]


def read_reply(content: bytes, mode: Mode) -> Reply:
    """Return what an endpoint served.

    Raises
    ------
    ValueError
        It is not one: broken JSON, HTML, no choices, content that is not text.

    >>> read_reply(b'{"choices": [{"message": {"content": "yes"}}]}', "text").text
    'yes'
    """
    data: Any = json.loads(content)
    try:
        choice = data["choices"][0]
        message = choice["message"]
        text = message.get("content") or ""
        usage = data.get("usage") or {}
        details = usage.get("completion_tokens_details") or {}
    except (KeyError, IndexError, TypeError, AttributeError) as exc:
        raise ValueError(f"no message in it ({type(exc).__name__})") from exc
    if isinstance(text, list):
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    if not isinstance(text, str):
        raise ValueError("its content is not text")
    return Reply(
        text=_storable(text),
        mode=mode,
        finish_reason=_text(choice.get("finish_reason")),
        refusal=_text(message.get("refusal")),
        model=_text(data.get("model")),
        fingerprint=_text(data.get("system_fingerprint")),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(details.get("reasoning_tokens")),
        logprobs=_logprobs(choice.get("logprobs")),
    )


def _logprobs(field: object) -> tuple[tuple[str, float], ...]:
    tokens = field.get("content") if isinstance(field, dict) else None
    if not isinstance(tokens, list):
        return ()
    pairs = ((t.get("token"), t.get("logprob")) for t in tokens if isinstance(t, dict))
    return tuple(
        (_storable(token), float(logprob))
        for token, logprob in pairs
        if isinstance(token, str) and isinstance(logprob, int | float)
    )


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _text(value: object) -> str | None:
    return _storable(value)[:400] if isinstance(value, str) and value else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
