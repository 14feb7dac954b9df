"""Reader of the causal news corpus (CNC v2)."""

import ast
import csv
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prism.text.finding import Range
from prism.text.tokens import Tokens

__all__ = ["Pair", "Sentence", "pairs", "sentences", "token_range"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document, and whether it claims a cause."""

    document: str
    text: str
    causal: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Cause, effect and signals of one claim as character ranges of ``text``."""

    document: str
    text: str
    cause: Range
    effect: Range
    signals: tuple[Range, ...]


def sentences(folder: Path) -> Iterator[Sentence]:
    """Yield the sentences of subtask 1."""
    with (folder / "train_sample_subtask1.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            document = "_".join(row["index"].split("_")[:3])
            yield Sentence(document, row["text"], row["label"] == "1")


def pairs(folder: Path) -> Iterator[Pair]:
    """Yield the cause-effect pairs of subtask 2."""
    with (folder / "train_sample_subtask2_grouped.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for marked in ast.literal_eval(row["causal_text_w_pairs"]):
                pair = _pair(row["doc_id"], marked)
                if pair is not None:
                    yield pair


def _pair(document: str, marked: str) -> Pair | None:
    plain, at = "", 0
    edges: dict[str, list[int]] = {}
    for tag in re.finditer(r"<(/?)(ARG[01]|SIG\d)>", marked):
        plain += marked[at : tag.start()]
        at = tag.end()
        edges.setdefault(tag[2], []).append(len(plain))
    plain += marked[at:]
    spans = {name: (ends[0], ends[1]) for name, ends in edges.items() if len(ends) == 2}
    if not {"ARG0", "ARG1"} <= spans.keys():
        return None
    signals = tuple(span for name, span in sorted(spans.items()) if name.startswith("SIG"))
    return Pair(document, plain, spans["ARG0"], spans["ARG1"], signals)


def token_range(tokens: Tokens, span: Range) -> Range:
    """Return the tokens that a character range touches, at least one."""
    first = min(bisect_left(tokens.end, span[0] + 1), len(tokens) - 1)
    return first, max(first + 1, bisect_left(tokens.start, span[1]))
