"""What a model's reply to an edit request is made of: preamble, headings, alternatives, refusal."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from prism.records.verdict import Span

__all__ = ["Form", "Rewrite", "read_rewrites"]

Form = Literal["rewrite", "empty", "refused", "explained", "unchanged"]
_REFUSAL: Final = re.compile(
    r"^\W*(?:i(?:'m| am) (?:sorry|unable|not able)|i (?:cannot|can't|can’t|won't|must decline)"
    r"|sorry,|unfortunately,? i (?:cannot|can't)|as an ai)\b",
    re.IGNORECASE,
)
_PREAMBLE: Final = re.compile(
    r"^\W*(?:sure|certainly|of course|absolutely|okay|ok|here(?:'s| is| are)|below is"
    r"|the (?:revised|rewritten|edited|updated) (?:text|story|passage|version)|rewritten"
    r"|revised|rewrite|counterfactual)\b[^\n]{0,160}[:!]?\**\s*$",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"^\W*(?:let me know|i hope|note:|explanation:|changes(?: made)?:|in this version|key changes"
    r"|feel free)\b",
    re.IGNORECASE,
)
_ALTERNATIVE: Final = re.compile(
    r"^\W*(?:(?:option|version|alternative|variant|rewrite|possibility)\s+(?:\d+|[A-D]|one|two|three)"
    r"\b[^\n]{0,60}|(?:or|alternatively)[:,]\s*)$",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"^\s*(?:#{1,6}\s.*|\*\*[^*\n]{1,80}\*\*:?\s*|-{3,}|={3,})$")
_EXPLAINING: Final = re.compile(
    r"\b(?:would have|would not have|wouldn't have|might have|could have|would be|would likely)\b",
    re.IGNORECASE,
)
_SENTENCES: Final = re.compile(r"[.!?](?:\s|$)")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One version of the story that a reply offers: half-open offsets into the reply."""

    start: int
    end: int
    text: str

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(role="response", start=self.start, end=self.end)


def read_rewrites(reply: str, story: str = "") -> tuple[Form, tuple[Rewrite, ...]]:
    r"""Return what a reply is, and the versions of the story in it without their surroundings.

    ``explained`` is a reply that tells what would have happened instead of telling the story;
    ``unchanged`` one that gives the story back. Both still hold the text, so that it can be judged.

    >>> form, found = read_rewrites("Sure! Here is the text:\n\nIt was dry. All stayed.")
    >>> form, [version.text for version in found]
    ('rewrite', ['It was dry. All stayed.'])
    """
    if not reply.strip():
        return "empty", ()
    if _REFUSAL.match(reply):
        return "refused", ()
    versions = _versions(reply) or (_trimmed(reply, 0, len(reply)),)
    if all(_plain(version.text) == _plain(story) for version in versions):
        return "unchanged", versions
    if all(_explains(version.text) for version in versions):
        return "explained", versions
    return "rewrite", versions


def _versions(reply: str) -> tuple[Rewrite, ...]:
    """Cut the reply at headings of alternatives; drop preamble, headings and closing remarks."""
    found: list[tuple[int, int]] = []
    start: int | None = None
    place, last = 0, 0
    for line in reply.split("\n"):
        end = place + len(line)
        if _ALTERNATIVE.match(line) or _HEADING.match(line) or _PREAMBLE.match(line):
            if start is not None and (_ALTERNATIVE.match(line) or line.strip().startswith("---")):
                found.append((start, last))
                start = None
        elif _CLOSING.match(line):
            break
        elif line.strip():
            start = place if start is None else start
            last = end
        place = end + 1
    if start is not None:
        found.append((start, last))
    return tuple(_trimmed(reply, a, b) for a, b in found if reply[a:b].strip())


def _trimmed(reply: str, start: int, end: int) -> Rewrite:
    quotes = "\"“”'`>*_ \t\n"
    while start < end and reply[start] in quotes:
        start += 1
    while end > start and reply[end - 1] in quotes:
        end -= 1
    return Rewrite(start, end, reply[start:end])


def _explains(text: str) -> bool:
    sentences = max(1, len(_SENTENCES.findall(text)))
    return len(_EXPLAINING.findall(text)) >= max(2, 0.7 * sentences)


def _plain(text: str) -> Sequence[str]:
    return re.findall(r"\w+", text.lower())
