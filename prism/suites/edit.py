"""CoBe: a counterfactual edit, scored by its criteria or by the story's own causal graph."""

from collections.abc import Sequence
from typing import Final

from prism.envelope import AnchorLine, Check, EditReport, FactLine, Notice, Report
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.items import Item, Probe, Reason, Span
from prism.judges import claims as embedded
from prism.judges import connector_fit
from prism.metrics import edit
from prism.metrics.failure_edit import failure_modes
from prism.metrics.invariants import Invariant, Plan, plan
from prism.metrics.latent import latent
from prism.metrics.quantities import quantities
from prism.suites.base import Answers, Graphs, Setup, Suite, parser_line, signature
from prism.suites.truth import edit_claims
from prism.text.injection import signs
from prism.text.rewrites import Form, Rewrite, read_rewrites

__all__ = ["SUITE", "probes", "report"]

_SILENT: Final[dict[Form, Reason]] = {"empty": "empty", "refused": "refused"}
_TOLD: Final = {
    "explained": "the reply tells what would have happened instead of rewriting the story",
    "unchanged": "the reply gives the story back unchanged",
    "refused": "the reply refuses",
    "empty": "the reply is empty",
}


def probes(item: Item, graphs: Graphs, setup: Setup) -> list[Probe]:
    """Return the claim and connector probes of every version of the story in the reply."""
    item, versions = _with_criteria(item), _versions(item)[1]
    published = setup.protocol == "published" and setup.judge.name != "local"
    return edit.probes(item, _plan(item, graphs), versions, setup.prompts, published=published)


