import asyncio

from prism.parsers.embedded import EmbeddedParser
from prism.text.parse import parse


def test_it_parses_as_the_text_room_does():
    text = "The road flooded because it rained, which means that the bus was late."
    for granularity in ("clause", "claim"):
        parser = EmbeddedParser(granularity)
        graph = asyncio.run(parser.parse(text))
        assert parser.name == "embedded"
        assert graph == parse(text, granularity=granularity)


def test_many_texts_at_once():
    parser = EmbeddedParser()

    async def all_of_them():
        return await asyncio.gather(*(parser.parse(f"It rained {n} times.") for n in range(8)))

    graphs = asyncio.run(all_of_them())
    assert [graph.text for graph in graphs] == [f"It rained {n} times." for n in range(8)]
