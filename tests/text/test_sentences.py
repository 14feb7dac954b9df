import pytest

from prism.text.sentences import sentence_spans, sentences


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It rained. The road flooded!", ["It rained.", "The road flooded!"]),
        ("Dr. Smith left at 3.5 p.m. today.", None),
        ("雨が降った。道が濡れた！", ["雨が降った。", "道が濡れた！"]),
        ("- one\n- two", ["- one", "- two"]),
        ("", []),
        (" \n ", []),
        ("no stop", ["no stop"]),
    ],
)
def test_sentences_cover_the_text(text, wanted):
    found = [text[first:last] for first, last in sentence_spans(text)]
    assert "".join("".join(found).split()) == "".join(text.split())
    if wanted is not None:
        assert found == wanted


def test_nothing_is_left_out_of_a_long_text():
    graph = sentences("One. Two. Three. " * 500, parser="openai:m")
    assert len(graph.units) == 1500
    assert len(graph.edges) == 1499
    assert {edge.label for edge in graph.edges} == {"SEQUENCE"}
    assert graph.origin.parser == "openai:m"
    assert graph.origin.fallback == "sentences"