def report(
    item: Item, graphs: Graphs, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    """Count the verdicts into the checks, and tell what the story's graph says of the edit."""
    graph, found = graphs["story"], _plan(item, graphs)
    form, versions = _versions(item)
    checks = {name: edit.check(name, asked, answers, versions) for name in ("E0", "E1", "E2")}
    if form in _SILENT:
        checks = {name: Check(value=None, coverage=0.0, reason=_SILENT[form]) for name in checks}
    if setup.judge.name != "local":
        checks = {name: _beside(entry) for name, entry in checks.items()}
    final = edit.passed(checks.values())
    counted = quantities(item.texts["story"], [v.text for v in versions])
    source = "criteria" if item.claims is not None else "model" if item.truth else "derived"
    item = _with_criteria(item)
    return EditReport(
        kind="edit",
        item=item.id,
        signature=str(signature(setup, asked, graph, f"edit:{source}:{_protocol(setup)}")),
        parser=parser_line(graph),
        final=final,
        checks=checks,
        passed=None if final.value is None else final.value == 1.0,
        strict=edit.strict(checks["E2"]),
        form=form,
        versions=len(versions),
        intervention=_anchor_lines(found, graph),
        outcome=found.outcome,
        invariants=_fact_lines(item, found, asked, answers),
        derived=item.claims is None,
        motif=found.motif,
        quantities=counted,
        latent=_latent(item, found, versions),
        phrasing=_text_of(item, "phrasing"),
        domain=item.domain,
        model=_text_of(item, "model"),
        failure_modes=failure_modes(checks, found, item.texts["story"], counted),
        warnings=_warnings(item, form, versions, found, checks),
        graph=to_dict(graph),
    )


SUITE = Suite(kind="edit", roles=("story",), probes=probes, report=report)


def _with_criteria(item: Item) -> Item:
    """Return the item with the criteria that its causal model implies, where it has no others."""
    if item.claims is not None or item.truth is None:
        return item
    return item.model_copy(update={"claims": edit_claims(item)})


def _plan(item: Item, graphs: Graphs) -> Plan:
    return plan(graphs["story"], item.texts["story"], item.texts.get("request", ""))


def _versions(item: Item) -> tuple[Form, tuple[Rewrite, ...]]:
    return read_rewrites(item.texts.get("response", ""), item.texts["story"])


def _protocol(setup: Setup) -> str:
    return "letters" if setup.protocol == "published" and setup.judge.name != "local" else "claims"


def _text_of(item: Item, key: str) -> str | None:
    value = item.meta.get(key)
    return str(value) if value is not None else None


def _beside(entry: Check) -> Check:
    """Put the embedded finding beside every verdict of another judge, and say where they differ."""
    lines = []
    for line in entry.claims:
        if line.probe.kind == "claim":
            own = embedded.answer(line.probe).value
            differ = line.status is not None and (own == "holds") != (line.status == "holds")
        elif line.probe.kind == "connector":
            own = connector_fit.answer(line.probe).value
            differ = line.status is not None and (own == "fits") != (line.status == "fits")
        else:
            own, differ = None, False
        lines.append(line.model_copy(update={"graph": own, "disagree": differ}))
    return entry.model_copy(update={"claims": tuple(lines)})


def _anchor_lines(found: Plan, graph: CausalGraph) -> tuple[AnchorLine, ...]:
    return tuple(
        AnchorLine(
            text=anchor.change.text,
            instead=anchor.change.instead,
            unit=anchor.unit,
            unit_text=graph.by_id[anchor.unit].text if anchor.unit else None,
            score=anchor.score,
            stipulated=anchor.stipulated,
        )
        for anchor in found.anchors
    )


def _fact_lines(
    item: Item, found: Plan, asked: Sequence[Probe], answers: Answers
) -> tuple[FactLine, ...]:
    """Return the derived facts with the status of those that were asked, of the first version."""
    check = "E1" if item.claims is None else "D1"
    place = {id(fact): n for n, fact in enumerate(found.invariants, 1)}

    def status(fact: Invariant) -> str | None:
        verdict = answers.get(f"1/{check}/{place[id(fact)]}") if id(fact) in place else None
        return verdict.value if verdict is not None else None

    return tuple(
        FactLine(
            text=fact.text,
            unit=fact.unit,
            span=Span(
                role="story",
                start=fact.start,
                end=fact.end,
                text=item.texts["story"][fact.start : fact.end],
            ),
            standing=fact.standing,
            why=fact.why,
            status=status(fact),
        )
        for fact in found.facts
    )


def _latent(item: Item, found: Plan, versions: Sequence[Rewrite]) -> dict[str, str]:
    """Return E5: what became of the facts that the file says the story implies."""
    told = item.meta.get("latent")
    texts = [version.text for version in versions]
    return {
        str(fact): latent(str(fact), found, item.texts["story"], texts)
        for fact in (told if isinstance(told, list) else [])
    }


def _warnings(
    item: Item, form: Form, versions: Sequence[Rewrite], found: Plan, checks: dict[str, Check]
) -> tuple[Notice, ...]:
    notices = []
    if form in _TOLD:
        notices.append(Notice(code=form, message=_TOLD[form]))
    if len(versions) > 1:
        message = f"the reply offers {len(versions)} versions; all were checked"
        notices.append(Notice(code="alternatives", message=message))
    if versions and len(versions[0].text) < len(item.texts["response"].strip()) - 2:
        message = "text around the rewrite was set aside"
        notices.append(Notice(code="preamble", message=message, span=versions[0].span))
    if not found.anchors:
        notices.append(Notice(code="no_intervention", message="no change was found in the request"))
    notices += [
        Notice(
            code="new_event",
            message=f"the request adds what the story does not tell: {a.change.text}",
        )
        for a in found.anchors
        if a.unit is None
    ]
    notices += [
        Notice(
            code="disagreement",
            message=f"{line.id}: the judge says {line.status}, the embedded finding {line.graph}",
        )
        for entry in checks.values()
        for line in entry.claims
        if line.disagree
    ]
    notices += [
        Notice(
            code="injection",
            message=f"the text may try to instruct a judge: {sign.kind}",
            span=sign.span,
        )
        for sign in signs(item.texts.get("response", ""))
    ]
    return tuple(notices)
