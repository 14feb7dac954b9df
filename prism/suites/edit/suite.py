"""CoBe: a counterfactual edit, scored by its criteria or by the story's own causal graph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final, Literal

from pydantic import JsonValue

from prism.errors import BadInput, BadRecord
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.judges.local import claims as embedded
from prism.judges.local import connector_fit
from prism.llm.records import Message
from prism.parsers.telling import parser_line
from prism.prompts import Prompts
from prism.records.item import Claims, Item
from prism.records.probe import Probe
from prism.records.report import Notice, Report
from prism.records.score import Score
from prism.records.verdict import Reason, Span
from prism.suites.base import (
    Answers,
    Graphs,
    Setup,
    Suite,
    Tally,
    Variant,
    chat,
    injection_notices,
    signature,
)
from prism.suites.edit import checks as edit
from prism.suites.edit import explain, terminal
from prism.suites.edit.failure import failure_modes
from prism.suites.edit.files.cobe import CobeRecord
from prism.suites.edit.files.edit import EditRecord
from prism.suites.edit.formats import FORMATS
from prism.suites.edit.invariants import Invariant, Plan, original_event, plan
from prism.suites.edit.latent import latent
from prism.suites.edit.quantities import quantities
from prism.suites.edit.report import AnchorLine, Check, EditReport, FactLine
from prism.suites.pairing import with_phrasing
from prism.suites.protocol import EXAMPLES, FENCE, WORDING, Call
from prism.suites.published_scores import read_published
from prism.suites.truth.suite import edit_claims
from prism.text.rewrites import Form, Rewrite, read_rewrites

__all__ = ["SUITE", "Edit", "prepare", "probes", "report", "tally"]

TIERS: Final = ("tier1", "tier2", "tier3", "tier4")
TIER_PHRASINGS: Final = MappingProxyType(
    {"tier2": ("D", "E", "F", "G"), "tier3": ("H1",), "tier4": ("H2",)}
)
_TWO_SIDED: Final = frozenset("EFG")
_SILENT: Final[dict[Form, Reason]] = {"empty": "empty", "refused": "refused"}
_TOLD: Final = {
    "explained": "the reply tells what would have happened instead of rewriting the story",
    "unchanged": "the reply gives the story back unchanged",
    "refused": "the reply refuses",
    "empty": "the reply is empty",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """What both the probes and the report of one edit need, made once.

    ``item`` has the criteria that its causal model implies, where it has no others; ``fault`` says
    why none follow, and is empty where there are some. ``source`` names whence they are.
    """

    item: Item
    graph: CausalGraph
    plan: Plan
    form: Form
    versions: tuple[Rewrite, ...]
    source: Literal["criteria", "model", "derived"]
    fault: str


def prepare(item: Item, graphs: Graphs) -> Edit:
    """Return the edit: its criteria, the versions in the reply, what the request changes."""
    graph, story = graphs["story"], item.texts["story"]
    form, versions = read_rewrites(item.texts.get("response", ""), story)
    whole, fault = _with_criteria(item, graph)
    return Edit(
        item=whole,
        graph=graph,
        plan=plan(graph, story, item.texts.get("request", "")),
        form=form,
        versions=versions,
        source="criteria" if item.claims is not None else "model" if item.truth else "derived",
        fault=fault,
    )


def probes(item: Item, made: Edit, setup: Setup) -> list[Probe]:
    """Return the claim and connector probes of every version of the story in the reply."""
    del item
    published = setup.protocol == "published" and setup.judge.reads_prompts
    return edit.probes(
        made.item,
        made.plan,
        made.versions,
        setup.prompts,
        published=published,
        beside=setup.all_edges,
    )


def report(
    item: Item, made: Edit, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    """Count the verdicts into the checks, and tell what the story's graph says of the edit."""
    item, graph, found, fault = made.item, made.graph, made.plan, made.fault
    form, versions, source = made.form, made.versions, made.source
    checks = {name: edit.check(name, asked, answers, versions) for name in ("E0", "E1", "E2")}
    silent = _SILENT.get(form, "not_applicable" if fault else None)
    if silent:
        checks = {name: Check(value=None, coverage=0.0, reason=silent) for name in checks}
    if not setup.judge.estimates:
        checks = {name: _beside(entry) for name, entry in checks.items()}
    strict = edit.strict(checks["E2"])
    final = edit.passed(checks.values(), strict if setup.strict else None)
    unasked = () if silent else _unasked(item, source, found, checks, strictly=setup.strict)
    counted = quantities(item.texts["story"], [v.text for v in versions])
    metrics = _metrics(setup, source)
    warnings = (*unasked, *_warnings(item, form, versions, found, checks))
    if fault:
        message = f"the model gives no criteria: {fault}"
        warnings = (Notice(code="no_truth", message=message), *warnings)
    return EditReport(
        kind="edit",
        item=item.id,
        signature=str(signature(setup, graph, metrics)),
        parser=parser_line(graph),
        final=final,
        checks=checks,
        passed=None if final.value is None else final.value == 1.0,
        strict=None if strict.value is None else strict.value == 1.0,
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
        warnings=warnings,
        graph=to_dict(graph),
    )


