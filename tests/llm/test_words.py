"""What servers say when they do not serve, in the shapes of the common gateways."""

import json

import pytest

from prism.llm.mask import Mask
from prism.llm.words import Complaint, read_complaint

SENT = {
    "model": "m",
    "messages": [{"role": "system"}, {"role": "user"}],
    "temperature": 0.0,
    "max_completion_tokens": 8,
    "response_format": {},
}
EXTRA = {"loc": ["body", "max_completion_tokens"], "msg": "Extra inputs are not permitted"}


def read(status: int, body: object, **headers: str) -> Complaint:
    raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    return read_complaint(
        status, {k.replace("_", "-"): v for k, v in headers.items()}, raw, Mask("")
    )


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "out of luck", "type": "x"}},
        {"error": "out of luck"},
        {"message": "out of luck", "object": "error"},
        {"detail": "out of luck"},
        {"detail": [{"msg": "out of luck"}]},
        {"message": {"detail": [{"msg": "out of luck"}]}},
        {"errors": [{"message": "out of luck"}]},
        [{"error": {"message": "out of luck"}}],
        {"error": {"metadata": {"raw": '{"error": {"message": "out of luck"}}'}}},
        "out of luck",
        "<html><style>x</style><h1>out of luck</h1></html>",
        '"out of luck"',
    ],
)
def test_words_are_read_wherever_they_stand(body):
    assert str(read(500, body)) == "HTTP 500: out of luck"


def test_words_are_bounded_and_without_control_characters():
    said = str(read(500, {"error": {"message": "a\x1b[31m\ud800" + "b" * 10_000}}))
    assert len(said) < 320
    assert "\x1b" not in said
    assert "\ud800" not in said
    assert str(read(500, b"\xff\xfe".decode("latin-1"))).startswith("HTTP 500")
    assert str(read(500, "[" * 50_000)).startswith("HTTP 500")
    assert str(read(502, "")) == "HTTP 502"


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"detail": [EXTRA]}, "max_completion_tokens"),
        ({"message": {"detail": [EXTRA]}}, "max_completion_tokens"),
        ({"error": {"message": "no", "param": "response_format.json_schema"}}, "response_format"),
        ({"error": {"message": "Failed to parse grammar"}}, "response_format"),
        ({"message": "The JSON schema is not supported by xgrammar."}, "response_format"),
        ({"error": {"message": "no", "code": "json_validate_failed"}}, "response_format"),
        ({"error": {"message": "System role not supported"}}, "system"),
        ({"error": {"message": "no", "param": "messages[0].role"}}, "system"),
        ({"detail": [{"loc": ["body", "messages", 0, "role"], "msg": "no"}]}, "system"),
        ({"error": "Conversation roles must alternate user/assistant"}, "system"),
        ({"error": "Developer instruction is not enabled for this model"}, "system"),
        ({"error": "'temperature' does not support 0"}, "temperature"),
        ({"error": "something else"}, None),
        ({"error": "the model m is not there", "param": "model"}, None),
    ],
)
def test_what_is_refused_is_told_by_name(body, name):
    assert read(400, body).blames(SENT) == name


@pytest.mark.parametrize(
    ("status", "body", "quota"),
    [
        (429, {"error": {"message": "You exceeded", "code": "insufficient_quota"}}, True),
        (429, {"error": {"message": "x", "type": "insufficient_quota"}}, True),
        (402, {"error": {"message": "Insufficient credits"}}, True),
        (400, {"error": {"message": "Your credit balance is too low"}}, True),
        (429, {"error": {"message": "You exceeded your current quota, check your plan"}}, True),
        (429, {"error": "You exceeded your current quota. Please retry in 34.5s."}, False),
        (429, {"error": {"message": "Rate limit reached, try again in 20s"}}, False),
        (500, {"error": {"message": "quota service down"}}, False),
    ],
)  # fmt: skip
def test_a_used_up_quota_is_told_from_a_limit_a_minute(status, body, quota):
    assert read(status, body).quota is quota


@pytest.mark.parametrize(
    ("status", "body", "filtered"),
    [
        (400, {"error": {"message": "x", "code": "content_filter"}}, True),
        (400, {"error": {"message": "x", "innererror": {"code": "ResponsibleAIPolicyViolation"}}},
         True),
        (400, {"error": {"message": "Content Exists Risk"}}, True),
        (403, {"error": {"message": "your model requires moderation and your input was flagged"}},
         True),
        (400, {"code": "data_inspection_failed", "message": "x"}, True),
        (400, {"error": {"message": "temperature is out of range"}}, False),
        (500, {"error": {"message": "content filter is down"}}, False),
    ],
)  # fmt: skip
def test_a_filter_of_contents_is_told(status, body, filtered):
    assert read(status, body).filtered is filtered


def test_when_to_come_again_is_read_from_headers_or_words():
    assert read(429, "{}", retry_after="7").after == 7
    assert read(429, "{}", retry_after_ms="1500").after == 1.5
    assert read(429, {"error": "Please try again in 6ms."}).after == 0.006
    assert read(429, {"error": "Please retry in 2 minutes"}).after == 120
    assert read(429, "{}", retry_after="soon").after is None
