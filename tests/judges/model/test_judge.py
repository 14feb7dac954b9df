"""The openai judge against the scripted server: what was answered counts, what failed says why."""

import math
from dataclasses import replace
from itertools import takewhile

import pytest

from prism.errors import Unavailable
from prism.judges.model.judge import OpenAIJudge, _confidence, _spans, failure, reason_of
from prism.llm.client import Client, Retry
from prism.llm.endpoint import Endpoint
from prism.llm.records import CallFailed, Decoding, Filtered, OverBudget, Reply
from tests.judges.asking import answers, check, criterion, edge, outcome
from tests.scripted.answers import (
    GARBAGE,
    Answer,
    fault,
    is_probe,
    probe_answer,
    says,
    system,
    troubled,
    user,
    well,
)
from tests.scripted.server import Server

ALL = [*(edge(i) for i in range(6)), edge(0, "published"), criterion(0), outcome()]


def only(script):
    """Probes are answered properly, everything else by ``script``."""
    return lambda body, number: probe_answer(body) if is_probe(body) else script(body)


def reads(content, probe=None, **more):
    with Server(only(lambda body: says(content, **more))) as server:
        return answers(server, [probe or edge(0)])[0]


def test_every_kind_of_probe_is_answered_from_its_menu():
    with Server() as server:
        verdicts = answers(server, ALL)
    assert [v.probe for v in verdicts] == [p.digest for p in ALL]
    assert all(v.value in p.menu for v, p in zip(verdicts, ALL, strict=True))
    assert {v.provenance.model_served for v in verdicts} == {"scripted-1"}
    assert len({v.value for v in verdicts}) > 2


@pytest.mark.parametrize("mode", ["json_schema", "json_object", "text"])
def test_the_verdict_does_not_depend_on_how_structure_is_had(mode):
    refused = {"json_schema": 0, "json_object": 1, "text": 2}[mode]
    kinds = ["json_schema", "json_object"][:refused]

    def script(body, number):
        if body.get("response_format", {}).get("type") in kinds:
            return fault(400, "Unknown parameter", "response_format.type")
        return well(body)

    with Server(script) as server:
        verdicts = answers(server, ALL)
    with Server() as server:
        plain = answers(server, ALL)
    assert {v.provenance.mode for v in verdicts} == {mode}
    assert [v.value for v in verdicts] == [v.value for v in plain]


def test_a_server_that_ignores_the_schema_is_found_out():
    def script(body, number):
        if is_probe(body) and "response_format" in body:
            return says("Yes, ice is frozen water.")
        return well(body)

    with Server(script) as server:
        verdicts = answers(server, ALL)
    assert {v.provenance.mode for v in verdicts} == {"text"}
    assert all(v.value for v in verdicts)


@pytest.mark.parametrize("edges", ["each", "batch"])
@pytest.mark.parametrize("text", [False, True])
def test_batches_hold_one_verdict_an_edge(edges, text):
    probes = [edge(i) for i in range(45)] + [criterion(0)]
    probes += [edge(i, "published") for i in range(5)]

    def script(body, number):
        if text and "response_format" in body:
            return fault(400, "no response_format")
        return well(body)

    with Server(script) as server:
        verdicts = answers(server, probes, edges=edges)
        calls = sum(not is_probe(body) for body in server.requests)
    assert calls == (5 if edges == "batch" else 51)
    assert all(v.value in p.menu for v, p in zip(verdicts, probes, strict=True))


@pytest.mark.parametrize(
    ("content", "verdicts"),
    [
        ('{"1": {"verdict": "forward"}, "2": {"verdict": "sideways"}}', ["forward", None]),
        ('{"1": {"verdict": "forward"}}', [None, None]),
        ('{"0": {"verdict": "forward"}, "1": {"verdict": "none"}}', [None, None]),
    ],
)
def test_a_batch_stands_or_falls_with_its_numbers(content, verdicts):
    with Server(only(lambda body: says(content))) as server:
        found = answers(server, [edge(0), edge(1)], edges="batch")
    assert [v.value for v in found] == verdicts
    assert {v.reason for v in found if v.value is None} == {"parse_failure"}


