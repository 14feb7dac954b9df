"""Reads what a server says when it does not serve a request, wherever its words stand."""

import html
import json
import math
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Final

from prism.llm.mask import Mask
from prism.llm.reply import plain

__all__ = ["Complaint", "read_complaint", "told"]

_LONGEST: Final = 300  # characters of a server's words that are shown
_READ: Final = 20_000  # and that are looked at
_WORDS: Final = (
    *("message", "msg", "detail", "error", "description", "error_description", "error_message"),
    *("errors", "title", "reason", "raw", "failed_generation"),
)
_CODES: Final = ("code", "type", "status", "error_code", "error_type")
_NAMING: Final = ("param", "parameter", "field")
_DEEP, _BROAD = 8, 1000  # how far into a body is looked
# What was sent stands in some of them, repeated.
_REPEATED: Final = frozenset({"input", "ctx", "url", "request", "body", "headers", "messages"})


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_QUOTA_CODES: Final = _any_of(
    r"insufficient_(?:user_)?(?:quota|credit|balance|fund)s?",
    r"billing_(?:hard_limit_reached|not_active)",
    r"quota_exhausted|payment_required|credits?_exhausted|arrearage",
)
_QUOTA_WORDS: Final = _any_of(
    r"exceeded your current quota|insufficient (?:quota|credit|balance|fund)s?",
    r"credit balance is too low|out of credits|(?:no|not enough) credits",
    r"credits? (?:limit|exhausted)|billing (?:hard )?limit|payment required",
    r"(?:spend|spending|monthly|usage) limit (?:has been |was )?(?:reached|exceeded)",
    r"check your plan and billing|account (?:is )?(?:overdue|not active)",
)
_FILTER_CODES: Final = _any_of(
    r"content_?(?:filter|policy)|responsible_?ai|moderation|data_?inspection|guardrail|safety",
    r"prohibited_content|sensitive|^1301$|blocked",
)
_FILTER_WORDS: Final = _any_of(
    r"content (?:management )?(?:filter|policy)|content_filter|content exists risk|responsible ai",
    r"(?:input|prompt|content|request) (?:was|is|has been) (?:flagged|blocked)",
    r"safety (?:system|policy|filter|setting|reason)|inappropriate content|data inspection",
    r"guardrail (?:intervened|blocked)|prohibited (?:content|use policy)|requires moderation",
)
_LENGTH: Final = _any_of(
    r"context[ _](?:length|window|size)|maximum (?:context|input|prompt)",
    r"maximum number of (?:input )?tokens|too (?:long|many tokens|large)|string_above_max_length",
    r"exceeds? the (?:maximum|available|limit)",
)
_SYSTEM: Final = _any_of(
    r"system[_ ](?:role|message|prompt|instruction)|(?:role|message)s?\W{1,4}system",
    r"\bsystem\W{1,3}role|['\"`]system['\"`]|developer instruction|roles must alternate",
    r"only (?:supports? |accepts? )?['\"`]?user['\"`]? and ['\"`]?assistant",
    r"first message must be|(?:unexpected|invalid|unknown|unsupported) role",
)
_FORMAT: Final = _any_of(
    r"response[_ ]?(?:format|schema|mime_type)|json[_ ]?(?:schema|object|mode)",
    r"guided_(?:json|decoding)|grammar|structured[_ ]outputs?|\bschema\b|xgrammar|outlines",
    r"constrained decoding|(?:generate|validate) json|json_validate_failed",
)
_AGAIN: Final = _any_of(
    r"(?:try again|retry)(?:ing)? (?:in|after) (\d+(?:\.\d+)?) ?(ms|milli|s|m(?!s|illi))?"
)
_USERINFO: Final = re.compile(r"(?<=://)[^/\s@]+@")
_UNITS: Final = {"ms": 0.001, "milli": 0.001, "m": 60.0, "s": 1.0}


@dataclass(frozen=True)
class Complaint:
    """Why a request was not served.

    Attributes
    ----------
    status
        Of HTTP; that inside the body where the server answered 200 with an error in it.
    words
        What the server says, on one line.
    names
        The parts of the request that it blames by name: ``messages.0.role``.
    codes
        Its short codes and types.
    after
        Seconds to wait before another try, None where it does not say.
    """

    status: int
    words: str = ""
    names: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    after: float | None = None

    def __str__(self) -> str:
        said = told(self.words)
        return f"HTTP {self.status}: {said}" if said else f"HTTP {self.status}"

    @cached_property
    def quota(self) -> bool:
        """Whether the account may spend no more: no try will mend it."""
        if self.status == 402 or any(map(_QUOTA_CODES.search, self.codes)):
            return True
        # Of a limit a minute some say the same, and when to come again.
        said = _QUOTA_WORDS.search(self.words) is not None
        return said and self.status < 500 and self.after is None

    @cached_property
    def filtered(self) -> bool:
        """Whether a filter of contents stands in the way."""
        if self.status >= 500 or self.status in (401, 404, 429):
            return False
        coded = any(map(_FILTER_CODES.search, self.codes))
        return coded or _FILTER_WORDS.search(self.words) is not None

    @cached_property
    def too_long(self) -> bool:
        """Whether the request is too long for the model."""
        return any(map(_LENGTH.search, (self.words, *self.codes)))

    def blames(self, sent: Mapping[str, object]) -> str | None:
        """Return which part of the request ``sent`` is refused; None where it is not named.

        An optional parameter, or ``system``: messages of that role.

        >>> sent = {"model": "m", "messages": [{"role": "user"}], "max_tokens": 8}
        >>> Complaint(400, names=("max_tokens",)).blames(sent)
        'max_tokens'
        >>> Complaint(400, "'max_tokens' is not supported, 'max_completion_tokens' is").blames(sent)
        'max_tokens'
        >>> Complaint(400, "messages: too long").blames(sent) is None
        True
        """
        optional = [name for name in sent if name not in {"model", "messages"}]
        told = sent.get("messages")
        messages = told if isinstance(told, list) else []
        system = any(message.get("role") == "system" for message in messages)
        for name in self.names:
            parts = re.split(r"[.\[\]/\s]+", name)
            found = next((part for part in parts if part in optional), None)
            if found is not None:
                return found
            if system and "messages" in parts and "role" in parts:
                return "system"
        for name in optional:
            if re.search(rf"\b{name}\b", self.words):
                return name
        if system and _SYSTEM.search(self.words):
            return "system"
        if "response_format" in optional and any(map(_FORMAT.search, (self.words, *self.codes))):
            return "response_format"
        return None


