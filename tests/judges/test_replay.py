"""A judge that answers from what was judged before."""

import asyncio

from prism.judges.replay import ReplayJudge
from prism.records.verdict import Provenance, Verdict
from tests.judges.asking import edge


def test_stored_verdicts_come_back_in_order_and_gaps_say_so() -> None:
    probes = [edge(i) for i in range(3)]
    kept = {
        probe.digest: Verdict(
            probe=probe.digest, value=value, provenance=Provenance(judge="somebody")
        )
        for probe, value in zip(probes[:2], ("forward", "none"), strict=True)
    }
    judge = ReplayJudge("replay:x", kept)
    assert judge.name == "replay:x"
    found = asyncio.run(judge.answer([probes[1], probes[2], probes[0]]))
    assert [v.value for v in found] == ["none", None, "forward"]
    assert found[1].reason == "not_applicable"
    assert found[1].provenance.judge == "replay:x"
    assert found[0].provenance.judge == "somebody"
