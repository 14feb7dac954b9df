"""Every measure of the edit suite: what the embedded judge answers against what people said."""

import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.fidelity.edit_data import (
    SCONE,
    PastaVote,
    pairs,
    pasta_gold,
    pasta_votes,
    timetravel,
)
from benchmarks.fidelity.edit_facts import negations, restate, reworded, verbatim
from benchmarks.fidelity.edit_mutations import mutations
from benchmarks.fidelity.edit_own import defeats_strings, mode_counts, score_all, slices
from prism.claims.check import check, entails
from prism.claims.order import preferred
from prism.text.nlp import analyse
from prism.text.request import antecedents

__all__ = ["MEASURES", "Row"]

Confusion = Counter[tuple[str, str]]


@dataclass(frozen=True)
class Row:
    """One measure: its value with an interval of two standard errors, and what it is held against.

    ``lower`` says that less is better. ``confusion`` counts (right, answered).
    """

    name: str
    value: float
    n: int
    baseline: str = "–"
    floor: float | None = None
    goal: float | None = None
    lower: bool = False
    confusion: Confusion = field(default_factory=Counter)
    note: str = ""

    @property
    def error(self) -> float:
        """Two standard errors of a share."""
        return 2 * math.sqrt(max(0.0, self.value * (1 - self.value)) / max(1, self.n))

    def reaches(self, target: float | None) -> bool:
        """Whether the value reaches ``target``; nothing is always reached."""
        return target is None or (self.value <= target if self.lower else self.value >= target)


def _accuracy(confusion: Confusion) -> float:
    return sum(n for (gold, got), n in confusion.items() if gold == got) / max(1, confusion.total())


def _macro_f1(confusion: Confusion) -> float:
    labels = {gold for gold, _ in confusion}
    scores = []
    for label in labels:
        hit = confusion[label, label]
        other = sum(n for (gold, got), n in confusion.items() if (gold == label) != (got == label))
        scores.append(2 * hit / (2 * hit + other) if hit else 0.0)
    return sum(scores) / len(scores)


def _balanced(confusion: Confusion) -> float:
    labels = sorted({gold for gold, _ in confusion})
    return sum(
        confusion[label, label] / sum(n for (gold, _), n in confusion.items() if gold == label)
        for label in labels
    ) / len(labels)


def _pairs(data: Path, name: str) -> Confusion:
    rows = pairs(data, name)
    golds = {row.gold for row in rows}
    return Counter((row.gold, _as(golds, entails(row.premise, row.claim))) for row in rows)


def _as(golds: set[str], answer: str) -> str:
    """Say ``answer`` in the labels of a set that knows fewer of them."""
    if "not" in golds:
        return "yes" if answer == "yes" else "not"
    return answer if answer in golds else "unsaid"


def cad_nli(data: Path) -> list[Row]:
    """Originals and revisions, three ways."""
    confusion = _pairs(data, "cad_nli")
    return [
        Row(
            "cad_nli",
            _accuracy(confusion),
            confusion.total(),
            "0.34",
            0.58,
            0.68,
            confusion=confusion,
        )
    ]


def sick(data: Path) -> list[Row]:
    """The same three ways."""
    confusion = _pairs(data, "sick")
    return [
        Row(
            "sick", _accuracy(confusion), confusion.total(), "0.57", 0.72, 0.80, confusion=confusion
        )
    ]


def scone(data: Path) -> list[Row]:
    """Six sets of negation scope: the mean of their accuracies, and each of them."""
    each = {part: _pairs(data, f"scone/{part}") for part in SCONE}
    total: Confusion = sum(each.values(), Counter())
    mean = sum(map(_accuracy, each.values())) / len(each)
    rows = [Row("scone (mean of six)", mean, total.total(), "0.50", 0.70, 0.85, confusion=total)]
    return rows + [Row(f"  {part}", _accuracy(c), c.total()) for part, c in each.items()]


def monli(data: Path) -> list[Row]:
    """Monotonicity under negation."""
    confusion = _pairs(data, "monli")
    return [
        Row(
            "monli",
            _accuracy(confusion),
            confusion.total(),
            "0.50",
            0.80,
            0.95,
            confusion=confusion,
        )
    ]


def negnli(data: Path) -> list[Row]:
    """Macro F1 over three sets with inserted negation."""
    each = {part: _pairs(data, f"negnli/{part}") for part in ("MNLI", "RTE", "SNLI")}
    total: Confusion = sum(each.values(), Counter())
    mean = sum(map(_macro_f1, each.values())) / len(each)
    rows = [Row("negnli (macro F1, mean)", mean, total.total(), "–", 0.50, 0.60, confusion=total)]
    return rows + [Row(f"  {part}", _macro_f1(c), c.total()) for part, c in each.items()]


