"""The way to an endpoint: redirects, sizes, and what a server does not take."""

import asyncio
import gzip
import json
from dataclasses import replace

import pytest

from prism.errors import Unavailable
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.llm.records import Ask, CallFailed, Filtered, OverBudget, Reply
from prism.llm.wire import TooLarge, Wire
from tests.judges.asking import QUICK
from tests.scripted.answers import Answer, fault, is_probe, probe_answer, says
from tests.scripted.server import Server

SCHEMA = {"type": "object", "properties": {"x": {"type": "string"}}}
MESSAGES = ({"role": "system", "content": "Rules."}, {"role": "user", "content": "Well?"})


def asked(server: Server, times: int = 1, schema: object = SCHEMA) -> tuple[list[object], Client]:
    """Ask so often, one after the other; return replies or what was raised, and the client."""

    async def run() -> tuple[list[object], Client]:
        found: list[object] = []
        async with Client(Endpoint(server.base_url, "sk-Qr7tEsT-41c2d3"), retry=QUICK) as client:
            for _ in range(times):
                try:
                    found.append(await client.ask(Ask("m", MESSAGES, schema=schema)))
                except (CallFailed, Unavailable) as exc:
                    found.append(exc)
        return found, client

    return asyncio.run(run())


def later(script):
    """Opening questions are answered properly, everything else by ``script``."""
    return lambda body, number: probe_answer(body) if is_probe(body) else script(body)


def test_half_of_the_quicker_client_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def wanting(**options: object) -> None:
        raise RuntimeError("you must have installed the package with the extra")

    monkeypatch.setattr("openai.DefaultAioHttpClient", wanting)
    with Server(lambda body, number: says("well")) as server:
        found, _ = asked(server, schema=None)
    assert isinstance(found[0], Reply)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_another_host_is_not_gone_to(status):
    with Server() as other:
        there = {"location": f"http://me:pw@127.0.0.1:{other.port}/v1/chat/completions"}
        with Server(later(lambda body: Answer(b"", status, there))) as server:
            [found], _ = asked(server)
        assert other.started == 0
    assert isinstance(found, Unavailable)
    assert f"redirected to 127.0.0.1:{other.port}, to which nothing was sent" in str(found)
    assert "pw" not in str(found)


def test_one_redirect_among_many_costs_that_call():
    number = iter(range(100))

    def script(body):
        odd = next(number) in (1, 2)  # the second call, in both its tries
        return Answer(b"", 308, {"location": "http://127.0.0.2:1/v1"}) if odd else says("yes")

    with Server(later(script)) as server:
        found, _ = asked(server, 3)
    assert [type(one) for one in found] == [Reply, CallFailed, Reply]


def test_the_same_host_may_redirect():
    def script(body, number):
        return Answer(b"", 307, {"location": "/v2"}) if number % 2 == 0 else says("yes")

    with Server(script) as server:
        [found], _ = asked(server, schema=None)
    assert found.text == "yes"


def packed(size: int) -> Answer:
    return Answer(gzip.compress(b" " * size), 200, {"content-encoding": "gzip"})


def test_a_reply_is_given_up_at_its_limit_before_it_is_unpacked():
    async def run(server: Server) -> None:
        async with Wire(Endpoint(server.base_url, "k"), max_reply=10_000) as wire:
            with pytest.raises(TooLarge):
                await wire.post({"messages": [{"role": "user", "content": "x"}]})

    for answer in (packed(3 * 2**20), Answer(b" " * 20_000)):
        with Server(lambda body, number, answer=answer: answer) as server:
            asyncio.run(run(server))


def test_a_packed_reply_is_read_and_a_packing_nobody_asked_for_is_not():
    whole = says("yes")
    gzipped = replace(whole, body=gzip.compress(whole.body), headers={"content-encoding": "gzip"})
    for answer, good in [
        (gzipped, True),
        (replace(gzipped, body=b"\x1f\x8bno"), False),
        (replace(whole, headers={"content-encoding": "br"}), False),
    ]:
        with Server(later(lambda body, answer=answer: answer)) as server:
            [found], _ = asked(server)
        assert isinstance(found, Reply) is good
        if not good:
            assert "not a chat completion" in str(found)


@pytest.mark.parametrize(
    ("body", "why"),
    [(b"[" * 100_000, "nested too deep"), (b"{}," * 10, "not readable JSON"),
     (b"[" + b"1," * 1_100_000 + b"1]", "too many values"), (b"", "empty body")],
)  # fmt: skip
def test_what_is_no_json_says_so(body, why):
    with Server(later(lambda asked: Answer(body))) as server:
        [found], _ = asked(server)
    assert why in str(found)


