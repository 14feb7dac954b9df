"""The ceiling of any reader of CLadder's text: its printed numbers have two decimals.

Counted is every yes/no question whose truth is a number other than a boolean function's: marginal,
correlation, ate, ett, nde, nie and exp_away (1,185 of the dev cut). Its own estimand is evaluated
on the rounded numbers that its text prints; a term that is not printed is derived from those that
are by the diagram. Where that fails (ett under confounding: P(V1 | X) is not printed) the bounds of
the effect are computed, and answer where both ends say the same. Two shares are told: of all
questions, and of those alone whose number can be computed.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.truth.tally import Tally
from prism.errors import BadInput
from prism.scm.answer import Answer
from prism.scm.known import Known, Underivable
from prism.scm.known_effects import known_effect
from prism.scm.query import Effect
from prism.scm.truth import right_reply
from prism.suites.truth.files.calm_items import known_of
from prism.suites.truth.files.cladder import load_records, truth_of

_TOKEN = re.compile(
    r"\s*(?:\\sum_\{(?P<over>[^}]*)\}|P\((?P<chance>[^()]*)\)|(?P<sign>[-+*/−\[\]]))"
)
_IMPLIED = {
    "marginal": "P(Y=1)",
    "correlation": "P(Y=1|X=1) - P(Y=1|X=0)",
    "exp_away": "P(Y=1|X=1,V3=1) - P(Y=1|X=0,V3=1)",
}


def measure(folder: Path, parts: tuple[str, ...]) -> list[Tally]:
    """Return how many numeric questions the printed numbers answer, by part; then by how."""
    tallies = []
    number = Tally("of these: by a number that can be computed", subset=True)
    bounds = Tally("of these: by bounds alone", subset=True)
    for part in parts:
        tally = Tally(f"cladder {part}, from the numbers printed")
        for record in load_records(folder / f"test-generate-{part}.json"):
            meta = record["meta"]
            formula = meta.get("estimand") or _IMPLIED.get(meta["query_type"])
            if formula is None:
                continue
            answer = _answer(meta, formula)
            right = right_reply(truth_of(meta, {}), answer)
            ours = "undecided" if right is None else "yes" if right else "no"
            name, stored = f"{part}/{record['question_id']}", record["answer"]
            for count in (tally, number if answer.identified else bounds):
                count.note(name, ours, stored, ours == stored, "two decimals are too few")
        tallies.append(tally)
    return [*tallies, number, bounds]


def _answer(meta: dict[str, Any], formula: str) -> Answer:
    known = known_of(meta, digits=2)
    if formula == "P(Y|X)":  # the estimand of a fork's ate is cut short in the file
        formula = _IMPLIED["correlation"]
    try:
        return Answer(formula, Formula(known, formula).value())
    except (Underivable, ZeroDivisionError):
        pass
    try:
        return known_effect(known, Effect(meta["query_type"].upper(), "X", "Y"))
    except BadInput:
        return Answer(formula, None, (-1.0, 1.0))


class Formula:
    r"""An estimand as CLadder writes it, evaluated on known probabilities by recursive descent.

    ::

        formula := product { ("+" | "-") product }
        product := factor { ["*" | "/"] factor }
        factor  := "\sum_{V=v}" product | "[" formula "]" | "P(" … ")"
    """

    def __init__(self, known: Known, text: str) -> None:
        self.known = known
        self.tokens = [m.groupdict() for m in _TOKEN.finditer(text)]
        self.place = 0

    def value(self) -> float:
        """Return the number."""
        return self._formula({})

    def _sign(self, *wanted: str) -> str | None:
        if self.place < len(self.tokens) and self.tokens[self.place]["sign"] in wanted:
            self.place += 1
            return str(self.tokens[self.place - 1]["sign"])
        return None

    def _formula(self, at: Mapping[str, int]) -> float:
        total = self._product(at)
        while sign := self._sign("+", "-", "−"):
            total += self._product(at) if sign == "+" else -self._product(at)
        return total

    def _product(self, at: Mapping[str, int]) -> float:
        total = self._factor(at)
        while self.place < len(self.tokens):
            if self._sign("/"):
                total /= self._factor(at)
            elif self._sign("*") or self.tokens[self.place]["sign"] in (None, "["):
                total *= self._factor(at)
            else:
                break
        return total

    def _factor(self, at: Mapping[str, int]) -> float:
        token = self.tokens[self.place]
        self.place += 1
        if token["chance"] is not None:
            of, _, given = token["chance"].partition("|")
            return self.known.chance(_states(of, at), _states(given, at))
        if token["over"] is not None:
            letter = token["over"].split("=")[1].strip()
            start, total = self.place, 0.0
            for state in (0, 1):
                self.place = start
                total += self._product({**at, letter: state})
            return total
        total = self._formula(at)
        self._sign("]")
        return total


def _states(text: str, at: Mapping[str, int]) -> dict[str, int]:
    pairs = (part.split("=") for part in text.split(",") if part.strip())
    return {n.strip(): at[s.strip()] if s.strip() in at else int(s) for n, s in pairs}