def others(data: Path) -> list[Row]:
    """Sets without a target: printed."""
    rows = []
    for name in ("med", "fracas", "condaqa"):
        confusion = _pairs(data, name)
        rows.append(Row(f"{name} (printed)", _accuracy(confusion), confusion.total()))
    return rows


def pasta(data: Path) -> list[Row]:
    """Facts of human rewrites: kept or reworded lines hold, changed lines do not."""
    confusion: Confusion = Counter()
    strings: Confusion = Counter()
    for item in pasta_gold(data):
        story, rewrite = " ".join(item.story), " ".join(item.rewrite)
        for old, new, on in zip(item.story, item.rewrite, item.on, strict=True):
            kept = old == new or reworded(old, new)
            if not kept and not on:
                continue  # a line changed beside the point: nobody said whether its fact stands
            gold = "holds" if kept else "fails"
            strings[gold, "holds" if verbatim(old, rewrite) else "fails"] += 1
            fact = restate(old, story)
            if verbatim(fact, rewrite):
                continue
            confusion[gold, _holds(check(fact, rewrite, story).status)] += 1
    return [
        Row(
            "pasta gold, facts not verbatim",
            _balanced(confusion),
            confusion.total(),
            "string match",
            0.70,
            0.82,
            confusion=confusion,
        ),
        Row(
            "  string match on all facts",
            _balanced(strings),
            strings.total(),
            note="proves nothing",
        ),
    ]


def pasta_mutations(data: Path) -> list[Row]:
    """Kept facts hold in the human's rewrite and fail where we mutated the line that tells them."""
    confusion: Confusion = Counter()
    kinds: dict[str, Confusion] = {}
    for item in pasta_gold(data)[::3]:
        story = " ".join(item.story)
        for place, (old, new) in enumerate(zip(item.story, item.rewrite, strict=True)):
            kept = old == new
            if not kept and not reworded(old, new):
                continue
            fact = restate(old, story)
            rewrite = " ".join(item.rewrite)
            if not verbatim(fact, rewrite):
                confusion["holds", _holds(check(fact, rewrite, story).status)] += 1
            if kept:
                for name, changed in mutations(new):
                    lines = [*item.rewrite[:place], changed, *item.rewrite[place + 1 :]]
                    got = _holds(check(fact, " ".join(filter(None, lines)), story).status)
                    confusion["fails", got] += 1
                    kinds.setdefault(name, Counter())["fails", got] += 1
    rows = [
        Row(
            "pasta gold with own mutations",
            _balanced(confusion),
            confusion.total(),
            "0.50",
            0.80,
            0.90,
            confusion=confusion,
        )
    ]
    return rows + [Row(f"  {name} caught", _accuracy(c), c.total()) for name, c in kinds.items()]


def _holds(status: str) -> str:
    return "holds" if status == "holds" else "fails"


def pasta_models(data: Path) -> list[Row]:
    """Model rewrites: valid where the changed sentences tell the new state or deny the old one.

    The old state must hold neither in them nor in the whole.
    """
    confusion: Confusion = Counter()
    for vote in pasta_votes(data):
        answer = _tells_change(vote)
        confusion["valid" if vote.valid else "not", "valid" if answer else "not"] += 1
    return [
        Row(
            "pasta model rewrites, agreement",
            _accuracy(confusion),
            confusion.total(),
            "0.51",
            0.58,
            0.66,
            confusion=confusion,
        )
    ]


def _tells_change(vote: PastaVote) -> bool:
    old, new = (re.split(r"(?<=[.!?])\s+", text) for text in (vote.story, vote.rewrite))
    changed = " ".join(sentence for sentence in new if sentence not in old)
    if not changed or check(vote.state, vote.rewrite, vote.story, "changed").status == "holds":
        return False
    before = check(vote.state, changed, vote.story, "changed").status
    if before == "holds":
        return False
    dropped = [sentence for sentence in old if sentence not in new]
    return (
        check(vote.new_state, changed, vote.story).status == "holds"
        or before in ("contradicted", "revised")
        or any(check(line, changed, vote.story).status == "contradicted" for line in dropped)
    )


