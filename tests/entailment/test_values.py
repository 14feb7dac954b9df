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
