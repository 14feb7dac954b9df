"""The embedded judge on prism's own labelled edits, through the suite as a user runs it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prism.engine.score import run_sync
from prism.engine.score import score_all as score_items
from prism.files.source import read_source
from prism.judges.local.judge import LocalJudge
from prism.parsers.embedded import EmbeddedParser
from prism.suites.base import Setup
from prism.suites.edit.report import EditReport
from prism.suites.reading import read_items

__all__ = ["ITEMS", "Scored", "defeats_strings", "mode_counts", "score_all", "slices"]

ITEMS = Path(__file__).parent.parent / "edits" / "items.jsonl"
CHECKS = ("E0", "E1", "E2")


@dataclass(frozen=True)
class Scored:
    """One labelled rewrite and its report."""

    record: dict[str, Any]
    rewrite: dict[str, Any]
    report: EditReport

    def gold(self, check: str) -> bool:
        """Whether the label passes the check."""
        labels = self.rewrite["labels"]
        if check == "E0":
            return bool(labels["E0"])
        if check == "E1":
            return all(status == "holds" for status in labels["E1"])
        return all(status != "holds" for status in labels["E2"])

    def answered(self, check: str) -> bool:
        """Whether the report passes it."""
        return self.report.checks[check].value == 1.0  # type: ignore[index]

    def claims(self, check: str) -> Iterator[tuple[str, str]]:
        """Yield label and status of every claim."""
        lines = self.report.checks[check].claims  # type: ignore[index]
        yield from zip(self.rewrite["labels"][check], (str(c.status) for c in lines), strict=True)


def score_all() -> list[Scored]:
    """Score every rewrite of the own items with the embedded judge."""
    records = [json.loads(line) for line in ITEMS.read_text(encoding="utf-8").splitlines()]
    pairs = [(record, rewrite) for record in records for rewrite in record["rewrites"]]
    items = read_items(read_source(str(ITEMS)))
    setup = Setup(parser=EmbeddedParser(), judge=LocalJudge())
    reports = run_sync(lambda: score_items(items, setup))
    found = []
    for (record, rewrite), report in zip(pairs, reports, strict=True):
        if not isinstance(report, EditReport):
            raise TypeError("the edit suite makes edit reports")
        found.append(Scored(record, rewrite, report))
    return found


def defeats_strings(scored: list[Scored]) -> tuple[int, int]:
    """Return how many labels string match and connectives alone get wrong, and of how many.

    String match says *holds* where the claim stands word for word; a list of connectives alone
    cannot tell a wrong one and calls every text in order.
    """
    wrong = total = 0
    for entry in scored:
        text = _words(entry.rewrite["text"])
        for check, key in (("E1", "preserve"), ("E2", "revise")):
            claims = entry.record["criteria"][key]
            for claim, label in zip(claims, entry.rewrite["labels"][check], strict=True):
                wrong += (_words(claim) in text) != (label == "holds")
                total += 1
        wrong += not entry.rewrite["labels"]["E0"]
        total += 1
    return wrong, total


def slices(scored: list[Scored], key: str) -> dict[str, dict[str, tuple[int, int]]]:
    """Return right answers and totals a check, by ``domain`` or ``motif`` of the record."""
    table: dict[str, dict[str, tuple[int, int]]] = {}
    for entry in scored:
        row = table.setdefault(entry.record[key], {})
        for check in CHECKS:
            right, n = row.get(check, (0, 0))
            row[check] = (right + (entry.gold(check) == entry.answered(check)), n + 1)
    return table


def mode_counts(scored: list[Scored]) -> dict[str, Counter[str]]:
    """Return hits, misses and false alarms of every failure mode."""
    table: dict[str, Counter[str]] = {}
    for entry in scored:
        gold = set(entry.rewrite["failure_modes"])
        got = {mode.mode for mode in entry.report.failure_modes}
        for mode in gold | got:
            kind = "hit" if mode in gold & got else "missed" if mode in gold else "false alarm"
            table.setdefault(mode, Counter())[kind] += 1
    return table


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
