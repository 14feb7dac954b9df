"""The ceiling of any reader of CLadder's text: its printed numbers have two decimals.

Each numeric question's own estimand is evaluated on the rounded numbers that its text prints. A
term that is not printed is derived from those that are by the diagram; where that fails the
question cannot be answered from its text.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.truth.tally import Tally
from prism.formats.calm_items import known_of
from prism.formats.cladder import load_records, truth_of
from prism.scm.answer import Answer
from prism.scm.known import Known, Underivable
from prism.scm.truth import right_reply

_TOKEN = re.compile(
    r"\s*(?:\\sum_\{(?P<over>[^}]*)\}|P\((?P<chance>[^()]*)\)|(?P<sign>[-+*/−\[\]]))"
)
_IMPLIED = {
    "marginal": "P(Y=1)",
    "correlation": "P(Y=1|X=1) - P(Y=1|X=0)",
    "exp_away": "P(Y=1|X=1,V3=1) - P(Y=1|X=0,V3=1)",
}


def measure(folder: Path, parts: tuple[str, ...]) -> list[Tally]:
    """Return how many numeric questions the printed numbers answer, by part."""
    tallies = []
    for part in parts:
        tally = Tally(f"cladder {part}, from the numbers printed")
        for record in load_records(folder / f"test-generate-{part}.json"):
            meta = record["meta"]
            formula = meta.get("estimand") or _IMPLIED.get(meta["query_type"])
            if formula is None:
                continue
            ours = _answer(meta, formula)
            short = ours == "unanswerable"
            why = "a term of its formula is not printed" if short else "two decimals are too few"
            tally.note(
                f"{part}/{record['question_id']}",
                ours,
                record["answer"],
                ours == record["answer"],
                why,
            )
        tallies.append(tally)
    return tallies


def _answer(meta: dict[str, Any], formula: str) -> str:
    known = known_of(meta, digits=2)
    if formula == "P(Y|X)":  # the estimand of a fork's ate is cut short in the file
        formula = _IMPLIED["correlation"]
    try:
        value = Formula(known, formula).value()
    except (Underivable, ZeroDivisionError):
        return "unanswerable"
    right = right_reply(truth_of(meta, {}), Answer(formula, value))
    return "yes" if right else "no"


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
