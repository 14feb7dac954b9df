"""What the scripted server can say: proper answers, and every way of going wrong."""

import hashlib
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal


@dataclass(frozen=True)
class Answer:
    """One HTTP answer; ``good`` marks a proper verdict, ``fate`` how the connection ends."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    fate: Literal["whole", "half", "reset"] = "whole"
    good: bool = False


def says(content: str | None, finish: str = "stop", **more: Any) -> Answer:
    """A chat completion with this content; ``more`` overrides fields of its message."""
    message = {"role": "assistant", "content": content, **more.pop("message", {})}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, **more.pop("usage", {})}
    body = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": more.pop("model", "scripted-1"),
        "system_fingerprint": more.pop("fingerprint", "fp1"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": usage,
    }
    return Answer(json.dumps(body).encode(), **more)


def fault(status: int, message: str = "no", param: str | None = None, **headers: str) -> Answer:
    error = {"error": {"message": message, "type": "x", "param": param, "code": None}}
    return Answer(
        json.dumps(error).encode(), status, {k.replace("_", "-"): v for k, v in headers.items()}
    )


def user(body: dict[str, Any]) -> str:
    return body["messages"][-1]["content"]


def system(body: dict[str, Any]) -> str:
    return body["messages"][0]["content"]


def is_probe(body: dict[str, Any]) -> bool:
    """Whether the request asks what the endpoint can do."""
    return len(body["messages"]) == 1


def probe_answer(body: dict[str, Any]) -> Answer:
    if "Count from 1" in user(body):
        allowed = body.get("max_completion_tokens") or body.get("max_tokens") or 300
        return says("1\n2\n3", "length", usage={"completion_tokens": allowed})
    return says('{"verdict": "yes"}')


FENCED = re.compile(r"<<<BEGIN ([^\n]*) ([0-9a-f]{16})>>>\n.*?\n<<<END \1 \2>>>", re.DOTALL)


def unfenced(body: dict[str, Any]) -> str:
    """What the prompt itself says, without what others wrote."""
    return FENCED.sub("", user(body))


def menu(body: dict[str, Any]) -> list[str]:
    """The offered answers, as the prompt lists them."""
    return (
        re.findall(r"(?:verdict|VERDICT|verdict is)\W.*?one of: ([^\n>]+)", unfenced(body))[-1]
        .rstrip(".")
        .split(", ")
    )


def unmarked(text: str) -> str:
    """The prompt without the random marks, so that the same question always looks the same."""
    return re.sub(r" [0-9a-f]{16}>>>", ">>>", text)


def choose(question: str, offered: list[str]) -> str:
    """A verdict that depends on nothing but the question."""
    return offered[int(hashlib.sha256(question.encode()).hexdigest(), 16) % len(offered)]


def verdict_of(body: dict[str, Any], offered: list[str] | None = None) -> str:
    """A verdict that depends on the material and the question, not on the form of the answer."""
    material = "\n".join(match[0] for match in FENCED.finditer(user(body)))
    return choose(unmarked(material), offered or menu(body))


def well(body: dict[str, Any], number: int = 0) -> Answer:
    """The proper answer, in the form the prompt asks for."""
    if is_probe(body):
        return probe_answer(body)
    asked = unfenced(body)
    pairs = re.split(r"^\d+\. label given by the parser: ", unmarked(user(body)), flags=re.M)[1:]
    if pairs:
        offered = menu(body)
        said = {str(i): _said(choose(pair, offered)) for i, pair in enumerate(pairs, 1)}
        if "one line for each pair" in asked:
            text = "\n".join(f"{i}: {s['verdict']}" for i, s in said.items())
        else:
            text = json.dumps(said)
    elif letters := re.search(r"exactly one letter and nothing else: ([\w, ]+)", asked):
        text = verdict_of(body, letters[1].split(", "))
    elif "End your reply" in asked:
        text = f"RATIONALE: because\nVERDICT: {verdict_of(body)}"
    else:
        text = json.dumps(_said(verdict_of(body)))
    return replace(says(text), good=True)


def _said(verdict: str) -> dict[str, str]:
    return {"quote": "", "rationale": "because", "code": "stated", "verdict": verdict}


GARBAGE: dict[str, Callable[[dict[str, Any]], Answer]] = {
    "html 200": lambda body: Answer(
        b"<html><body>Bad gateway</body></html>", 200, {"content-type": "text/html"}
    ),
    "500": lambda body: fault(500, "oops"),
    "reset": lambda body: Answer(fate="reset"),
    "half-sent body": lambda body: replace(well(body), fate="half", good=False),
    "empty content": lambda body: says(""),
    "no content": lambda body: says(None),
    "refusal": lambda body: says(None, message={"refusal": "I cannot help with that."}),
    "content filter": lambda body: says("", "content_filter"),
    "truncated json": lambda body: says('{"rationale": "because", "verd'),
    "wrong keys": lambda body: says('{"answer": "yes", "score": 1}'),
    "score 0": lambda body: says('{"verdict": 0}'),
    "score 11": lambda body: says('{"verdict": "11"}'),
    "7/10": lambda body: says('{"verdict": "7/10"}'),
    "NaN": lambda body: says('{"verdict": NaN}'),
    "float": lambda body: says('{"verdict": 7.5}'),
    "unknown letter": lambda body: says('{"verdict": "Q"}'),
    "a list": lambda body: says('["yes"]'),
    "lone surrogate": lambda body: says('{"verdict": "\ud800"}'),
    "null body": lambda body: Answer(b"null"),
    "no choices": lambda body: Answer(b'{"choices": []}'),
    "deep nesting": lambda body: says('{"a":' * 20_000),
    "braces": lambda body: says("{" * 30_000),
}


def troubled(seed: int, shares: dict[str, float]) -> Callable[[dict[str, Any], int], Answer]:
    """A script that goes wrong at random: ``shares`` of garbage, 429, 400 and length."""

    def script(body: dict[str, Any], number: int) -> Answer:
        if is_probe(body):
            return probe_answer(body)
        dice = random.Random(f"{seed}:{number}")
        draw, low = dice.random(), 0.0
        for name, share in shares.items():
            if low <= draw < low + share:
                return _trouble(name, body, dice)
            low += share
        return well(body)

    return script


def _trouble(name: str, body: dict[str, Any], dice: random.Random) -> Answer:
    if name == "garbage":
        return GARBAGE[dice.choice(sorted(GARBAGE))](body)
    if name == "429":
        return fault(429, "slow down", retry_after="0.01")
    if name == "400":
        return fault(400, "context length exceeded for messages", "messages")
    return says("", "length")