def told(words: str) -> str:
    """Return words from outside fit to stand in a line: bounded, without control characters.

    >>> told("no proxy  http://me:secret@h:1")
    'no proxy http://h:1'
    """
    line = _USERINFO.sub("", " ".join(plain(words).split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def read_complaint(
    status: int, headers: Mapping[str, str], content: bytes, mask: Mask
) -> Complaint:
    r"""Return what a body says: JSON of any shape, HTML or plain text; the key is masked.

    >>> body = b'{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}'
    >>> print(read_complaint(422, {}, body, Mask("")))
    HTTP 422: body.seed: Extra inputs are not permitted
    """
    text = content[: 10 * _READ].decode("utf-8", "replace")
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        data = _without_tags(text)
    return complaint_of(status, headers, data, mask)


def complaint_of(status: int, headers: Mapping[str, str], data: object, mask: Mask) -> Complaint:
    """Return what the value of a body says."""
    pieces, names, codes = list[str](), list[str](), list[str]()
    for kind, piece in _pieces(data):
        {"words": pieces, "name": names, "code": codes}[kind].append(mask(piece[:_READ]))
    words = "; ".join(dict.fromkeys(filter(None, map(str.strip, pieces))))[:_READ]
    if status < 400:
        inner = (int(code) for code in codes if re.fullmatch(r"[45]\d\d", code))
        status = next(inner, status)
    again = _AGAIN.search(words)
    after = _seconds(headers)
    if after is None and again:
        after = float(again[1]) * _UNITS[(again[2] or "s").lower()]
    return Complaint(status, words, tuple(names), tuple(codes), after)


def _pieces(data: object) -> Iterator[tuple[str, str]]:
    """Yield the words, the names of parameters and the codes in ``data``, outermost first."""
    queue: list[tuple[str, object, int]] = [("message", data, 0)]
    for key, value, depth in queue:  # which grows meanwhile
        if depth > _DEEP or len(queue) > _BROAD:
            continue
        inner = _inner(value) if key in _WORDS else None
        if inner is not None:
            queue.append((key, inner, depth + 1))
        elif isinstance(value, str) and key in _WORDS:
            yield "words", value
        elif isinstance(value, str) and key in _NAMING:
            yield "name", value
        elif isinstance(value, str | int) and key in _CODES:
            yield "code", str(value)
        elif isinstance(value, list):
            queue += [(key, entry, depth + 1) for entry in value[:50]]
        elif isinstance(value, Mapping):
            found = _with_place(value)
            queue += [(name, v, depth + 1) for name, v in found.items() if name not in _REPEATED]


def _with_place(fault: Mapping[str, object]) -> Mapping[str, object]:
    """Return a fault that says where it is, as validators do, with that as its parameter."""
    loc = fault.get("loc")
    if not isinstance(loc, list):
        return fault
    place = ".".join(map(str, loc))
    words = {k: f"{place}: {v}" for k, v in fault.items() if k in _WORDS and isinstance(v, str)}
    return {**fault, **words, "param": place}


def _inner(text: object) -> object | None:
    """Return the JSON that stands in a string, as gateways pass on what another server said."""
    if not isinstance(text, str) or not text.lstrip().startswith(("{", "[")):
        return None
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict | list) else None


def _without_tags(text: str) -> str:
    if "<" not in text:
        return text
    bare = re.sub(r"(?is)<(script|style)\b.*?</\1>|<[^>]*>", " ", text[:_READ])
    return html.unescape(bare)


def _seconds(headers: Mapping[str, str]) -> float | None:
    """Read Retry-After, in seconds or as a date, or its twin in milliseconds."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        header = headers.get(name, "")
        try:
            wait = float(header) * unit
        except ValueError:
            try:
                wait = parsedate_to_datetime(header).timestamp() - time.time()
            except (ValueError, OverflowError):
                continue
        if math.isfinite(wait):
            return max(0.0, wait)
    return None
