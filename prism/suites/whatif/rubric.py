"""The rubric metric (RM): each criterion is marked 1 to 10 by its own bands; RM = mean ÷ 10."""

from collections.abc import Iterable, Mapping

from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.question import CriterionQuestion
from prism.records.score import Score
from prism.records.subject import CriterionSubject
from prism.records.verdict import Reason, Verdict
from prism.suites.whatif.report import CriterionLine

__all__ = ["MENU", "criterion_lines", "probes", "score"]

MENU = tuple(str(mark) for mark in range(1, 11))


def probes(item: Item, prompts: Prompts) -> list[Probe]:
    """Return one probe a criterion, in their order; none without a rubric."""
    if item.rubric is None:
        return []
    digest = prompts.get("criterion").digest
    return [
        Probe(
            kind="criterion",
            subject=CriterionSubject(number),
            texts={r: item.texts[r] for r in ("question", "response") if r in item.texts},
            question=CriterionQuestion(
                name=criterion.name,
                description=criterion.description,
                bands=dict(criterion.bands),
            ),
            menu=MENU,
            prompt="criterion",
            prompt_digest=digest,
        )
        for number, criterion in enumerate(item.rubric.criteria, 1)
    ]


def criterion_lines(
    asked: Iterable[Probe], verdicts: Mapping[str, Verdict]
) -> tuple[CriterionLine, ...]:
    """Return every criterion with its mark and verdict."""
    lines = []
    for probe in asked:
        verdict = verdicts[probe.subject]
        mark = int(verdict.value) if verdict.value is not None else None
        name = probe.asks(CriterionQuestion).name
        lines.append(CriterionLine(name=name, mark=mark, verdict=verdict, probe=probe))
    return tuple(lines)


def score(lines: Iterable[CriterionLine]) -> Score:
    """Return RM in [0.1, 1]; a rubric without criteria is ``not_applicable``."""
    marks: list[float | Reason] = [
        line.mark / 10 if line.mark is not None else line.verdict.reason or "judge_error"
        for line in lines
    ]
    return Score.mean(marks, worst=0.1, best=1.0)
