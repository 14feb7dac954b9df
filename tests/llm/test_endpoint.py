"""Base URLs: nothing secret in them is kept or told."""

import pytest

from prism.errors import UsageError
from prism.llm.endpoint import Endpoint, clean_url, shown_url
from prism.runs.plan import Plan

BAD = [
    "ftp://usr:PWSECRET77@h/v1",
    "usr:PWSECRET77@h:80/v1",
    "http://usr:PWSECRET77@",
    "http://usr:PW/SECRET77?#@h:port/v1",
    "//usr:PWSECRET77@h/v1",
    "http://usr:PWSECRET77@[h/v1",
    "http://usr:PWSECRET77@h h/v1",
    "ftp://h/v1?api_key=PWSECRET77",
    "http://usr:PWSECRET77",
]


@pytest.mark.parametrize("url", BAD)
def test_a_refused_url_tells_no_password(url):
    with pytest.raises(UsageError) as caught:
        clean_url(url)
    assert "SECRET" not in str(caught.value)


def test_the_scheme_and_the_host_are_told():
    with pytest.raises(UsageError, match="'ftp://h/v1' is not"):
        clean_url("ftp://usr:pw@h/v1")


@pytest.mark.parametrize("port", ["port", "99999", "80x", "-1"])
def test_a_port_that_is_none_is_told_in_a_line(port):
    with pytest.raises(UsageError, match="the port of http://h is not a number") as caught:
        Endpoint.find(f"http://h:{port}/v1")
    assert caught.value.exit_code == 2


def test_a_plan_holds_no_credentials():
    url = "https://usr:PWSECRET77@h:8000/v1/?key=PWSECRET77#x"
    plan = Plan(suite="whatif", items="i", items_digest="1", base_url=url)
    assert plan.base_url == "https://h:8000/v1" == Endpoint.find(url).base_url
    assert shown_url("http://h/v1") == "http://h/v1"


KEY = "abcd1234wxyz"
IN_PATH = [
    "sk-Ab3dEf6hIj",
    "PWSECRET77",
    "hf_aBcDeFgHiJkLmN",
    "0f8fad5b-d9cb-469f-a165-70867728950e",
]


@pytest.mark.parametrize("part", [*IN_PATH, KEY, "9f8e7d6c5b4a3210", "token=qwertyuiopas"])
def test_a_key_in_the_path_is_called_and_never_shown(part):
    endpoint = Endpoint.find(f"http://h/gate/{part}/v1", KEY)
    assert endpoint.base_url == f"http://h/gate/{part}/v1"
    assert endpoint.shown == "http://h/gate/[key]/v1"
    assert part in endpoint.secrets
    assert part not in repr(endpoint)


@pytest.mark.parametrize("part", IN_PATH)
def test_a_plan_keeps_no_key_of_a_path(part):
    plan = Plan(suite="whatif", items="b.json", items_digest="1", base_url=f"http://h/{part}/v1")
    assert plan.base_url == "http://h/[key]/v1"


@pytest.mark.parametrize(
    "path",
    [
        "v1", "v1beta/openai", "openai/deployments/gpt-4o-mini", "api/paas/v4",
        "models/meta-llama/Llama-3.3-70B-Instruct-Turbo", "compatible-mode/v1", "keys/v1",
    ],
)  # fmt: skip
def test_names_of_routes_and_models_stay(path):
    assert Endpoint.find(f"http://h/{path}", KEY).shown == f"http://h/{path}"
    assert Endpoint.find(f"http://h/{path}", KEY).secrets == (KEY,)
