"""The client: endpoints, settings, and what a body may hold."""

import asyncio
import random
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.errors import Unavailable, UsageError
from prism.llm.capabilities import Capabilities
from prism.llm.client import Client, Retry
from prism.llm.diagnosis import hindered, unreachable
from prism.llm.endpoint import Endpoint
from prism.llm.records import Ask, CallFailed, Decoding
from prism.llm.reply import decoded, read_reply
from prism.llm.words import Complaint
from tests.judges.asking import QUICK
from tests.scripted.answers import fault, is_probe, probe_answer, says, well
from tests.scripted.server import Server


def test_an_endpoint_is_found_without_guessing(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert Endpoint.find() == Endpoint("https://api.openai.com/v1", "")
    assert Endpoint.find("http://localhost:8000/v1/").key == "none"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    assert Endpoint.find().base_url == "https://api.openai.com/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://h/v1")
    assert Endpoint.find() == Endpoint("http://h/v1", "sk-1")


def test_without_a_key_nothing_is_asked_of_the_vendor(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    async def run() -> None:
        async with Client(Endpoint.find("https://api.openai.com/v1")) as client:
            await client.ask(Ask("m", ({"role": "user", "content": "Hello?"},)))

    with pytest.raises(Unavailable, match="OPENAI_API_KEY"):
        asyncio.run(run())


def test_credentials_in_a_url_are_dropped():
    assert Endpoint.find("http://me:secret@h:1/v1?key=x", "k").base_url == "http://h:1/v1"


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://h", "http://"])
def test_what_is_no_url_is_refused(url):
    with pytest.raises(UsageError, match="--base-url"):
        Endpoint.find(url, "k")


def test_only_what_is_set_is_sent():
    assert Decoding(temperature=None).sent() == {}
    assert Decoding.read("temperature=default,seed=3,logprobs=true").sent() == {
        "seed": 3,
        "logprobs": True,
    }


@pytest.mark.parametrize("text", ["heat=1", "seed=x", "temperature"])
def test_unreadable_settings_are_refused(text):
    with pytest.raises(UsageError, match="--decoding"):
        Decoding.read(text)


@given(st.dictionaries(st.sampled_from(["temperature", "seed", "max_tokens"]), st.integers()))
def test_required_parameters_are_never_blamed(sent):
    body = {"model": "m", "messages": [], **sent}
    text = "model and messages, temperature, seed and max_tokens are wrong"
    name = Complaint(400, text, names=("messages",)).blames(body)
    assert name in sent or (name is None and not sent)


def test_the_ladder_ends_at_text_and_the_limit_at_none():
    able = Capabilities()
    ask = Ask("m", (), max_tokens=10, schema={"type": "object"})
    kinds = []
    for _ in range(3):
        kinds.append(able.parameters(ask).get("response_format", {}).get("type"))
        able.refuse("response_format")
    assert kinds == ["json_schema", "json_object", None]
    able.refuse("max_completion_tokens")
    assert able.parameters(ask)["max_tokens"] == 10
    able.refuse("max_tokens")
    assert set(able.parameters(ask)) == {"model", "messages", "temperature"}


@given(st.integers(0, 12), st.one_of(st.none(), st.floats(0, 100)))
def test_waits_are_bounded_and_never_shorter_than_asked(attempt, after):
    retry = Retry(first=0.5, longest=20)
    wait = retry.delay(attempt, after, random.Random(0))
    assert wait <= (20 if after is None else after + 0.1)
    assert wait >= (after or 0)


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b"3", b'"x"', b"{}", b'{"choices": {}}', b'{"choices": [null]}',
     b'{"choices": [{"message": null}]}', b'{"choices": [{"message": {"content": 3}}]}',
     b"<html></html>", b'{"choices": [{"message": {"content": "x"', b"\xff\xfe"],
)  # fmt: skip
def test_what_is_no_completion_is_a_value_error(body):
    with pytest.raises(ValueError):
        read_reply(decoded(body), "text")


def test_odd_fields_are_left_out():
    body = (
        b'{"choices": [{"message": {"content": [{"type": "text", "text": "a\\ud800"}]},'
        b'"finish_reason": 3, "logprobs": {"content": [{"token": "a", "logprob": "x"}]}}],'
        b'"usage": {"prompt_tokens": -1, "completion_tokens": true}, "model": 7}'
    )
    reply = read_reply(decoded(body), "text")
    assert (reply.text, reply.finish_reason, reply.model) == ("a\ufffd", None, None)
    assert (reply.prompt_tokens, reply.completion_tokens, reply.logprobs) == (None, None, ())


def ask_twice(server: Server) -> Client:
    async def run() -> Client:
        async with Client(Endpoint(server.base_url, "k"), retry=QUICK) as client:
            for _ in range(2):
                messages = ({"role": "system", "content": "verdict: one of: yes, no"},) * 2
                await client.ask(Ask("m", messages))
            return client

    return asyncio.run(run())


def test_a_model_is_probed_once():
    with Server() as server:
        ask_twice(server)
        assert [is_probe(body) for body in server.requests] == [True, True, False, False]


