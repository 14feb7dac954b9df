"""Measures on rewritten stories: what people kept, reworded or changed, and our own mutations."""

import re
from collections import Counter
from pathlib import Path

from benchmarks.fidelity.edit_data import PastaVote, pasta_gold, pasta_votes, timetravel
from benchmarks.fidelity.edit_facts import negations, restate, reworded, verbatim
from benchmarks.fidelity.edit_mutations import mutations
from benchmarks.fidelity.edit_rows import Confusion, Row, accuracy, balanced
from prism.entailment.check import check

__all__ = ["pasta", "pasta_models", "pasta_mutations", "travel"]


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
            balanced(confusion),
            confusion.total(),
            "string match",
            0.70,
            0.82,
            confusion=confusion,
        ),
        Row(
            "  string match on all facts",
            balanced(strings),
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
            balanced(confusion),
            confusion.total(),
            "0.50",
            0.80,
            0.90,
            confusion=confusion,
        )
    ]
    return rows + [Row(f"  {name} caught", accuracy(c), c.total()) for name, c in kinds.items()]


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
            accuracy(confusion),
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
    before = check(vote.state, changed, vote.story, "changed")
    if before.status == "holds":
        return False
    dropped = [sentence for sentence in old if sentence not in new]
    return (
        check(vote.new_state, changed, vote.story).status == "holds"
        or before.why == "clash"
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
    wrong = 1 - accuracy(confusion)
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
        Row("  what all three changed is noticed", accuracy(edited), edited.total()),
    ]


def _kept(old: str, new: str) -> bool:
    return verbatim(old, new) or reworded(old, new)


def _changed(old: str, new: str) -> bool:
    return negations(old) != negations(new) or not _kept(old, new)
