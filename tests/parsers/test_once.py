"""Each text is parsed once, however many items are about it."""

import asyncio

import pytest

from prism.graph import CausalGraph
from prism.parsers.once import ParseOnce


class Counting:
    name = "counting"

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def parse(self, text: str) -> CausalGraph:
        self.seen.append(text)
        await asyncio.sleep(0)
        if text == "bad":
            raise RuntimeError("no")
        return CausalGraph.of([text])


def test_a_text_is_parsed_once_also_side_by_side() -> None:
    inner = Counting()

    async def run() -> list[CausalGraph]:
        once = ParseOnce(inner)
        assert once.name == "counting"
        return [*await asyncio.gather(*(once.parse(t) for t in "aba")), await once.parse("b")]

    graphs = asyncio.run(run())
    assert inner.seen == ["a", "b"]
    assert [graph.units[0].text for graph in graphs] == ["a", "b", "a", "b"]


def test_a_failure_reaches_everyone_who_waits() -> None:
    async def run() -> None:
        once = ParseOnce(Counting())
        found = await asyncio.gather(once.parse("bad"), once.parse("bad"), return_exceptions=True)
        assert [type(each) for each in found] == [RuntimeError, RuntimeError]

    asyncio.run(run())


def test_different_runs_do_not_share() -> None:
    with pytest.raises(RuntimeError):
        asyncio.run(ParseOnce(Counting()).parse("bad"))
