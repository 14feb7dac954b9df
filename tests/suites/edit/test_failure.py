"""CoBe's failure modes of an edit, each with its evidence and with what lacks it."""

from prism.records.probe import Probe
from prism.records.verdict import Provenance, Span, Verdict
from prism.suites.edit.failure import failure_modes
from prism.suites.edit.invariants import plan
from prism.suites.edit.report import Check, ClaimLine, Quantity
from prism.text.parse import parse

STORY = "It rained, so the road flooded. Ana had built the bridge in 1990. Ben sold the old boat."


def line(text: str, status: str, told: str = "", why: str = "") -> ClaimLine:
    spans = []
    if told:
        start = STORY.index(told)
        spans = [Span(role="story", start=start, end=start + len(told), text=told)]
    probe = Probe(kind="claim", subject="1/E1/1", texts={}, question={"claim": "c"}, menu=(status,))
    verdict = Verdict(probe=probe.digest, value=status, provenance=Provenance(judge="t"))
    return ClaimLine(id="1/E1/1", text=text, status=status, evidence=tuple(spans), why=why,
                     verdict=verdict, probe=probe)  # fmt: skip


def modes(
    *,
    e0: tuple[ClaimLine, ...] = (),
    e1: tuple[ClaimLine, ...] = (),
    e2: tuple[ClaimLine, ...] = (),
    request: str = "What if it had not rained?",
    quantities: tuple[Quantity, ...] = (),
) -> list[str]:
    checks = {
        name: Check(value=0.0, coverage=1.0, claims=claims)
        for name, claims in (("E0", e0), ("E1", e1), ("E2", e2))
    }
    found = failure_modes(checks, plan(parse(STORY), STORY, request), STORY, quantities)
    assert all(mode.evidence for mode in found)
    return [mode.mode for mode in found]


BRIDGE = ("Ana had built the bridge in 1990", "Ana had built the bridge in 1990")


def test_background_that_was_made_otherwise() -> None:
    for status in ("contradicted", "revised", "hypothetical"):
        assert modes(e1=(line(BRIDGE[0], status, BRIDGE[1]),)) == ["background_changed"]
    assert modes(e1=(line(BRIDGE[0], "omitted", BRIDGE[1]),)) == []
    assert modes(e1=(line(BRIDGE[0], "holds", BRIDGE[1]),)) == []


def test_a_consequence_that_is_kept() -> None:
    flooded = line("the road flooded", "holds", "the road flooded")
    assert modes(e2=(flooded,)) == ["keeps_consequence"]
    assert modes(e2=(line("It rained", "holds", "It rained"),)) == []  # what the request changes
    assert modes(e2=(line("the road flooded", "contradicted", "the road flooded"),)) == []
    north = line("the road to the north flooded", "holds", "the road flooded")
    assert modes(e2=(north,)) == ["keeps_consequence", "spatial_inconsistent"]


def test_connectors_that_do_not_fit() -> None:
    assert modes(e0=(line("so", "wrong_polarity"),)) == ["unsupported_connector"]
    for status in ("fits", "T", "F"):
        assert modes(e0=(line("so", status),)) == []


def test_levels_against_rates() -> None:
    def flow(fits: bool | None) -> tuple[Quantity, ...]:
        return (Quantity(text="net flow", before=1, after=2, direction="down", fits=fits,
                         evidence="in 1, out 2"),)  # fmt: skip

    assert modes(quantities=flow(False)) == ["breaks_constraint"]
    assert modes(quantities=flow(True)) == []
    assert modes(quantities=flow(None)) == []


def test_what_somebody_thinks_rewrites_no_history() -> None:
    request = "What if Ana had loved the rain?"
    lost = line(BRIDGE[0], "contradicted", BRIDGE[1])
    assert modes(e1=(lost,), request=request) == ["history_rewritten"]
    gone = line(BRIDGE[0], "hypothetical", BRIDGE[1])
    assert modes(e1=(gone,), request=request) == ["background_changed"]


def test_an_action_that_is_dropped() -> None:
    why = "negation: the text has “did not sell”"
    sold = line("Ben sold the old boat", "contradicted", "Ben sold the old boat", why)
    assert modes(e1=(sold,)) == ["drops_action", "background_changed"]
    other = line("Ben sold the old boat", "contradicted", "Ben sold the old boat", "antonym: …")
    assert modes(e1=(other,)) == ["background_changed"]
    earlier = line(BRIDGE[0], "contradicted", BRIDGE[1], why)
    assert modes(e1=(earlier,)) in (["background_changed"], ["drops_action", "background_changed"])


def test_the_same_mode_and_evidence_is_told_once() -> None:
    lost = line(BRIDGE[0], "revised", BRIDGE[1])
    assert modes(e1=(lost, lost)) == ["background_changed"]
