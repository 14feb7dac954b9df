"""Relations marked by words: GUM in GDTB (PDTB style) and in eRST (signal tokens).

Three readings of one question, *does prism say that these words mark a relation of the families?*

1. At the corpus's connectives: GDTB's ``Explicit`` relations, eRST's ``dm`` and ``orphan`` signals.
   What else prism marks does not count.
2. Every connective prism marks: one that the corpus does not mark is wrong. This charges for
   words which the corpora annotate in another layer (``due to``, ``that makes``) or cannot
   annotate: their relations hold between units, and a cause told inside a unit (``cut short due
   to injury``) has no place in them.
3. Every marked relation between units, which is what the corpora annotate. To the gold connectives
   come the other wordings: GDTB's ``AltLex``, eRST's ``alternate_expression`` and
   ``indicative_phrase`` (their words are missed where prism does not mark them; single content
   words, ``indicative_word``, are no connectives on either side). Of prism's connectives those
   count that join two of the units prism itself cuts from the plain text; one that joins none is
   neither wrong nor right, so that the corpus's own mark there is missed.

On both sides only connectives count (conjunctions, adverbs, prepositions and their phrases), not
verbs (``caused``) nor bare infinitives and participles, which GDTB leaves implicit and eRST counts
as syntactic signals.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fidelity.corpora import gdtb
from benchmarks.fidelity.gold import coarse
from benchmarks.fidelity.rows import Row, ratio, row
from prism.text.boundaries import unit_ranges
from prism.text.connectives import find
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

__all__ = ["rows"]

Span = tuple[int, int]
KINDS = frozenset({"mark", "prep", "coord", "adverb"})
SENSES = {
    "CAUSE": "cause", "RESULT": "cause", "CONSEQUENCE": "cause", "EXPLANATION": "cause",
    "PURPOSE": "purpose", "CONDITION": "condition",
}  # fmt: skip
SIGNALS = frozenset({"dm", "orphan", "alternate_expression", "indicative_phrase"})
ALL = frozenset(SENSES.values())
LEXICAL = frozenset({"because", "so", "therefore", "if", "since", "thus", "in order", "hence"})


@dataclass(frozen=True, slots=True)
class Marked:
    """One gold mark: where it stands, its family ('' outside), which argument causes.

    ``connective`` is False for other wordings (AltLex).
    """

    cue: tuple[Span, ...]
    family: str
    cause: str | None = None
    connective: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """One connective of ours; ``joins`` says whether its arguments are in different units."""

    start: int
    end: int
    text: str
    sense: str
    cause: str | None
    joins: bool


Parsed = list[tuple[str, list[Marked], list[Claim]]]


def rows(data: Path) -> list[Row]:
    """Return the rows of both corpora."""
    sets = {
        "gum_gdtb": list(_gdtb(data / "gum_gdtb")),
        "gum_erst": list(_erst(data / "gum_erst" / "rs4")),
    }
    found: list[Row] = []
    for name, corpus in sets.items():
        everything = [(text, gold, _found(text)) for text, gold in corpus]
        parsed = [
            (text, [each for each in gold if each.connective], ours)
            for text, gold, ours in everything
        ]
        for what, families, floor, goal in (
            ("cause, explanation, purpose, condition", ALL, 0.78, 0.85),
            ("cause and explanation", frozenset({"cause"}), 0.65, 0.75),
        ):
            measured = [_sense(gold, ours, families) for _, gold, ours in parsed]
            simple = _words_alone(parsed, families)
            found.append(
                row("marked", f"{what}: sense of marked relations, {name}", measured,
                    baseline=f"word list {simple:.3f}", floor=floor, goal=goal)
            )  # fmt: skip
            strict = [_end_to_end(gold, ours, families) for _, gold, ours in parsed]
            found.append(
                row("marked", f"{what}: every connective we mark, {name}", strict,
                    baseline=_foreign(parsed, families))
            )  # fmt: skip
            between = [
                _end_to_end(gold, [each for each in ours if each.joins], families)
                for _, gold, ours in everything
            ]
            found.append(
                row("marked", f"{what}: every marked relation between units, {name}", between,
                    baseline=_precision(between))
            )  # fmt: skip
        if name == "gum_gdtb":
            found.append(
                row("marked", f"direction of the causes found, {name}",
                    [_direction(gold, ours) for _, gold, ours in parsed], ratio,
                    baseline=_always(parsed), floor=0.95, goal=0.98)
            )  # fmt: skip
    return found


def _found(text: str) -> list[Claim]:
    tokens = Tokens.of(analyse(text))
    owner = {
        place: number
        for number, unit in enumerate(unit_ranges(tokens, text))
        for place in range(*unit)
    }
    found = []
    for each in find(tokens):
        if each.kind in KINDS:
            start, end = tokens.start[each.cue[0]], tokens.end[each.cue[1] - 1]
            joins = owner[each.head1] != owner[each.head2]
            found.append(Claim(start, end, text[start:end], each.label, each.cause, joins))
    return found


def _gdtb(folder: Path) -> Iterator[tuple[str, list[Marked]]]:
    for _, text, relations in gdtb(folder):
        gold = []
        for each in relations:
            top, second, *_ = (*each.sense.split("."), "", "")
            family = {"Cause": "cause", "Purpose": "purpose"}.get(second, "condition")
            last = each.sense.rsplit(".", 1)[-1]
            cause = {"Reason": "arg2", "Result": "arg1"}.get(last)
            family = family if top == "Contingency" else ""
            gold.append(Marked(each.cue, family, cause, each.kind == "Explicit"))
        yield text, gold


def _erst(folder: Path) -> Iterator[tuple[str, list[Marked]]]:
    families = {"causal": "cause", "explanation": "cause", "purpose": "purpose",
                "contingency": "condition"}  # fmt: skip
    for path in sorted(folder.glob("*.rs4")):
        body = ET.parse(path).getroot().find("body")
        if body is None:
            continue
        text, tokens = "", []
        relation: dict[str | None, str] = {}
        for node in body:
            if node.tag == "segment":
                for word in (node.text or "").split():
                    tokens.append((len(text), len(text) + len(word)))
                    text += word + " "
            if node.tag in ("segment", "group"):
                relation[node.get("id")] = node.get("relname") or ""
        for node in body.iter("secedge"):
            relation[node.get("id")] = node.get("relname") or ""
        gold = [
            Marked(
                tuple(tokens[int(i) - 1] for i in (node.get("tokens") or "").split(",")),
                families.get(coarse(relation[node.get("source")]), ""),
                connective=node.get("type") in ("dm", "orphan"),
            )
            for node in body.iter("signal")
            if node.get("subtype") in SIGNALS
            and node.get("tokens")
            and relation.get(node.get("source"))
        ]
        yield text, gold


def _hits(cue: Iterable[Span], ours: Iterable[Claim]) -> list[Claim]:
    return [
        each for each in ours if any(each.start < end and start < each.end for start, end in cue)
    ]


def _wanted(gold: list[Marked], families: frozenset[str]) -> dict[tuple[Span, ...], bool]:
    """Return for each gold connective whether one of its senses is in the families."""
    wanted: dict[tuple[Span, ...], bool] = {}
    for each in gold:
        wanted[each.cue] = wanted.get(each.cue, False) or each.family in families
    return wanted


def _in(ours: list[Claim], families: frozenset[str]) -> list[Claim]:
    return [each for each in ours if SENSES.get(each.sense) in families]


def _sense(gold: list[Marked], ours: list[Claim], families: frozenset[str]) -> tuple[int, int, int]:
    """Count over the connectives that the corpus marks: is each said to be of the families?"""
    members = _in(ours, families)
    right = wrong = missed = 0
    for cue, wanted in _wanted(gold, families).items():
        said = bool(_hits(cue, members))
        right += said and wanted
        wrong += said and not wanted
        missed += wanted and not said
    return right, wrong, missed


def _end_to_end(
    gold: list[Marked], ours: list[Claim], families: frozenset[str]
) -> tuple[int, int, int]:
    """Count every connective said to be of the families, marked by the corpus or not."""
    right, wrong, missed = _sense(gold, ours, families)
    marked = [span for each in gold for span in each.cue]
    extra = [each for each in _in(ours, families) if not _hits(marked, [each])]
    return right, wrong + len(extra), missed


def _precision(counts: list[tuple[int, int, int]]) -> str:
    """Tell what the F1 is made of."""
    right, wrong, missed = (sum(column) for column in zip(*counts, strict=True))
    return f"P {right / (right + wrong):.3f}, R {right / (right + missed):.3f}"


def _foreign(parsed: Parsed, families: frozenset[str]) -> str:
    """Tell what limits the strict count: how many extra words the corpus marks nowhere.

    It leaves out prepositions and other wordings of a cause (``due to``, ``that is why``).
    """
    known = {_words(text, each.cue) for text, gold, _ in parsed for each in gold}
    extra = []
    for _, gold, ours in parsed:
        marked = [span for each in gold for span in each.cue]
        extra += [each for each in _in(ours, families) if not _hits(marked, [each])]
    never = sum(each.text.lower() not in known for each in extra)
    return f"{never} of {len(extra)} extra never marked"


def _words(text: str, cue: tuple[Span, ...]) -> str:
    return " ".join(text[start:end] for start, end in cue).lower()


def _words_alone(parsed: Parsed, families: frozenset[str]) -> float:
    """Return F1 of a bare list of words, without the parse."""
    right = wrong = missed = 0
    for text, gold, _ in parsed:
        for cue, wanted in _wanted(gold, families).items():
            said = _words(text, cue) in LEXICAL
            right += said and wanted
            wrong += said and not wanted
            missed += wanted and not said
    return 2 * right / max(1, 2 * right + wrong + missed)


def _direction(gold: list[Marked], ours: list[Claim]) -> tuple[int, int]:
    right = asked = 0
    for each in gold:
        for hit in _hits(each.cue, _in(ours, frozenset({"cause"})))[:1]:
            if each.cause and hit.cause:
                asked += 1
                right += hit.cause == each.cause
    return right, asked


def _always(parsed: Parsed) -> str:
    causes = [each.cause for _, gold, _ in parsed for each in gold if each.cause]
    first = causes.count("arg1") / len(causes)
    return f"always one way {max(first, 1 - first):.3f}"
