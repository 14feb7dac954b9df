"""Slots and budgets: as many calls as the endpoint bears, and no more than was allowed."""

import asyncio
import json

import pytest

from prism.errors import BadRecord, UnreadableFile, UsageError
from prism.llm.budget import Budget, Price, read_prices
from prism.llm.client import Retry
from prism.llm.limiter import Limiter
from prism.llm.records import OverBudget, Reply
from tests.judges.asking import answers, edge
from tests.scripted.answers import fault, is_probe, probe_answer, well
from tests.scripted.server import Server


def test_slots_double_until_the_first_push_back_then_creep():
    limiter = Limiter(start=4, floor=2, cap=20)
    for _ in range(4):
        limiter.succeeded()
    assert limiter.limit == 8
    limiter.refused(limiter.halvings)
    assert limiter.limit == 4
    for _ in range(4):
        limiter.succeeded()
    assert 4.9 < limiter.limit < 5.1


def test_one_burst_of_push_backs_halves_once():
    limiter = Limiter(start=16)
    era = limiter.halvings
    for _ in range(16):
        limiter.refused(era)
    assert limiter.limit == 8
    limiter.refused(limiter.halvings)
    assert limiter.limit == 4


def test_slots_stay_between_floor_and_cap():
    limiter = Limiter(start=3, floor=2, cap=4)
    for _ in range(9):
        limiter.succeeded()
    assert limiter.limit == 4
    for _ in range(9):
        limiter.refused(limiter.halvings)
    assert limiter.limit == 2


@pytest.mark.parametrize(("floor", "start", "cap"), [(0, 1, 2), (2, 1, 3), (1, 4, 3)])
def test_impossible_limits_are_refused(floor, start, cap):
    with pytest.raises(UsageError):
        Limiter(start=start, floor=floor, cap=cap)


def test_never_more_calls_are_out_than_there_are_slots():
    async def run() -> tuple[int, int]:
        limiter, out, most = Limiter(start=3, cap=3), 0, 0

        async def work() -> None:
            nonlocal out, most
            async with limiter.slot():
                out += 1
                most = max(most, out)
                await asyncio.sleep(0)
                out -= 1

        await asyncio.gather(*(work() for _ in range(50)))
        return most, limiter.peak

    assert asyncio.run(run()) == (3, 3)


def test_a_server_that_bears_four_calls_is_brought_to_bear_them_all():
    server = Server(latency=0.005)

    def script(body, number):
        if not is_probe(body) and server.under_way > 4:
            return fault(429, "slow down", retry_after="0.01")
        return probe_answer(body) if is_probe(body) else well(body)

    server.script = script
    limiter = Limiter(start=16, cap=16)
    with server:
        client = {"limiter": limiter, "retry": Retry(tries=20, first=0.002, longest=0.05)}
        verdicts = answers(server, [edge(i) for i in range(60)], client=client)
    assert all(verdict.value for verdict in verdicts)
    assert limiter.halvings > 0
    assert limiter.limit < 16


@pytest.mark.parametrize("after", ["3600", "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_patience_that_ends_is_not_waited_out(after):
    script = lambda body, number: (  # noqa: E731
        probe_answer(body) if is_probe(body) else fault(429, "later", retry_after=after)
    )
    with Server(script) as server:
        (verdict,) = answers(server, [edge(0)])
        assert sum(not is_probe(body) for body in server.requests) == 1
    assert verdict.reason == "judge_error"


def spend(budget: Budget, calls: int, reply: Reply) -> int:
    """How many of ``calls`` concurrent calls the budget lets through."""

    async def one() -> bool:
        try:
            async with budget.reserve("m", 300, 100):
                await asyncio.sleep(0)
                budget.charge("m", 300, reply)
        except OverBudget:
            return False
        return True

    async def run() -> int:
        return sum(await asyncio.gather(*(one() for _ in range(calls))))

    return asyncio.run(run())


SHORT = Reply("ok", "text", prompt_tokens=100, completion_tokens=10)


def test_the_token_limit_is_never_broken_and_nearly_used_up():
    budget = Budget(max_tokens=1000)
    # A call costs 110; another is made as long as it may cost 200.
    assert spend(budget, 50, SHORT) == 8
    assert budget.bill.tokens == 880


def test_the_cost_limit_likewise():
    budget = Budget(max_cost=0.001, prices={"m": Price(prompt=1.0, completion=1.0)})
    assert spend(budget, 50, SHORT) == 8
    assert budget.bill.cost == pytest.approx(0.00088)


def test_without_a_limit_all_goes_through_and_is_counted():
    budget = Budget()
    assert spend(budget, 20, Reply("four", "text")) == 20
    assert budget.bill.tokens == 20 * (100 + 1)


def test_a_cost_limit_needs_the_price_of_the_model():
    with pytest.raises(UsageError, match="prices"):
        Budget(max_cost=1.0)
    budget = Budget(max_cost=1.0, prices={"other": Price(prompt=1, completion=1)})
    with pytest.raises(UsageError, match="no price for m"):
        spend(budget, 1, SHORT)


def test_what_the_budget_does_not_cover_is_over_budget():
    with Server() as server:
        verdicts = answers(
            server, [edge(i) for i in range(30)], client={"budget": Budget(max_tokens=3500)}
        )
    reasons = [verdict.reason for verdict in verdicts]
    assert 0 < reasons.count("over_budget") < 30
    assert set(reasons) == {None, "over_budget"}


def test_a_budget_too_small_for_first_contact_is_over_budget_too():
    with Server() as server:
        (verdict,) = answers(server, [edge(0)], client={"budget": Budget(max_tokens=20)})
    assert verdict.reason == "over_budget"


def test_price_lists_are_read_or_refused_in_one_line(tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"m": {"prompt": 1.25, "completion": 10}}))
    bad.write_text('{"m": {"prompt": "much"}}')
    assert read_prices(good)["m"].completion == 10
    with pytest.raises(BadRecord, match="not a price list"):
        read_prices(bad)
    with pytest.raises(UnreadableFile):
        read_prices(tmp_path / "none.json")
