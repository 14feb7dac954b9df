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
