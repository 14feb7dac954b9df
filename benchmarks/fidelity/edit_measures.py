"""Every measure of the edit suite: what the embedded judge answers against what people said."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.fidelity.edit_data import SCONE, pairs
from benchmarks.fidelity.edit_own import defeats_strings, mode_counts, score_all, slices
from benchmarks.fidelity.edit_rows import Confusion, Row, accuracy, macro_f1
from benchmarks.fidelity.edit_stories import pasta, pasta_models, pasta_mutations, travel
from prism.entailment.check import entails
from prism.entailment.order import preferred
from prism.text.antecedent import antecedents
from prism.text.nlp import analyse

__all__ = ["MEASURES"]


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
            accuracy(confusion),
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
        Row("sick", accuracy(confusion), confusion.total(), "0.57", 0.72, 0.80, confusion=confusion)
    ]


def scone(data: Path) -> list[Row]:
    """Six sets of negation scope: the mean of their accuracies, and each of them."""
    each = {part: _pairs(data, f"scone/{part}") for part in SCONE}
    total: Confusion = sum(each.values(), Counter())
    mean = sum(map(accuracy, each.values())) / len(each)
    rows = [Row("scone (mean of six)", mean, total.total(), "0.50", 0.70, 0.85, confusion=total)]
    return rows + [Row(f"  {part}", accuracy(c), c.total()) for part, c in each.items()]


def monli(data: Path) -> list[Row]:
    """Monotonicity under negation."""
    confusion = _pairs(data, "monli")
    return [
        Row(
            "monli",
            accuracy(confusion),
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
    mean = sum(map(macro_f1, each.values())) / len(each)
    rows = [Row("negnli (macro F1, mean)", mean, total.total(), "–", 0.50, 0.60, confusion=total)]
    return rows + [Row(f"  {part}", macro_f1(c), c.total()) for part, c in each.items()]


def others(data: Path) -> list[Row]:
    """Sets without a target: printed."""
    rows = []
    for name in ("med", "fracas", "condaqa"):
        confusion = _pairs(data, name)
        rows.append(Row(f"{name} (printed)", accuracy(confusion), confusion.total()))
    return rows


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
            accuracy(confusion),
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
                accuracy(confusion),
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
                    accuracy(claims),
                    claims.total(),
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