def test_a_probe_that_meets_trouble_is_tried_again():
    trouble = iter([fault(500), fault(429, retry_after="0"), says("", "stop")])

    def script(body, number):
        return next(trouble, None) or (probe_answer(body) if is_probe(body) else well(body))

    with Server(script) as server:
        client = ask_twice(server)
    assert client.known["m"].mode == "json_schema"


def test_a_closed_client_says_so():
    async def run() -> None:
        client = Client(Endpoint("http://127.0.0.1:9/v1", "k"))
        await client.ask(Ask("m", ({"role": "user", "content": "x"},)))

    with pytest.raises(UsageError, match="closed"):
        asyncio.run(run())


def ask_once(base_url: str, told: list[str], known: dict[str, Capabilities] | None = None) -> None:
    async def run() -> None:
        endpoint = Endpoint.find(base_url)
        async with Client(endpoint, retry=QUICK, tell=told.append, known=known) as client:
            await client.ask(Ask("m", ({"role": "user", "content": "x"},)))

    asyncio.run(run())


@pytest.fixture
def nobody() -> str:
    """A base URL at which nothing listens."""
    with Server() as server:
        return server.base_url


# What a model can do is remembered with a run, so that the first contact may be a probe's call.
@pytest.mark.parametrize("known", [None, {"m": Capabilities()}])
def test_a_refused_connection_is_told_at_once_and_tried_again(nobody, known):
    told: list[str] = []
    with pytest.raises(Unavailable) as caught:
        ask_once(nobody, told, known)
    assert told == [f"{nobody}: connection refused; trying again, 4 tries in all"]
    assert "after 4 tries" in caught.value.what
    assert "start the server" in (caught.value.mend or "")


@pytest.mark.parametrize("known", [None, {"m": Capabilities()}])
@pytest.mark.parametrize(
    ("status", "message", "mend"),
    [
        (401, "no key", "OPENAI_API_KEY"),
        (403, "not you", "OPENAI_API_KEY"),
        (404, "The model `m` does not exist", "model's name"),
        (404, "Not Found", "--base-url"),
        (405, "Method Not Allowed", "--base-url"),
        (501, "Unsupported method", "--base-url"),
    ],
)
def test_what_no_try_can_mend_is_tried_once(monkeypatch, known, status, message, mend):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    told: list[str] = []
    with Server(lambda body, number: fault(status, message)) as server:
        with pytest.raises(Unavailable, match=f"HTTP {status}") as caught:
            ask_once(server.base_url, told, known)
        assert server.started == 1
    assert mend in (caught.value.mend or "")
    assert told == []


def test_being_slowed_down_is_not_told():
    told: list[str] = []
    trouble = iter([fault(429, retry_after="0"), fault(429, retry_after="0")])
    with Server(lambda body, number: next(trouble, None) or probe_answer(body)) as server:
        ask_once(server.base_url, told)
    assert told == []


def test_a_refusal_after_the_endpoint_has_answered_is_that_calls_own():
    served = iter(range(2))  # the probes of what the model can do

    def script(body, number):
        return probe_answer(body) if next(served, None) is not None else fault(401)

    with Server(script) as server, pytest.raises(CallFailed, match="HTTP 401"):
        ask_once(server.base_url, [])


def test_a_host_that_does_not_exist_is_not_asked_again():
    unknown = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    later = socket.gaierror(socket.EAI_AGAIN, "Temporary failure")
    assert not unreachable(unknown, "http://h/v1").may_heal
    assert unreachable(later, "http://h/v1").may_heal
    wrapped = OSError("no route")
    wrapped.__cause__ = unknown
    assert unreachable(wrapped, "http://h/v1") == unreachable(unknown, "http://h/v1")


@pytest.fixture
def bare(monkeypatch):
    """An environment without certificates or proxies of its own."""
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return monkeypatch


@pytest.mark.parametrize("file", ["/nonexistent", "/", __file__])
def test_certificates_that_cannot_be_read_name_the_variable(bare, file):
    async def enter():
        async with Client(Endpoint("http://127.0.0.1:9/v1", "k")):
            pass

    bare.setenv("SSL_CERT_FILE", file)
    with pytest.raises(Unavailable, match="SSL_CERT_FILE") as caught:
        asyncio.run(enter())
    assert file in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("proxy", ["foo://x", "http://u:PASSWORD@h:port"])
def test_a_proxy_that_is_none_names_the_variable_and_not_its_value(bare, proxy):
    bare.setenv("HTTPS_PROXY", proxy)
    told = hindered(ValueError(proxy))
    assert "HTTPS_PROXY" in told.mend
    assert "PASSWORD" not in told.what + told.mend


def test_a_proxy_is_named_where_it_stands_between(bare):
    refused = ConnectionRefusedError()
    bare.setenv("HTTP_PROXY", "http://h:1")
    assert "HTTP_PROXY" in unreachable(refused, "http://far/v1").mend
    assert "HTTP_PROXY" not in unreachable(refused, "https://far/v1").mend
    bare.setenv("NO_PROXY", "far")
    assert "HTTP_PROXY" not in unreachable(refused, "http://far/v1").mend
