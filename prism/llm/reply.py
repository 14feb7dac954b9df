"""Reads the body of a chat completion, trusting nothing in it."""

import json
import math
import re
from collections.abc import Mapping
from typing import Final

from prism.llm.reasoning import split_reasoning
from prism.llm.records import Mode, Reply

__all__ = ["decoded", "error_in", "plain", "read_reply"]

# What no text may hold that is stored and shown: lone surrogates, control codes of terminals.
_ODD: Final = re.compile(r"[\ud800-\udfff]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_VALUES: Final = 1_000_000  # in a body; far more than the reports of probabilities hold
_MOST: Final = 10**12  # tokens a call may report
_THOUGHTS: Final = ("reasoning_content", "reasoning", "thinking", "thought", "analysis")
_WORDY: Final = frozenset({None, "text", "output_text"})


def plain(text: str) -> str:
    r"""Return ``text`` fit to be stored and shown; odd characters become ``�``.

    >>> plain("a\ud800\x1b[31m b")
    'a��[31m b'
    """
    return _ODD.sub("\ufffd", text)


def decoded(content: bytes) -> object:
    """Return the JSON value of a body.

    Raises
    ------
    ValueError
        It is none, or so large or deep that it can be no completion.
    """
    if not content.strip():
        raise ValueError("an empty body")
    if sum(map(content.count, (b"{", b"[", b","))) > _VALUES:
        raise ValueError("its body holds too many values")
    try:
        value: object = json.loads(content)
    except RecursionError as exc:
        raise ValueError("its body is not readable JSON: nested too deep") from exc
    except ValueError as exc:
        raise ValueError(f"its body is not readable JSON: {exc}") from exc
    return value


def error_in(data: object) -> object:
    """Return the error that stands in a body in place of a completion; None where there is none.

    >>> error_in({"error": {"message": "overloaded", "code": 502}, "choices": []})
    {'message': 'overloaded', 'code': 502}
    """
    if isinstance(data, list) and data and isinstance(data[0], dict) and "error" in data[0]:
        data = data[0]
    if not isinstance(data, dict):
        return None
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(first, dict):
        return first.get("error") or None
    return data.get("error") or (data if {"message", "detail", "errors"} & data.keys() else None)


def read_reply(data: object, mode: Mode) -> Reply:
    """Return what an endpoint served, its text without the reasoning around it.

    Raises
    ------
    ValueError
        ``data`` is no completion: no choices, content that is not text.

    >>> read_reply({"choices": [{"message": {"content": "<think>?</think>yes"}}]}, "text").text
    'yes'
    """
    body = _mapping(data)
    choices = body.get("choices")
    choice = _mapping(choices[0] if isinstance(choices, list) and choices else None)
    message = _message(choice)
    content = message.get("content") or ""
    usage = _mapping(body.get("usage"))
    details = _mapping(usage.get("completion_tokens_details"))
    text, thoughts = split_reasoning(_words(content))
    apart = [_thought(message.get(name)) for name in _THOUGHTS]
    return Reply(
        text=plain(text),
        mode=mode,
        reasoning=plain("\n\n".join(dict.fromkeys(filter(None, [*apart, thoughts])))),
        finish_reason=_text(choice.get("finish_reason")),
        refusal=_text(message.get("refusal")),
        model=_text(body.get("model")),
        fingerprint=_text(body.get("system_fingerprint")),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(details.get("reasoning_tokens")),
        logprobs=_logprobs(choice.get("logprobs")),
    )


def _message(choice: Mapping[str, object]) -> Mapping[str, object]:
    """Return the message of a choice; none where a filter or the limit left nothing to say."""
    message = choice.get("message")
    if message is None and isinstance(choice.get("text"), str):
        return {"content": choice["text"]}
    if message is None and choice.get("finish_reason"):
        return {}
    if not isinstance(message, dict):
        raise ValueError("no message in it")
    return message


def _words(content: object) -> str:
    """Return the text of a content; of its parts those that are text, not thoughts."""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        texts = [part.get("text") for part in parts if part.get("type") in _WORDY]
        marked = [_marked(part) for part in parts if part.get("type") not in _WORDY]
        return "".join([*marked, *(text for text in texts if isinstance(text, str))])
    if not isinstance(content, str):
        raise ValueError("its content is not text")
    return content


def _marked(part: Mapping[str, object]) -> str:
    """Return a thought among the parts of a content, marked as such."""
    thought = _thought(part.get("thinking") or part.get("reasoning") or part.get("text"))
    return f"<think>{thought.replace('</think>', '')}</think>" if thought else ""


def _thought(value: object) -> str:
    """Return the words of a field of thoughts: text, or parts that hold some."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, dict):
        return _thought(value.get("text") or value.get("content") or value.get("thinking"))
    if isinstance(value, list):
        return "\n".join(filter(None, map(_thought, value)))
    return ""


def _logprobs(field: object) -> tuple[tuple[str, float], ...]:
    """Return tokens and log-probabilities; none at all where one of them is none."""
    tokens = _mapping(field).get("content")
    pairs = []
    for entry in tokens if isinstance(tokens, list) else ():
        token, value = _mapping(entry).get("token"), _mapping(entry).get("logprob")
        if not isinstance(token, str) or not isinstance(value, int | float):
            return ()
        if isinstance(value, bool) or not -math.inf < value <= 0:
            return ()
        pairs.append((plain(token), float(max(value, -1e6))))
    return tuple(pairs)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return plain(value)[:400] if isinstance(value, str) and value else None


def _count(value: object) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and 0 <= value <= _MOST else None  # type: ignore[operator, return-value]
