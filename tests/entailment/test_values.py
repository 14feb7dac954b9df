"""What a text has in the place of a word of the claim."""

import pytest

from prism.entailment.values import other_values
from tests.entailment.pairs import pair


@pytest.mark.parametrize(
    ("claim", "text", "values"),
    [
        ("Nina painted the flat yellow.", "Nina painted the flat grey.", [("yellow", "grey")]),
        ("Ada moved to Oslo.", "Ada moved to Rome.", [("Oslo", "Rome")]),
        ("Ada met Ben in Oslo.", "Ada met Carl in Oslo.", [("Ben", "Carl")]),
        ("Ada owns a house near Oslo.", "Ada owns a house near Rome.", [("Oslo", "Rome")]),
        ("Ada moved to Oslo.", "Ada moved to Oslo.", []),
        ("Ada moved to Oslo.", "Ada moved.", []),
        ("Ada moved to Oslo.", "Ada moved in May.", []),  # another role
        ("Ada moved to Oslo.", "Ben lives in Rome.", []),
        ("Ada moved to Oslo.", "Ada moved to Rome, then to Oslo.", []),
        ("The barn burned.", "The mill burned.", []),  # another thing may, too
        ("Ada met Mr Parker.", "Ada met her husband.", []),  # may be he
        ("Ada met Mr Parker.", "Ada met her.", []),
        ("Ada took the tram.", "Ada took the bridge.", []),  # *take* says too little
        ("Ada did not meet Ben.", "Ada did not meet Carl.", [("Ben", "Carl")]),
    ],
)
def test_other_values(claim: str, text: str, values: list[tuple[str, str]]) -> None:
    found = pair(claim, text)
    out = other_values(found.claim, found.text, found.matches)
    assert [found.words((wanted,), (said,)) for wanted, said in out] == values


@pytest.mark.parametrize(
    ("claim", "text", "values"),
    [
        ("Ada moved to Oslo.", "Ada moved to no town.", []),  # it is denied, not put elsewhere
        ("Ada bought a boat.", "Ada bought a car.", [("boat", "car")]),
        ("Ada bought a boat.", "Ada bought a dinghy.", []),  # which is one
        ("Ada bought a dinghy.", "Ada bought a boat.", []),
        ("Ada bought a boat.", "Ada bought a boat and a car.", []),
        ("Ada took Ben.", "Ada took Carl.", [("Ben", "Carl")]),  # a name says enough
        ("Ada met Ben and Carl.", "Ada met Carl.", []),
        ("Ada met Carl and Ben.", "Ada met Carl.", []),
        ("Ada met Ben.", "Ada met a teacher.", []),  # may be he
        ("Ada met a teacher.", "Ada met Ben.", [("teacher", "Ben")]),
        ("Ada moved to Oslo.", "Ada moved to Rome. Ben moved to Oslo.", [("Oslo", "Rome")]),
        ("She met Ben.", "She met Carl.", [("Ben", "Carl")]),
        ("Ada ate it.", "Ada ate soup.", []),
        ("Ada moved to Oslo.", "Ada moved to it.", []),
        ("Ada gave Ben a cup.", "Ada gave Carl a cup.", [("Ben", "Carl")]),
        ("Ben slept.", "Carl slept.", [("Ben", "Carl")]),
        ("Ada bought bread.", "Ada bought a group of cups.", []),  # a group is no thing
        ("Ada bought a group of cups.", "Ada bought bread.", []),
        ("Ada owns the boat.", "Ada sold the car.", []),
    ],
)
def test_what_takes_the_place_of_a_word(
    claim: str, text: str, values: list[tuple[str, str]]
) -> None:
    found = pair(claim, text)
    out = other_values(found.claim, found.text, found.matches)
    assert [found.words((wanted,), (said,)) for wanted, said in out] == values
