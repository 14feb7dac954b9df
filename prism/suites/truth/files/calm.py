"""Reads CaLM (lite): structure tasks, and effects with the numbers that they need.

Facts about the files (Chen et al., Causal Evaluation of Language Models, 2024; read in the public
data): a file's name gives the task. Three shapes of record: graphs as ``"A causes B, …"`` with
options or a yes/no answer (0 and 1); CLadder questions with ``meta``; and effects with a
``Background`` of graph, words and numbers, whose answer is a number. ``data_info_math`` may lack a
number that the sentences of ``data_info`` give, so both are read; a word such as *abundant* is
matched to its state where a sentence and a formula give the same number for the same variables.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prism.errors import BadRecord
from prism.scm.diagram import Diagram
from prism.scm.known import Known
from prism.scm.query import Effect, Event, Term
from prism.suites.truth.files.cladder import load_records

__all__ = ["Numbers", "diagram_of", "read_calm", "read_numbers"]

_LINK = re.compile(r"\b(\w+) causes (\w+)\b")
_PAIR = re.compile(r"\b(\w+) and (\w+)\b")
_ARROW = re.compile(r"(\w+)->(\w+)")
_NODES = re.compile(r"nodes ((?:\w+, )*\w+)")
_FACT = re.compile(r"P\(([^()|]+)(?:\|([^()]+))?\)=([\d.]+)")
_SENTENCE = re.compile(
    r"(?:For those with (?P<given>.+?), )?[Tt]he probability of (?P<of>.+?) is (?P<p>\d\.\d+)"
)
_NAMED = re.compile(r"([A-Z]) represents (.+?)(?=, [A-Z] represents| and [A-Z] represents|\.\s*$)")


@dataclass(frozen=True)
class Numbers:
    """An effect question with its numbers.

    ``side`` is ``upper`` or ``lower`` where a bound is asked for, None where the effect itself is.
    """

    known: Known
    effect: Effect
    side: str | None
    gold: float


def read_calm(path: Path) -> list[dict[str, Any]]:
    """Return the records of one task file."""
    return load_records(path)


def diagram_of(record: Mapping[str, Any]) -> Diagram:
    """Return the diagram of a structure task.

    >>> diagram_of({"vertices": ["A", "B"], "edges": "A causes B"}).edges
    (('A', 'B'),)
    """
    text = record.get("edges") or record.get("di_edges") or record.get("ar_edges") or ""
    edges = tuple(dict.fromkeys(_LINK.findall(text)))
    return Diagram(
        tuple(record["vertices"]), edges, tuple(_PAIR.findall(record.get("bi_edges", "")))
    )


def read_numbers(record: Mapping[str, Any], where: str = "calm") -> Numbers:
    """Return the effect question of a record with a ``Background``.

    Raises
    ------
    BadRecord
        The words of the question cannot be matched with the states of the numbers.
    """
    background = record["Background"]
    nodes = _NODES.search(background["graph"])
    names = dict(_NAMED.findall(background["real_world_meaning"].strip()))
    if nodes is None or not names:
        raise BadRecord("no graph, or no names for its nodes", where=where)
    known = Known(Diagram(tuple(nodes[1].split(", ")), tuple(_ARROW.findall(background["graph"]))))
    for states, conditions, chance in _formulas(background["data_info_math"]):
        known.add(states, conditions, chance)
    sentences = list(_sentences(background["data_info"], names))
    words = _vocabulary(sentences, known)
    for of, given, chance in sentences:
        if all((letter, word) in words for letter, word in (*of.items(), *given.items())):
            known.add(
                {a: words[a, w] for a, w in of.items()},
                {a: words[a, w] for a, w in given.items()},
                chance,
            )
    return _question(record, known, names, words)


_Fact = tuple[dict[str, int], dict[str, int], float]
_Sentence = tuple[dict[str, str], dict[str, str], float]
_Words = dict[tuple[str, str], int]


def _formulas(text: str) -> Iterator[_Fact]:
    """Yield the probabilities that ``P(C=1|A=0,B=1)=0.25; …`` states."""
    for of, given, chance in _FACT.findall(text):
        yield _states(of), _states(given), float(chance)


def _states(text: str) -> dict[str, int]:
    pairs = (part.split("=") for part in text.split(",") if part)
    return {name.strip(): int(state) for name, state in pairs}


def _sentences(text: str, names: Mapping[str, str]) -> Iterator[_Sentence]:
    """Yield the probabilities that sentences state, with words in place of states."""
    for match in _SENTENCE.finditer(text):
        given = _words(match["given"] or "", names)
        yield _words(match["of"], names), given, float(match["p"])


def _words(text: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the word after ``NAME being`` for every name in the text, long names first."""
    found: dict[str, str] = {}
    for letter, name in sorted(names.items(), key=lambda item: -len(item[1])):
        pattern = re.compile(re.escape(name) + r" being (.+?)(?=,| and |$)")
        if match := pattern.search(text):
            found[letter] = match[1]
            text = text[: match.start()] + text[match.end() :]
    return found


