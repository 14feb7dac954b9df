"""The key is hidden in whatever a server echoes, and ordinary words are left alone."""

import base64
import json
from urllib.parse import quote

import pytest

from prism.llm.mask import KEY, Mask

SECRET = "sk-Qr7tEsT-41c2d3e4f5a6"
MASK = Mask(SECRET)
FORMS = [
    SECRET,
    SECRET.upper(),
    SECRET.lower(),
    SECRET.replace("-", ""),
    SECRET.replace("-", "_"),
    "-".join(SECRET),
    "-".join(SECRET[i : i + 4] for i in range(0, len(SECRET), 4)),
    *(SECRET[start : len(SECRET) - end] for start in range(5) for end in range(5)),
    quote(f"key={SECRET}&x"),
    base64.b64encode(f"user:{SECRET}".encode()).decode(),
    base64.b64encode(SECRET.encode()).decode(),
    SECRET.encode().hex(),
    "".join(f"\\u{ord(c):04x}" for c in SECRET),
]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_key_is_hidden(form):
    told = MASK(f"your key is {form}, is it not?")
    assert KEY in told
    letters = "".join(c for c in told.replace(KEY, "").lower() if c.isalnum())
    assert "qr7test41c2d" not in letters
    assert "c2d3e4f5" not in letters
    assert told.endswith(", is it not?")


def test_two_copies_are_two_masks_and_the_words_between_stay():
    assert MASK(f"bad key Bearer {SECRET} / {SECRET}") == "bad key Bearer [key] / [key]"


def test_what_is_no_key_stays():
    text = "The test of 41 cases: sk, E. coli, 2d, 3e4 and f5a6 — 100 % \\n \\u00e9"
    assert MASK(text) == text
    assert MASK(SECRET[:7]) == SECRET[:7]


@pytest.mark.parametrize("word", ["none", "EMPTY", "ollama", "test", ""])
def test_a_placeholder_that_is_a_word_hides_no_text(word):
    text = f"a {word} of the ollama/llama model, EMPTY"
    assert Mask(word)(text) == text


def test_a_placeholder_with_marks_is_hidden_where_it_stands_whole():
    mask = Mask("not-needed")
    assert mask("key not-needed, this is not needed") == "key [key], this is not needed"


def test_every_string_of_a_body_is_masked_at_any_depth():
    body = {"model": f"m-{SECRET}", "choices": [{"message": {"refusal": SECRET, "n": 3}}]}
    masked = MASK.within(body)
    assert SECRET not in json.dumps(masked)
    assert masked["choices"][0]["message"]["n"] == 3


def test_several_keys_are_hidden_each():
    mask = Mask("sk-Ab3dEf6hIj9kLm2n", "PWSECRET77")
    assert mask("PWSECRET77 and sk-Ab3dEf6hIj9kLm2n") == "[key] and [key]"
    assert Mask()("sk-Ab3dEf6hIj9kLm2n") == "sk-Ab3dEf6hIj9kLm2n"