@pytest.mark.parametrize("kind", sorted(GARBAGE))
@pytest.mark.parametrize("probe", [edge(0), criterion(0)], ids=["edge", "criterion"])
def test_garbage_is_unscored_with_a_reason_and_never_a_value(kind, probe):
    with Server(only(GARBAGE[kind])) as server:
        (verdict,) = answers(server, [probe], client={"retry": Retry(2, 0.001, 0.002)})
    expected = {
        "empty content": "empty",
        "no content": "empty",
        "refusal": "refused",
        "content filter": "refused",
    }
    transport = {"html 200", "500", "reset", "half-sent body", "null body", "no choices"}
    reason = "judge_error" if kind in transport else expected.get(kind, "parse_failure")
    assert (verdict.value, verdict.reason) == (None, reason)


def test_a_reply_cut_short_is_asked_again_with_the_reasoning_floor_then_truncated():
    with Server(only(lambda body: says('{"verdict": "yes"}', "length"))) as server:
        (verdict,) = answers(server, [edge(0, "published")])
        asked = [b["max_completion_tokens"] for b in server.requests if not is_probe(b)]
    assert verdict.reason == "truncated"
    assert asked == [1024, 4096]


def test_a_reasoning_model_is_told_by_its_usage_and_gets_the_floor():
    usage = {"completion_tokens_details": {"reasoning_tokens": 900}}

    def script(body, number):
        return says("", "length", usage=usage) if "Count from 1" in user(body) else well(body)

    with Server(script) as server:
        answers(server, [edge(0)])
        asked = [b["max_completion_tokens"] for b in server.requests if not is_probe(b)]
    assert asked == [4096]


def test_a_server_that_obeys_only_max_tokens_is_found_out():
    def script(body, number):
        if is_probe(body) and "max_tokens" not in body and "Count" in user(body):
            return says("1\n2\n3", usage={"completion_tokens": 290})
        return well(body)

    with Server(script) as server:
        answers(server, [edge(0)])
        assert server.requests[-1]["max_tokens"] == 1024
        assert "max_completion_tokens" not in server.requests[-1]


def test_a_parameter_named_in_a_400_is_dropped_once_and_for_all():
    def script(body, number):
        if "temperature" in body:
            return fault(400, "Unsupported value: 'temperature' does not support 0", "temperature")
        if "seed" in body:
            return fault(422, "extra fields not permitted: seed")
        return well(body)

    with Server(script) as server:
        verdicts = answers(server, ALL, decoding=Decoding(seed=7))
        refused = [b for b in server.requests if "temperature" in b or "seed" in b]
    assert all(v.value for v in verdicts)
    assert len(refused) == 2


def test_nothing_is_sent_that_nobody_set():
    with Server() as server:
        answers(server, [edge(0)], decoding=Decoding(temperature=None))
        assert set(server.requests[-1]) == {
            "model",
            "messages",
            "max_completion_tokens",
            "response_format",
        }


def test_other_4xx_are_not_tried_again():
    with Server(only(lambda body: fault(403, "no\nentry"))) as server:
        (verdict,) = answers(server, [edge(0)])
        calls = sum(not is_probe(body) for body in server.requests)
    assert (verdict.reason, calls) == ("judge_error", 1)
    assert "no entry" in verdict.rationale


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_passing_trouble_is_tried_again(status):
    trouble = iter([status, status])

    def script(body):
        code = next(trouble, None)
        return fault(code) if code else well(body)

    with Server(only(script)) as server:
        (verdict,) = answers(server, [edge(0)])
    assert verdict.value is not None


def test_a_silent_server_runs_into_our_own_timeout():
    with Server(only(lambda body: replace(well(body), delay=30.0))) as server:
        (verdict,) = answers(
            server, [edge(0)], client={"timeout": 0.2, "retry": Retry(1, 0.001, 0.001)}
        )
    assert verdict.reason == "judge_error"
    assert "0.2 s" in verdict.rationale


