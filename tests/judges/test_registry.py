"""From the name of a judge to the judge."""

import asyncio

import pytest

from prism.engine.session import Session
from prism.judges.base import Judge
from prism.judges.local.judge import LocalJudge
from prism.judges.registry import JUDGES, kind_of
from prism.settings import Settings
from prism.store.verdicts import Store


def made(spec: str, **settings: object) -> Judge:
    async def run() -> Judge:
        async with Session(Settings(base_url="http://127.0.0.1:9/v1", **settings)) as session:
            return await session.judge(spec)

    return asyncio.run(run())


def test_every_judge_is_what_its_row_says(tmp_path) -> None:
    with Store(tmp_path / "s"):
        pass
    specs = ["local", "openai:m", "panel:local,openai:m", "panel:local,local"]
    specs.append(f"replay:{tmp_path / 's'}")
    assert {JUDGES.find(spec)[0].form for spec in specs} == {row.form for row in JUDGES.own}
    for spec in specs:
        for settings in ({}, {"replicates": 2}, {"store": tmp_path / "t"}):
            judge, kind = made(spec, **settings), kind_of(spec)
            assert judge.estimates == kind.estimates, spec
            assert judge.reads_prompts == kind.reads_prompts, spec
    assert isinstance(made("local"), LocalJudge)


@pytest.mark.parametrize(
    ("replicates", "line"),
    [
        (1, "temperature=0.0;edges=each"),
        (3, "temperature=0.0;edges=each;replicates=3"),
    ],
)
def test_the_decoding_stands_once_however_many_judge(replicates: int, line: str) -> None:
    for spec in ("openai:m", "panel:openai:m,openai:n", "panel:local,openai:m"):
        assert made(spec, replicates=replicates).decoding == line
    assert made("local", replicates=replicates).decoding is None