def travel(data: Path) -> list[Row]:
    """Sentences that all three people kept in other words must not be failed."""
    confusion: Confusion = Counter()
    edited: Confusion = Counter()
    for item in timetravel(data):
        story = " ".join((item.premise, item.initial, *item.ending))
        for place, sentence in enumerate(item.ending):
            versions = [r[place] for r in item.rewrites if place < len(r)]
            if len(versions) < 3:
                continue
            kept = [_kept(sentence, version) for version in versions]
            for version, ending in zip(versions, item.rewrites, strict=False):
                if all(kept) and not verbatim(sentence, version):
                    text = " ".join((item.premise, item.counterfactual, *ending))
                    got = check(sentence, text, story, "kept").status
                    confusion["holds", _holds(got)] += 1
                elif not any(kept) and all(_changed(sentence, v) for v in versions):
                    text = " ".join((item.premise, item.counterfactual, *ending))
                    edited["fails", _holds(check(sentence, text, story).status)] += 1
    wrong = 1 - _accuracy(confusion)
    return [
        Row(
            "timetravel: human rewrites wrongly failed",
            wrong,
            confusion.total(),
            "–",
            0.10,
            0.04,
            lower=True,
            confusion=confusion,
        ),
        Row("  what all three changed is noticed", _accuracy(edited), edited.total()),
    ]


def _kept(old: str, new: str) -> bool:
    return verbatim(old, new) or reworded(old, new)


def _changed(old: str, new: str) -> bool:
    return negations(old) != negations(new) or not _kept(old, new)


def semeval(data: Path) -> list[Row]:
    """Token F1 of the antecedent span, averaged over sentences."""
    scores = []
    path = data / "semeval2020_task5" / "subtask2_train.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            doc = analyse(row["sentence"])
            start, end = int(row["antecedent_startid"]), int(row["antecedent_endid"]) + 1
            gold = {t.i for t in doc if t.idx >= start and t.idx + len(t) <= end}
            found = antecedents(doc)
            got = set(range(found[0].start, found[0].end)) if found else set()
            scores.append(2 * len(gold & got) / (len(gold) + len(got)) if gold | got else 0.0)
    return [
        Row(
            "semeval2020_task5: antecedent token F1",
            sum(scores) / len(scores),
            len(scores),
            "–",
            0.70,
            0.80,
        )
    ]


def explica(data: Path) -> list[Row]:
    """The connective that most raters prefer, four ways."""
    confusion: Confusion = Counter()
    with (data / "explica" / "explica.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            answer = preferred(row["Sentence_A"], row["Sentence_B"])
            confusion[row["human_preferred_connective"], answer] += 1
    return [
        Row(
            "explica: preferred connective",
            _accuracy(confusion),
            confusion.total(),
            "0.25",
            None,
            0.45,
            confusion=confusion,
        )
    ]


def own(data: Path) -> list[Row]:
    """prism's own labelled edits: the three checks, their claims, slices and failure modes."""
    del data  # the items ship with the benchmark
    scored = score_all()
    rows = []
    for name in ("E0", "E1", "E2"):
        confusion = Counter((_pass(s.gold(name)), _pass(s.answered(name))) for s in scored)
        always = sum(s.gold(name) for s in scored) / len(scored)
        rows.append(
            Row(
                f"own items, {name} passes",
                _accuracy(confusion),
                len(scored),
                f"{always:.2f} always",
                None,
                0.85,
                confusion=confusion,
            )
        )
        if name != "E0":
            claims = Counter(pair for s in scored for pair in s.claims(name))
            rows.append(
                Row(
                    f"  {name} status of a claim, five ways",
                    _accuracy(claims),
                    claims.total(),
                    goal=1.0,
                    confusion=claims,
                )
            )
    wrong, total = defeats_strings(scored)
    rows.append(Row("  labels that defeat string match", wrong / total, total, goal=0.40))
    for key in ("domain", "motif"):
        for value, row in sorted(slices(scored, key).items()):
            right, n = (sum(column) for column in zip(*row.values(), strict=True))
            note = ", ".join(f"{c} {r / m:.2f}" for c, (r, m) in sorted(row.items()))
            rows.append(Row(f"  {key} {value}", right / n, n, note=note))
    for mode, counts in sorted(mode_counts(scored).items()):
        hit = counts["hit"]
        value = 2 * hit / (2 * hit + counts["missed"] + counts["false alarm"])
        note = ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items()))
        rows.append(Row(f"  mode {mode} (F1)", value, counts.total(), note=note))
    return rows


def _pass(value: bool) -> str:
    return "passes" if value else "fails"


MEASURES: Sequence[Callable[[Path], Iterable[Row]]] = (
    cad_nli, sick, scone, monli, negnli, pasta, pasta_mutations, pasta_models, travel, semeval,
    explica, own, others,
)  # fmt: skip
