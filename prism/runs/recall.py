"""One task in full: its report, made again from what the run keeps; nothing is judged."""

from collections.abc import Iterator

from prism.engine.score import Prepared
from prism.errors import ItemNotFound
from prism.graph import CausalGraph
from prism.judges.quality import control_notices, control_section
from prism.judges.registry import kind_of
from prism.judges.replay import ReplayJudge
from prism.parsers.given import GivenParser
from prism.prompts import Prompts
from prism.records.report import Report
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.records import GRAPHS, VERDICTS, Arm, Work
from prism.runs.stages import answered_item
from prism.suites.base import Setup
from prism.suites.modes import NO_LIMITS, Limits
from prism.suites.registry import find_suite

__all__ = ["prepared", "recall"]


def recall(ledger: Ledger, arm: Arm, item: str, limits: Limits = NO_LIMITS) -> Iterator[Report]:
    """Yield the report of ``item`` in every variant that is scored, failure modes included.

    Raises
    ------
    ItemNotFound
        The arm has no scored item of that name.
    """
    found, modes = False, find_suite(arm.plan.suite).modes
    for work in ledger.works(arm, item):
        if work.left:
            continue  # it is not scored yet, or a part of it cannot be read
        found = True
        line = Line.model_validate_json(work.done["line"])
        answers = VERDICTS.validate_json(work.done["verdicts"])
        ready = prepared(work, arm)
        report = ready.report([answers[probe.subject] for probe in ready.probes])
        changes: dict[str, object] = {"signature": line.signature}
        if line.symptoms is not None:
            changes["failure_modes"] = line.shown(modes, limits).modes
        if line.controls is not None:
            section = control_section(line.controls)
            changes["controls"] = section
            changes["warnings"] = (*report.warnings, *control_notices(section))
        yield report.model_copy(update=changes)
    if not found:
        raise ItemNotFound(f"no scored item {item!r}", where=str(ledger.path))


def prepared(work: Work, arm: Arm) -> Prepared:
    """Return the item of ``work`` with its graphs and probes as they were judged."""
    setup = Setup(
        parser=GivenParser(CausalGraph()),
        judge=ReplayJudge(arm.plan.judge, {}, kind_of(arm.plan.judge)),
        protocol=arm.plan.protocol,
        prompts=Prompts(),
        seed=arm.plan.signed_seed,
        strict=arm.plan.strict,
        all_edges=arm.plan.all_edges,
    )
    graphs = GRAPHS.validate_json(work.done["graphs"])
    found = {role: document.graph() for role, document in graphs.items()}
    return Prepared(answered_item(work, arm.plan), found, setup)
