"""What the world may rely on: public names, light imports, silence."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import prism

HEAVY = ("spacy", "networkx", "pgmpy", "openai", "scipy", "sklearn", "pandas")


def loaded(code: str) -> set[str]:
    check = f"import sys\n{code}\nprint(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    out = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=True, timeout=600
    )
    return set(out.stdout.splitlines()[-1].split()) if out.stdout.strip() else set()


@pytest.mark.smoke
def test_public_names() -> None:
    assert prism.__all__ == sorted(prism.__all__)
    assert prism.__all__ == [
        "Budget", "CausalGraph", "ClaimQuestion", "ConnectorQuestion", "Criterion",
        "CriterionQuestion", "Decoding", "DistractorQuestion", "Edge", "EdgeQuestion", "Item",
        "Judge", "LetterQuestion", "OtherQuestion", "OutcomeQuestion", "Parser", "Price",
        "PrismError", "Probe", "Prompts", "Provenance", "Question", "Report", "Retry", "Rubric",
        "Score", "Settings", "Span", "Unit", "Verdict", "ascore", "parse", "score", "score_many",
    ]  # fmt: skip
    for name in prism.__all__:
        assert getattr(prism, name) is not None
    with pytest.raises(AttributeError):
        prism.nothing  # noqa: B018


@pytest.mark.smoke
def test_importing_prism_is_light() -> None:
    assert loaded("import prism") == set()


@pytest.mark.smoke
def test_help_is_light() -> None:
    code = "from prism.cli import cli\ncli.main(['--help'], standalone_mode=False)"
    assert loaded(code) == set()


@pytest.mark.smoke
def test_scoring_prints_nothing_and_works_in_a_running_loop(capfd: pytest.CaptureFixture) -> None:
    async def notebook_cell() -> str:
        return prism.score("The road flooded because it rained.").kind

    assert asyncio.run(notebook_cell()) == "structure"
    assert capfd.readouterr() == ("", "")


def test_score_many_keeps_order() -> None:
    reports = prism.score_many(["It rained.", "Ice melts because it is warm."])
    assert [report.structure.causal_edges for report in reports] == [0, 1]


def test_any_callable_judges() -> None:
    def strict(probe: prism.Probe) -> str:
        return probe.menu[-1]

    async def lenient(probe: prism.Probe) -> str:
        return probe.menu[0]

    text = "The road flooded because it rained."
    assert prism.score(text, judge=strict).process.directed.value == 0.0
    assert prism.score(text, judge=lenient).process.directed.value == 1.0


def test_an_asynchronous_callable_is_asked_several_probes_at_once() -> None:
    out, most = 0, 0

    async def judge(probe: prism.Probe) -> str:
        nonlocal out, most
        out, most = out + 1, max(most, out + 1)
        await asyncio.sleep(0)
        out -= 1
        return probe.menu[0]

    text = "The road flooded because it rained, so the bus was late. " * 20
    report = prism.score(text, judge=judge, all_edges=True)
    assert report.process.all.coverage == 1
    assert 1 < most <= 16


def test_a_callable_that_fails_leaves_a_gap_not_a_zero() -> None:
    def broken(probe: prism.Probe) -> str:
        raise RuntimeError("no answer today")

    score = prism.score("The road flooded because it rained.", judge=broken).process.directed
    assert (score.value, score.reason) == (None, "judge_error")


def test_an_answer_off_the_menu_is_no_answer() -> None:
    score = prism.score("The road flooded because it rained.", judge=lambda probe: "maybe")
    assert score.process.directed.unscored == {"parse_failure": 1}


class Own:
    """A judge of the caller's own."""

    name = "own"

    def __init__(self, reply: Callable[[Sequence[prism.Probe]], Any]) -> None:
        self.reply = reply

    async def answer(self, probes: Sequence[prism.Probe]) -> Any:
        return self.reply(probes)


def test_a_judge_of_ones_own() -> None:
    text = "The road flooded because it rained."

    def lenient(probes: Sequence[prism.Probe]) -> list[prism.Verdict]:
        told = prism.Provenance(judge="own")
        return [prism.Verdict(probe=p.digest, value=p.menu[0], provenance=told) for p in probes]

    assert prism.score(text, judge=Own(lenient)).process.directed.value == 1.0

    def broken(probes: Sequence[prism.Probe]) -> Any:
        raise RuntimeError("no answer today")

    score = prism.score(text, judge=Own(broken)).process.directed
    assert (score.value, score.reason) == (None, "judge_error")


def test_everything_that_can_be_set_has_a_public_name(tmp_path: Path) -> None:
    settings = prism.Settings(
        prompts=prism.Prompts(),
        decoding=prism.Decoding(temperature=0.5),
        retry=prism.Retry(tries=2),
        budget=prism.Budget(max_tokens=10, prices={"m": prism.Price(prompt=1, completion=2)}),
        store=tmp_path / "s",
    )
    report = prism.score("The road flooded because it rained.", settings=settings)
    assert report.kind == "structure"


@pytest.mark.parametrize("reply", [lambda probes: ["forward"] * len(probes), lambda probes: []])
def test_a_judge_that_breaks_the_contract_is_told_so(reply: Callable[[Any], Any]) -> None:
    with pytest.raises(prism.PrismError, match="judge own"):
        prism.score("The road flooded because it rained.", judge=Own(reply))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: prism.score(123), "response: int given, str expected"),
        (lambda: prism.score(None), "response: NoneType "),
        (lambda: prism.score(b"It rained."), "response: bytes "),
        (lambda: prism.parse(123), "text: int "),
        (lambda: prism.score("It rained.", 5), "rubric: int "),
        (lambda: prism.score("It rained.", {"criteria": []}), "rubric: dict "),
        (lambda: prism.score("It rained.", question=1), "question: int "),
        (lambda: prism.score("It rained.", graph={}), "graph: dict "),
        (lambda: prism.score("It rained.", judge=5), "judge: int "),
        (lambda: prism.score("It rained.", parser=5), "parser: int "),
        (lambda: prism.score("It rained.", protocol="loose"), "protocol: no protocol 'loose'"),
        (lambda: prism.score("It rained.", settings={}), "settings: dict "),
        (lambda: prism.score("It rained.", juge="local"), "no option 'juge'"),
        (lambda: prism.score_many("It rained."), "one text, not several"),
        (lambda: prism.score_many(5), "responses: int "),
        (lambda: prism.score_many(["It rained.", 5]), "response: int "),
        (lambda: asyncio.run(prism.ascore(5)), "response: int "),
    ],
)
def test_what_is_of_the_wrong_type_is_told_in_one_line(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(prism.PrismError, match=words) as told:
        call()
    assert "\n" not in str(told.value)
