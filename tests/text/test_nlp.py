import pytest

from prism.errors import Unavailable
from prism.text import nlp
from prism.text.layout import mask, pieces


def test_a_model_that_is_not_there_names_the_command():
    with pytest.raises(Unavailable, match="python -m spacy download en_core_web_nope"):
        nlp.load("en_core_web_nope")


@pytest.mark.parametrize("name", ["os", "numpy", "../../etc", "/etc", ".", "", "a b", "spacy.lang"])
def test_what_is_no_model_is_told_in_one_line_with_those_that_are_there(name):
    with pytest.raises(Unavailable, match="no spaCy model") as caught:
        nlp.load(name)
    assert nlp.installed_models()[0] in str(caught.value)
    assert "download" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_some_model_is_found_and_has_no_needless_pipe():
    assert nlp.installed_models()
    assert "ner" not in nlp.load().pipe_names


def test_the_same_text_is_analysed_once_and_few_are_kept():
    first = nlp.analyse("It rained.")
    assert nlp.analyse("It rained.") is first
    for number in range(20):
        nlp.analyse(f"It rained {number} times.")
    assert nlp.analyse("It rained.") is not first


def test_the_vocabulary_is_renewed_before_it_grows_without_end(monkeypatch):
    monkeypatch.setattr(nlp, "_NEW_STRINGS", 100)
    before = nlp.load()
    for number in range(3):
        nlp.analyse(" ".join(f"word{number}x{n}" for n in range(60)))
    assert nlp.load() is not before


def test_newlines_start_sentences_and_markers_do_not_end_them():
    doc = nlp.analyse("Causes\n1. The dam broke\n2. It rained")
    assert [sent.text.split("\n")[0].strip() for sent in doc.sents] == [
        "Causes",
        "1. The dam broke",
        "2. It rained",
    ]


@pytest.mark.parametrize("text", ["", "**a** b", "# x\n> y\n| z |", "a_b_c __d__", "1 * 2 * 3"])
def test_masking_keeps_every_offset(text):
    masked = mask(text)
    assert len(masked) == len(text)
    assert all(a == b or b == " " for a, b in zip(text, masked, strict=True))


def test_pieces_join_to_the_text():
    text = ("word " * 300 + "\n\n") * 20 + "x" * 5000
    cut = pieces(text, size=2000)
    assert "".join(cut) == text
    assert max(map(len, cut)) <= 2000


def test_a_text_in_pieces_keeps_its_offsets():
    text = "The dam broke because it rained.\n\n" * 1200
    doc = nlp.analyse(text)
    assert len(doc.text) == len(text)
    assert doc.text[-20:-2] == text[-20:-2]
    assert sum(1 for token in doc if token.lower_ == "because") == 1200