def tally(report: Report) -> Tally:
    """Return pass or fail, and the same check by check; the story's shape groups them.

    The shape of the story's graph stands where the file names no graph type.
    """
    if not isinstance(report, EditReport):
        raise TypeError("not an edit's report")
    scores = {"final": report.final}
    for name, check in report.checks.items():
        worst, best = (check.value, check.value) if check.value is not None else (0.0, 1.0)
        scores[name] = Score(
            value=check.value,
            coverage=check.coverage,
            bounds=(worst, best),
            n=1,
            reason=check.reason if check.value is None else None,
            unscored={check.reason: 1} if check.value is None and check.reason else {},
        )
    scores |= _sub_checks(report)
    e2 = report.checks["E2"]
    if not edit.by_letter(e2):
        scores["E2 strict"] = edit.strict(e2)
    return Tally(scores, slices={"graph type": report.motif} if report.motif else {})


def _sub_checks(report: EditReport) -> dict[str, Score]:
    """Return E4 (numbers) and E5 (latent facts) where the story has any; neither is in ``final``.

    What words leave undecided is no verdict: it is missing from the check.
    """
    fits = [quantity.fits for quantity in report.quantities if quantity.fits is not None]
    latent = set(report.latent.values())
    found = {}
    if fits:
        found["E4"] = Score.mean([float(all(fits))])
    if latent:
        decided = "broken" in latent or "undecided" not in latent
        found["E5"] = Score.mean([float("broken" not in latent) if decided else "not_applicable"])
    return found


def _messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    texts = _phrased(item, variant).texts
    fields = {"story": texts["story"], "request": texts["request"]}
    name = f"cobe_{'A' if strategy == TIERS[0] else variant['phrasing']}"
    if variant["phrasing"] in _TWO_SIDED and strategy != TIERS[0]:
        original = original_event(fields["story"], fields["request"])
        if original:
            return chat(prompts.get(name), {**fields, "original": original})
        name = f"{name}_unnamed"  # the request adds what the story does not tell
    return chat(prompts.get(name), fields)


def _phrasings(item: Item, strategy: str) -> Sequence[Variant]:
    """Return a tier's phrasings: those of the file (A, B, C), or our prompts' (D to H2)."""
    if strategy in TIER_PHRASINGS:
        return tuple({"phrasing": name} for name in TIER_PHRASINGS[strategy])
    return tuple({"phrasing": chr(ord("A") + place)} for place in range(max(1, _requests(item))))


def _phrased(item: Item, variant: Variant) -> Item:
    """Return an edit with its request in the variant's phrasing; our prompts rest on the first."""
    phrasing = variant.get("phrasing", "")
    if len(phrasing) == 1 and ord(phrasing) - ord("A") in range(_requests(item)):
        return with_phrasing(item, phrasing)
    return item


def _requests(item: Item) -> int:
    requests = item.meta.get("requests")
    return len(requests) if isinstance(requests, list) else 0


def _slices(item: Item) -> Mapping[str, JsonValue]:
    return {"domain": item.domain, "graph type": item.meta.get("motif")}