def _vocabulary(sentences: list[_Sentence], known: Known) -> _Words:
    """Match each word with a state, through sentences and formulas that give the same number."""
    words: _Words = {}
    for of, given, chance in sentences:
        fits = [
            dict(of_states | given_states)
            for (of_states, given_states), value in known.facts.items()
            if {a for a, _ in of_states} == of.keys()
            and {a for a, _ in given_states} == given.keys()
            and abs(value - chance) < 5e-5
        ]
        for letter, word in (*of.items(), *given.items()):
            states = {fit[letter] for fit in fits}
            if len(states) == 1:
                words.setdefault((letter, word), states.pop())
    for of, given, _ in sentences:
        for letter, word in (*of.items(), *given.items()):
            if (letter, word) not in words and (state := _other(words, letter)) is not None:
                words[letter, word] = state
    return words


def _other(words: _Words, letter: str) -> int | None:
    """Return the state that is left where one word of a variable is known."""
    states = {state for (name, _), state in words.items() if name == letter}
    return 1 - states.pop() if len(states) == 1 else None


def _state(words: _Words, letter: str, word: str) -> int | None:
    return words.get((letter, word), _other(words, letter))


def _question(
    record: Mapping[str, Any], known: Known, names: Mapping[str, str], words: _Words
) -> Numbers:
    kind, text, gold = record["Type"], record["Question"], float(record["gt_answer"])
    x, y = _ends(record["Instruction"], names)
    side = next((s for s in ("upper", "lower") if f"{s} bound" in text), None)
    if kind in ("PN", "PS"):
        return Numbers(known, Effect(kind, x, y), side, gold)
    changed = re.search(
        re.escape(names[x]) + r" (?:is changed to be|changing to be|had been) (.+?)[,?]", text
    )
    likely = re.search(r"more likely to be (.+?)\?", text)
    treated = _state(words, x, changed[1]) if changed else None
    if kind == "ETT" and treated is not None:
        treated = 1 - treated  # the question tells what had been instead of the treatment
    state = _state(words, y, likely[1]) if likely else None
    held = tuple(
        Event(Term(letter), _text(_state(words, letter, word)))
        for letter, word in _held(text, names).items()
        if kind == "CDE"
    )
    control = None if treated is None else 1 - treated
    query = Effect(kind, x, y, _text(control), _text(treated), _text(state), held)
    return Numbers(known, query, None, gold)


def _text(state: int | None) -> str | None:
    return None if state is None else str(state)


def _ends(instruction: str, names: Mapping[str, str]) -> tuple[str, str]:
    """Return the letters of ``Consider the … of TREATMENT on OUTCOME.``."""
    for x, first in names.items():
        for y, second in names.items():
            if instruction.rstrip(". ").endswith(f" of {first} on {second}"):
                return x, y
    raise BadRecord(f"no treatment and outcome in {instruction!r}")


def _held(text: str, names: Mapping[str, str]) -> dict[str, str]:
    clause = re.match(r"Conditioned on (.+?), if ", text)
    return _words(clause[1], names) if clause else {}