def test_a_used_up_quota_ends_all_calls_and_is_tried_once():
    def script(body):
        return fault(429, "You exceeded your current quota, check your plan")

    with Server(later(script)) as server:
        found, _ = asked(server, 3)
        calls = sum(not is_probe(body) for body in server.requests)
    assert calls == 1
    assert all(isinstance(one, OverBudget) and "exceeded your current" in str(one) for one in found)
    with Server(lambda body, number: script(body)) as server:
        [found], _ = asked(server)
        assert server.started == 1
    assert isinstance(found, Unavailable)


@pytest.mark.parametrize("told", ["System role not supported", "Bad Request"])
def test_without_a_system_role_its_text_heads_the_users_first_message(told):
    def script(body):
        roles = [message["role"] for message in body["messages"]]
        return fault(400, told) if "system" in roles else says("yes")

    with Server(later(script)) as server:
        found, client = asked(server, 2)
        last = server.requests[-1]
    assert all(isinstance(one, Reply) for one in found)
    assert last["messages"] == [{"role": "user", "content": "Rules.\n\nWell?"}]
    assert "response_format" in last  # which nobody refused
    assert client.known["m"].notes == ("system=user",)


@pytest.mark.parametrize("told", ["Failed to parse grammar", "Bad Request"])
@pytest.mark.parametrize("kinds", [("json_schema",), ("json_schema", "json_object")])
def test_a_refused_reply_format_steps_down_named_or_not(told, kinds):
    def script(body, number):
        kind = body.get("response_format", {}).get("type")
        if kind in kinds:
            return fault(400, told)
        return probe_answer(body) if is_probe(body) else says("yes")

    with Server(script) as server:
        [found], client = asked(server)
    assert found.text == "yes"
    assert client.known["m"].mode == ("text" if len(kinds) == 2 else "json_object")
    assert client.known["m"].system


def test_what_served_is_not_given_up_for_one_odd_call():
    number = iter(range(100))

    def script(body):
        odd = next(number) == 1
        return fault(400, "Bad Request") if odd else says("yes")

    with Server(later(script)) as server:
        found, client = asked(server, 3)
    assert [one.text for one in found] == ["yes"] * 3
    assert client.known["m"].mode == "json_schema"


def test_a_request_that_is_at_fault_itself_is_not_made_simpler():
    with Server(later(lambda body: fault(400, "maximum context length is 10 tokens"))) as server:
        [found], _ = asked(server)
        assert sum(not is_probe(body) for body in server.requests) == 1
    assert "maximum context length" in str(found)


def test_an_error_inside_a_good_status_is_an_error():
    body = {"error": {"message": "upstream down", "code": 502}}
    with Server(later(lambda asked: Answer(json.dumps(body).encode()))) as server:
        [found], _ = asked(server)
        calls = sum(not is_probe(body) for body in server.requests)
    assert (str(found), calls) == ("HTTP 502: upstream down, after 4 tries", 4)


def test_a_filter_and_the_servers_words():
    with Server(later(lambda body: fault(400, "flagged by the content_filter"))) as server:
        [found], _ = asked(server)
    assert isinstance(found, Filtered)
    assert "content_filter" in str(found)


def test_no_field_of_a_reply_holds_the_key():
    key = "sk-Qr7tEsT-41c2d3"

    def script(body):
        message = {"refusal": f"no {key}", "reasoning_content": key}
        return says(f"key {key}", message=message, model=f"m-{key}", fingerprint=key)

    with Server(later(script)) as server:
        [found], _ = asked(server)
    assert "Qr7tEsT" not in repr(found)
    assert (found.model, found.fingerprint, found.text) == ("m-[key]", "[key]", "key [key]")


@pytest.mark.parametrize(
    ("finish", "cut", "refused"),
    [("length", True, False), ("MAX_TOKENS", True, False), ("content_filter", False, True),
     ("SAFETY", False, True), ("refusal", False, True), ("stop", False, False)],
)  # fmt: skip
def test_how_a_reply_ended(finish, cut, refused):
    reply = Reply("x", "text", finish_reason=finish)
    assert (reply.cut, reply.refused) == (cut, refused)


def test_only_text_parts_are_the_answer():
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "none?"}]},
             {"type": "text", "text": "forward"}]  # fmt: skip
    with Server(later(lambda body: says(parts, message={"reasoning": "hm"}))) as server:
        [found], _ = asked(server)
    assert (found.text, found.reasoning) == ("forward", "hm\n\nnone?")