_LETTERS = (WORDING, FENCE, EXAMPLES)
PROTOCOL = (
    Call("answer", "the rewrite (A, B and C)", ("cobe_A",), ("story", "request")),
    Call("judge", "E0", ("edit_e0",), ("response",), _LETTERS),
    Call("judge", "E1", ("edit_e1",), ("response", "claims"), _LETTERS),
    Call("judge", "E2", ("edit_e2",), ("response", "claims"), _LETTERS),
)

SUITE = Suite(
    name="cobe",
    kinds=("edit",),
    formats=FORMATS,
    schemas={"cobe": CobeRecord, "edit": EditRecord, "edit-report": EditReport},
    roles=("story",),
    prepare=prepare,
    probes=probes,
    report=report,
    messages=_messages,
    strategies=TIERS,
    published=TIERS[:1],
    checks=("E0", "E1", "E2", "E4", "E5"),
    variants=_phrasings,
    place=_phrased,
    tally=tally,
    slices=_slices,
    protocol=PROTOCOL,
    paper=partial(read_published, "prism.suites.edit"),
    answer_words=(50, 200),
    models={"edit": EditReport},
    render_one=terminal.render_one,
    render_many=terminal.render_many,
    entries=explain.entries,
)


def _with_criteria(item: Item, graph: CausalGraph) -> tuple[Item, str]:
    """Return the item with the criteria that its causal model implies, where it has no others.

    Beside it stands why none follow, where the story is impossible in the model, say; or nothing.
    """
    if item.claims is not None or item.truth is None:
        return item, ""
    try:
        return item.model_copy(update={"claims": edit_claims(item, graph)}), ""
    except BadRecord:
        raise
    except BadInput as exc:
        return item.model_copy(update={"claims": Claims()}), str(exc)


def _metrics(setup: Setup, source: str) -> str:
    """Return the conventions: whence the criteria, how they were asked, and whether strictly."""
    letters = setup.protocol == "published" and setup.judge.reads_prompts
    asked = "letters" if letters else "claims"
    return f"edit:{source}:{asked}" + (":strict" if setup.strict else "")


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
            span=None if anchor.stipulated else _asked(anchor.change.text, anchor.change.at),
            instead=anchor.change.instead,
            instead_span=_asked(anchor.change.instead, anchor.change.instead_at),
            side=anchor.side,
            unit=anchor.unit,
            unit_text=graph.by_id[anchor.unit].text if anchor.unit else None,
            score=anchor.score,
            stipulated=anchor.stipulated,
        )
        for anchor in found.anchors
    )


def _asked(words: str | None, at: tuple[int, int] | None) -> Span | None:
    return Span(role="request", start=at[0], end=at[1], text=words) if words and at else None


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


def _unasked(
    item: Item, source: str, found: Plan, checks: Mapping[str, Check], *, strictly: bool
) -> tuple[Notice, ...]:
    """Return a warning for every check that had nothing to ask: why, and what would mend it."""
    notices = [
        Notice(code="nothing_asked", message=f"{name} asked nothing: {_why(name, source, found)}")
        for name in ("E1", "E2")
        if not checks[name].claims
    ]
    if strictly and edit.by_letter(checks["E2"]):
        message = (
            "E2 was asked with one letter, which does not tell a fact that is revised from one "
            "that is left out: leave out --strict, or use --protocol directed"
        )
        notices.append(Notice(code="nothing_asked", message=message))
    return tuple(notices)


def _why(check: str, source: str, found: Plan) -> str:
    """Return why there is no claim of ``check``, and what would supply one."""
    wanted, key = {
        "E1": ("that must stay", "preserve"),
        "E2": ("that must no longer hold", "revise"),
    }[check]
    write = f"write the facts {wanted} as the item's criteria ('{key}')"
    if source == "criteria":
        return f"the item's criteria name no fact {wanted}; {write}"
    if source == "model":
        return f"the causal model implies no fact {wanted}; give its nodes labels, or {write}"
    anchors = [anchor for anchor in found.anchors if not anchor.stipulated]
    if not anchors:
        why = "no change was found in the request"
    elif not any(anchor.unit for anchor in anchors):
        why = "the request changes nothing that the story tells"
    else:
        why = f"the story's graph shows no fact {wanted}"
    return f"none could be derived, because {why}; {write}, or correct the graph (--graph)"


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
    return (*notices, *injection_notices(item))
