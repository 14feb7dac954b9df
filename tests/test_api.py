"""The Python face: what ``prism.score`` takes, as the command does."""

import pytest

import prism
from prism.errors import UsageError
from tests.scripted.answers import is_probe
from tests.scripted.server import Server

TEXT = (
    "The dam broke because it rained for weeks. As a result, the valley was flooded. "
    "Because the valley was flooded, the farms were ruined. Bread became dear since the farms "
    "were ruined. The choir sang because the mayor had come home."
)


def chosen(seed: int | None) -> list[str]:
    """The controls that are judged, by what they ask."""
    asked = []

    def judge(probe: prism.Probe) -> str:
        if probe.subject.startswith("control:"):
            asked.append(f"{probe.question.source} → {probe.question.target}")
        return "none" if "none" in probe.menu else "no"

    report = prism.score(TEXT, judge=judge, controls=True, seed=seed)
    assert report.controls is not None
    assert report.controls.all.judged == len(asked)
    assert f"|seed={'-' if seed is None else seed}" in report.signature
    return asked


def test_controls_and_their_seed_are_options():
    assert prism.score(TEXT).controls is None
    assert chosen(None) == chosen(0)
    assert chosen(1) == chosen(1)
    assert len({tuple(chosen(seed)) for seed in range(6)}) > 1


def test_the_seed_reaches_the_model_unless_its_decoding_has_one():
    with Server() as server:
        settings = prism.Settings(base_url=server.base_url)
        prism.score(TEXT, judge="openai:m", seed=7, settings=settings)
        own = prism.Settings(base_url=server.base_url, decoding=prism.Decoding(seed=3))
        prism.score(TEXT, judge="openai:n", seed=7, settings=own)
        asked = [body for body in server.requests if not is_probe(body)]
    assert {(body["model"], body["seed"]) for body in asked} == {("m", 7), ("n", 3)}


@pytest.mark.parametrize("wrong", [{"seed": "1"}, {"controls": "yes"}])
def test_options_of_another_type_are_refused(wrong):
    with pytest.raises(UsageError):
        prism.score(TEXT, **wrong)


def test_a_callable_is_called_by_the_name_that_is_given():
    def judge(probe: prism.Probe) -> str:
        return probe.menu[0]

    assert "|judge=mine-2|" in prism.score(TEXT, judge=judge, name="mine-2").signature
    assert "judge=test_a_callable" in prism.score(TEXT, judge=judge).signature
    with pytest.raises(UsageError, match="only a callable"):
        prism.score(TEXT, judge="local", name="mine-2")
    with pytest.raises(UsageError, match="name"):
        prism.score(TEXT, judge=judge, name=3)  # type: ignore[typeddict-item]


def test_reasoning_is_no_part_of_a_parsed_text():
    graph = prism.parse(
        "<think>It snowed because of Bob.</think>The road flooded because it rained."
    )
    assert "snowed" not in graph.text
    assert [unit.text for unit in graph.units] == ["The road flooded", "because it rained."]