@pytest.mark.parametrize("answer", [fault(401, "bad key sk-secret"), fault(404, "no such model")])
def test_a_model_that_is_not_there_at_first_contact_is_unavailable(answer: Answer):
    with Server(lambda body, number: answer) as server, pytest.raises(Unavailable) as caught:
        answers(server, ALL)
    assert "sk-secret" not in str(caught.value)


def test_a_closed_port_is_unavailable():
    with Server() as server:
        pass
    with pytest.raises(Unavailable):
        answers(server, [edge(0)])


def test_a_rationale_of_five_megabytes_is_read_and_cut():
    content = '{"rationale": "' + "x" * 5_000_000 + '", "verdict": "forward"}'
    verdict = reads(content)
    assert verdict.value == "forward"
    assert len(verdict.rationale) <= 4000


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ('Surely.\n```json\n{"verdict": "forward"}\n```', "forward"),
        ('{"verdict": "forward"} or rather {"verdict": "none"}', None),
        ('{"verdict": "Backward "}', "backward"),
        ('{"verdict": "forward", "verdict": "none"}', None),
        ('{"verdict": "forward!?"}', None),
        ("forward", "forward"),
    ],
)
def test_the_one_verdict_from_the_menu_counts(content, value):
    assert reads(content).value == value


@pytest.mark.parametrize(
    ("verdict", "value"), [("7", "7"), (7, "7"), (7.0, "7"), (True, None), (0, None), (11, None)]
)
def test_marks_are_whole_numbers_from_the_menu(verdict, value):
    content = f'{{"verdict": {str(verdict).lower() if verdict is True else repr(verdict)}}}'
    assert reads(content.replace("'", '"'), criterion(0)).value == value


def test_the_quote_becomes_a_span_only_where_it_stands_in_the_response():
    found = reads('{"quote": "the rain was heavy", "verdict": "forward", "code": "stated"}')
    (span,) = found.spans
    assert edge(0).texts["response"][span.start : span.end] == "the rain was heavy"
    assert found.code == "stated"
    assert reads('{"quote": "the snow", "verdict": "none", "code": "made_up"}').spans == ()


def prefix_of(texts: list[str]) -> str:
    same = (len(set(column)) == 1 for column in zip(*texts, strict=False))
    return texts[0][: sum(takewhile(bool, same))]


@pytest.mark.parametrize("edges", ["each", "batch"])
def test_all_probes_of_one_response_share_a_byte_identical_prefix_with_the_response(edges):
    probes = [*(edge(i) for i in range(25)), criterion(0), criterion(1), outcome()]
    with Server() as server:
        answers(server, probes, edges=edges)
        bodies = [body for body in server.requests if not is_probe(body)]
    assert len(bodies) > 4
    assert len({system(body) for body in bodies}) == 1
    shared = prefix_of([user(body) for body in bodies])
    assert probes[0].texts["response"] in shared
    assert probes[0].texts["question"] in shared


def test_what_changes_from_edge_to_edge_stands_last_and_is_short():
    with Server() as server:
        answers(server, [edge(i) for i in range(5)])
        users = [user(body) for body in server.requests if not is_probe(body)]
    shared = prefix_of(users)
    assert max(len(text) - len(shared) for text in users) < 400


CHECKS = ["edit_e0", "edit_e1", "edit_e2", "edit_claim"]


def test_checks_of_edits_are_one_letter_as_published_or_a_status_a_claim():
    probes = [check(name) for name in CHECKS]
    with Server() as server:
        verdicts = answers(server, probes)
        bodies = [body for body in server.requests if not is_probe(body)]
    assert all(v.value in p.menu for v, p in zip(verdicts, probes, strict=True))
    assert ["response_format" in body for body in bodies].count(True) == 1


@pytest.mark.parametrize(
    ("reply", "value"), [("T", "T"), (" f.", "F"), ("**T**", "T"), ("T or F", None), ("True", None)]
)
def test_one_letter_is_all_that_counts(reply, value):
    found = reads(reply, check("edit_e1"))
    assert (found.value, found.reason) == (value, None if value else "parse_failure")


