"""Files of responses: one that is no text costs itself alone."""

import json

import pytest

from prism.errors import BadRecord
from prism.files.responses import read_responses
from prism.files.source import Source

RAIN = "Because it rained, the road flooded."


def texts(*responses: object) -> list[str]:
    lines = "\n".join(json.dumps({"response": response}) for response in responses)
    return [each.text for each in read_responses(Source("r.jsonl", lines))]


@pytest.mark.parametrize("odd", [None, ["a", "b"], {"text": "a"}, 5, True])
def test_a_response_that_is_no_text_is_a_gap_of_its_record(odd: object) -> None:
    assert texts(RAIN, odd, RAIN) == [RAIN, "", RAIN]


def test_where_no_response_is_a_text_the_file_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"not a text|no record here holds a response"):
        texts(["a"], 5)
