"""Text in another language is flagged, English is not."""

import pytest

from prism.parsers.telling import parser_notices
from prism.text.parse import parse

ENGLISH = "The road flooded because the river rose. If it rains again, the bridge will fall."
FOREIGN = (
    "Die Straße ist nicht befahrbar, weil der Fluss über das Ufer getreten ist.",
    "La route est inondée parce que le fleuve a débordé dans la ville et les champs.",
    "El camino está inundado porque el río se desbordó en la ciudad y los campos.",
    "La strada è allagata perché il fiume che attraversa la città non è più negli argini.",
    "Parce qu'il a plu toute la nuit, la route a été inondée.",
    "Weil es die ganze Nacht regnete, wurde die Straße überflutet. Deshalb musste man laufen.",
)
OTHER_LETTERS = (
    "因为整夜下雨，道路被淹没了。因此学校不得不关闭，孩子们待在家里。",
    "Потому что всю ночь шёл дождь, дорогу затопило. Поэтому школу закрыли.",
    "لأن المطر هطل طوال الليل، غمرت المياه الطريق.",
)


def test_english_is_not_flagged():
    graph = parse(ENGLISH)
    assert graph.origin.foreign == 0
    assert not parser_notices(graph)


@pytest.mark.parametrize("told", FOREIGN + OTHER_LETTERS)
def test_a_text_in_another_language_falls_back_and_says_so(told):
    graph = parse(told)
    assert graph.origin.fallback == "sentences"
    assert graph.origin.foreign == 1
    notices = {notice.code: notice.message for notice in parser_notices(graph)}
    assert notices.keys() == {"not_english", "parser_fallback"}
    assert "100% of the words" in notices["not_english"]
    assert "--parser openai:MODEL" in notices["not_english"]


@pytest.mark.parametrize("told", FOREIGN)
def test_a_mixed_text_is_parsed_and_its_foreign_part_told(told):
    graph = parse(f"{ENGLISH} {ENGLISH} {told}")
    assert graph.origin.fallback is None
    assert 0.2 < graph.origin.foreign < 0.5
    assert [notice.code for notice in parser_notices(graph)] == ["not_english"]


def test_names_and_loanwords_do_not_make_a_sentence_foreign():
    told = "Los Angeles and El Paso lie in the south. The coup d'état failed in La Paz."
    assert parse(told).origin.foreign == 0