def test_on_a_hostile_server_exactly_what_was_answered_properly_counts():
    probes = [edge(i) for i in range(240)]
    shares = {"garbage": 0.10, "429": 0.05, "400": 0.02, "length": 0.01}
    with Server() as server:
        calm = answers(server, probes)
    with Server(troubled(3, shares)) as server:
        verdicts = answers(server, probes)
        good = server.good
    scored = [v for v in verdicts if v.value is not None]
    assert len(scored) == good < len(probes)
    assert all(v.value in (None, c.value) for v, c in zip(verdicts, calm, strict=True))
    assert all(v.reason for v in verdicts if v.value is None)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ({"text": "forward"}, None),
        ({"text": "forward", "refusal": "no"}, "refused"),
        ({"text": "forward", "finish_reason": "content_filter"}, "refused"),
        ({"text": "forward", "finish_reason": "length"}, "truncated"),
        ({"text": "", "refusal": "no", "finish_reason": "length"}, "refused"),
        ({"text": " \n"}, "empty"),
        ({"text": " \n", "reasoning": "so"}, "parse_failure"),
        ({"text": "forward", "reasoning": "so"}, None),
    ],
)
def test_why_a_reply_cannot_count(reply, fault):
    assert failure(Reply(mode="text", **reply)) == fault


@pytest.mark.parametrize(
    ("failed", "reason"),
    [
        (OverBudget("o"), "over_budget"),
        (Filtered("f"), "refused"),
        (CallFailed("c"), "judge_error"),
    ],
)
def test_why_a_call_left_its_probes_open(failed, reason):
    assert reason_of(failed) == reason


@pytest.mark.parametrize(
    ("tokens", "verdict", "confidence"),
    [
        ([("forward", math.log(0.75))], "forward", 0.75),
        ([("for", math.log(0.75)), ("ward", math.log(0.5))], "forward", 0.75),
        ([("for", math.log(0.75)), (' "for', math.log(0.25))], "forward", 0.25),  # the last start
        ([(" ", math.log(0.5)), ("back", math.log(0.5))], "forward", None),
        ([("forward", 0.5)], "forward", 1.0),  # more than certain is certain
        ([], "forward", None),
    ],
)
def test_confidence_is_that_of_the_token_that_begins_the_verdict(tokens, verdict, confidence):
    found = _confidence(verdict, Reply(text="x", mode="text", logprobs=tuple(tokens)))
    assert found == (None if confidence is None else pytest.approx(confidence))


def test_a_quote_is_found_from_the_first_character_on():
    probe = edge(0)
    words = probe.texts["response"][:8]
    [span] = _spans(words, probe)
    assert (span.role, span.start, span.end, span.text) == ("response", 0, 8, words)
    assert _spans("", probe) == ()
    assert _spans("no such words", probe) == ()


def judge(**options):
    return OpenAIJudge("m", Client(Endpoint("http://h/v1", "k")), **options)


def test_a_judge_signs_its_decoding_edges_and_missing_examples():
    assert judge().decoding == f"{Decoding()};edges=each"
    told = judge(edges="batch", examples=False, decoding=Decoding(seed=7)).decoding
    assert told == f"{Decoding(seed=7)};edges=batch;examples=no"
    assert judge().name == "openai:m"
    assert judge().replicate == 0


def asked_of(probes, **options):
    with Server() as server:
        answers(server, probes, **options)
        return [body for body in server.requests if not is_probe(body)]


def test_a_repetition_shifts_a_seed_that_was_set_and_no_other():
    [body] = asked_of([edge(0)], decoding=Decoding(seed=7), replicate=2)
    assert body["seed"] == 9
    [body] = asked_of([edge(0)], replicate=2)
    assert "seed" not in body


@pytest.mark.parametrize(
    ("probes", "allowed"),
    [
        ([edge(0)], 1024),
        ([edge(0), edge(1)], 2048),
        ([edge(i) for i in range(9)], 4096),  # four edges' worth is enough for any batch
        ([criterion(0)], 4096),
        ([outcome()], 1024),
    ],
)
def test_how_long_a_reply_may_be(probes, allowed):
    [body] = asked_of(probes, edges="batch")
    assert body["max_completion_tokens"] == allowed
