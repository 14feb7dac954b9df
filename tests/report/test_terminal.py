"""A report in the terminal: narrow, wide, and with many warnings."""

import re

import pytest
from rich.console import Console

from prism.api import score
from prism.display.section import signed
from prism.records.probe import Probe
from prism.records.report import Notice, Report
from prism.records.verdict import Provenance, Verdict
from prism.report.terminal import render

TEXT = "The road flooded because it rained all night. Since it flooded, the school was closed."


def shown(reports: list[Report], width: int) -> str:
    screen = Console(width=width, markup=False, highlight=False)
    with screen.capture() as caught:
        for part in render(reports, width):
            screen.print(part)
    return caught.get()


def report(*warnings: Notice) -> Report:
    return score(TEXT).model_copy(update={"warnings": warnings})


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
def test_edges_keep_their_names_at_any_width(width: int) -> None:
    made = report()
    text = shown([made], width)
    assert made.edges
    for edge in made.edges:
        if edge.causal:
            assert re.search(rf"^[✓⇄✗?] {edge.id} +{edge.label}\b", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("width", [24, 40, 80])
def test_a_signature_breaks_between_its_fields(width: int) -> None:
    made = report()
    fields = made.signature.split("|")
    text = shown([made], width)
    *_, tail = text.partition(fields[0])
    lines = (fields[0] + tail).splitlines()
    assert "".join(lines) == made.signature
    for field in fields:
        assert len(field) >= width or any(field in line for line in lines)


def test_a_field_longer_than_the_screen_is_cut_and_whole() -> None:
    signature = f"prism=1|judge=openai:{'m' * 50}|seed=-"
    lines = str(signed(signature, 20)).splitlines()
    assert "".join(lines) == signature
    assert max(map(len, lines)) <= 20


def test_warnings_of_one_kind_stand_once_with_their_number() -> None:
    alike = [Notice(code="injection", message="an order to the judge")] * 4
    others = [Notice(code="disagreement", message=f"E1/{n}: differs") for n in range(7)]
    made = report(*alike, *others)
    text = shown([made], 80)
    assert text.count("an order to the judge") == 1
    assert "! 4 × an order to the judge" in text
    assert text.count("differs") == 3
    assert "… and 4 more of this kind" in text
    assert len(made.warnings) == 11  # as JSON holds them


def test_warnings_of_several_reports_name_the_first() -> None:
    odd = Notice(code="injection", message="an order to the judge")
    made = [report(), report(odd).model_copy(update={"item": "q7"}), report(odd)]
    assert "! 2 × an order to the judge  first in q7" in shown(made, 80)
    assert "Warnings" not in shown([report(), report()], 80)


def test_what_sets_signatures_apart_is_named() -> None:
    other = report().model_copy(update={"signature": report().signature.replace("local", "x")})
    assert "2 different signatures (judge): not comparable" in shown([report(), other], 80)


def test_why_edges_are_unscored_stands_under_them() -> None:
    def judge(probe: Probe) -> Verdict:
        said = {"reason": "refused", "rationale": "the policy of the house"}
        return Verdict(probe=probe.digest, provenance=Provenance(judge="x"), **said)

    text = shown([score(TEXT, judge=judge)], 100)
    assert "? e1, e2: refused: the policy of the house" in text
    assert "policy" not in shown([score(TEXT)], 100)
