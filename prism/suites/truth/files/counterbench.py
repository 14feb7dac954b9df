"""Reads CounterBench: causal statements in words, and a deterministic counterfactual question.

A statement is ``CAUSES cause(s) EFFECTS``: causes are joined by *and* (*together*) or *or*, effects
by commas and *and*; *not* may stand before any of them. A variable that several statements cause
takes either one's word for it. Variables without a cause are roots, each state equally likely.
Source: CounterBench (2025), its public data.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.records.item import Item
from prism.scm.truth import Truth
from prism.suites.truth.files.cladder import load_records

__all__ = ["read_counterbench", "read_question", "read_statements"]

_FACTS = re.compile(r"We know that (.+?)\.?\s*(?:We observed (.+?)\.?\s*)?$")
_CAUSES = re.compile(r"^(.+?)\s+causes?\s+(.+)$")
_LITERAL = re.compile(r"^(not )?(\w+)$")
_WOULD = re.compile(r"[Ww]ould (\w+) (not )?occur")
_SUPPOSED = re.compile(r"(?:if|suppose|Assume) (.+?)(?= instead|\?|\.|, and based|$)")


@dataclass(frozen=True)
class _Literal:
    name: str
    holds: bool


def read_counterbench(path: Path) -> Iterator[Item]:
    """Yield one item a question, with its model and query under ``truth``.

    Raises
    ------
    UnreadableFile, UnknownFormat, BadRecord
        The file or a sentence in it is not of CounterBench's form.
    """
    for record in load_records(path):
        where = f"{path}: question {record.get('question_id')}"
        try:
            truth = _truth(record)
        except (KeyError, BadRecord) as exc:
            raise BadRecord(str(exc), where=where) from exc
        yield Item(
            id=f"counterbench/{record['question_id']}",
            kind="truth",
            texts={"context": record["given_info"], "question": record["question"]},
            gold=(record["answer"],),
            truth=truth.model_dump(mode="json"),
            domain=record["type"],
        )


def read_statements(text: str) -> dict[str, str]:
    """Return the boolean expression of every caused variable.

    >>> read_statements("A causes B and not C, B or C causes D, and not D and A together cause E")
    {'B': 'A', 'C': 'not (A)', 'D': 'B or C', 'E': 'not D and A'}
    """
    found: dict[str, str] = {}
    for causes, effects in _statements(text):
        expression = re.sub(r"\s+together$", "", causes)
        for effect in effects:
            made = expression if effect.holds else f"not ({expression})"
            seen = found.get(effect.name)
            found[effect.name] = made if seen is None else f"({seen}) or ({made})"
    return found


def read_question(text: str) -> tuple[_Literal, tuple[_Literal, ...]]:
    """Return the outcome asked about and what is supposed.

    >>> outcome, supposed = read_question("Would E occur if not A instead of A?")
    >>> outcome, supposed
    (_Literal(name='E', holds=True), (_Literal(name='A', holds=False),))
    """
    would = _WOULD.search(text)
    supposed = [literal for part in _SUPPOSED.findall(text) for literal in _literals(part)]
    if would is None or not supposed:
        raise BadRecord(f"no counterfactual question in {text!r}")
    return _Literal(would[1], would[2] is None), tuple(supposed)


def _truth(record: Mapping[str, Any]) -> Truth:
    facts = _FACTS.search(record["given_info"])
    if facts is None:
        raise BadRecord("no 'We know that …'")
    expressions = read_statements(facts[1])
    outcome, supposed = read_question(record["question"])
    seen = tuple(_literals(facts[2])) if facts[2] else ()
    mentioned = [name for text in expressions.values() for name in re.findall(r"\w+", text)]
    mentioned += [literal.name for literal in (outcome, *supposed, *seen)]
    roots = dict.fromkeys(
        n for n in mentioned if n not in expressions and n not in ("not", "and", "or")
    )
    mechanisms: dict[str, JsonValue] = {name: {"table": [0.5, 0.5]} for name in roots}
    mechanisms |= {name: {"expression": text} for name, text in expressions.items()}
    world = ", ".join(f"{a.name}={int(a.holds)}" for a in supposed)
    given = ", ".join(f"{a.name}={int(a.holds)}" for a in seen)
    query = f"P({outcome.name}[{world}]={int(outcome.holds)}{' | ' if given else ''}{given})"
    return Truth(scm={"mechanisms": mechanisms}, query=query, threshold=0.5)


def _statements(text: str) -> list[tuple[str, list[_Literal]]]:
    """Split into statements: a piece without a verb goes on with the effects of the last one."""
    found: list[tuple[str, list[_Literal]]] = []
    for piece in re.split(r",\s*(?:and\s+)?", text):
        match = _CAUSES.match(piece.strip())
        if match:
            found.append((match[1], _literals(match[2])))
        elif found:
            found[-1][1].extend(_literals(piece))
        else:
            raise BadRecord(f"no cause in {piece!r}")
    return found


def _literals(text: str) -> list[_Literal]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text.strip())
    matches = [_LITERAL.match(part.strip()) for part in parts]
    if not all(matches):
        raise BadRecord(f"cannot read {text!r}")
    return [_Literal(m[2], m[1] is None) for m in matches if m]
