"""What the local judge answers, and that it always answers the same."""

import asyncio
import os
import subprocess
import sys

import pytest

from prism.judges.local.judge import LocalJudge
from prism.records.probe import Probe
from prism.records.verdict import Verdict
from prism.suites.whatif.process import DIRECTED_MENU, PUBLISHED_MENU

FLOOD = "It rained for weeks. Therefore the river rose, which flooded the mill."


def ask(text, question, kind="edge", menu=DIRECTED_MENU, asked="") -> Verdict:
    texts = {"response": text, "question": asked} if asked else {"response": text}
    probe = Probe(kind=kind, subject="x", texts=texts, question=question, menu=menu)
    [verdict] = asyncio.run(LocalJudge().answer([probe]))
    assert verdict.probe == probe.digest
    return verdict


def edge(text, source, target, relation="CAUSE", menu=DIRECTED_MENU, asked="") -> Verdict:
    """Ask for a link between two stretches of ``text``, located like a parser's units."""
    fields = {"source": source, "target": target, "relation": relation}
    for name, end in (("source", source), ("target", target)):
        at = text.find(end)
        fields[f"{name}_start"] = at if at >= 0 else None
        fields[f"{name}_end"] = at + len(end) if at >= 0 else None
    return ask(text, fields, menu=menu, asked=asked)


def test_other_kinds_are_not_applicable():
    verdict = ask("text", {}, kind="riddle", menu=("unfounded", "contradictory"))
    assert (verdict.value, verdict.reason) == (None, "not_applicable")


def test_an_empty_response_is_unscored():
    assert edge("  ", "a", "b").reason == "empty"
    assert ask("  ", {"name": "Depth"}, kind="criterion").reason == "empty"
    assert ask("  ", {"gold": ["a"]}, kind="outcome").reason == "empty"


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [
        ("The road flooded because it rained.", "it rained", "The road flooded"),
        ("It rained, so the road flooded.", "It rained", "so the road flooded"),
        ("If the dam broke, the town would drown.", "If the dam broke", "the town would drown"),
        (
            "The frost came early, ruining the harvest.",
            "The frost came early",
            "ruining the harvest",
        ),
        (
            "The frost came early. This could have ruined the harvest.",
            "The frost came early",
            "This could have ruined the harvest",
        ),
    ],
)
def test_words_decide_the_direction_whichever_way_it_is_asked(text, source, target):
    assert edge(text, source, target).value == "forward"
    assert edge(text, target, source).value == "backward"
    assert edge(text, source, target, menu=PUBLISHED_MENU).value == "yes"
    assert edge(text, target, source, menu=PUBLISHED_MENU).value == "no"


def test_a_wrong_thing_is_not_a_link_disowned():
    text = "The wrong valve was opened, so the tank overflowed."
    assert edge(text, "The wrong valve was opened", "so the tank overflowed").value == "forward"


def test_a_reversed_claim_says_so():
    verdict = edge("The road flooded because it rained.", "The road flooded", "it rained")
    assert verdict.code == "reversed_claim"


@pytest.mark.parametrize(
    ("text", "source", "target", "code"),
    [
        ("It rained. The shop opened.", "It rained", "The shop opened", "sequence_only"),
        (
            "The clerk slept. Then the bell rang.",
            "The clerk slept",
            "Then the bell rang",
            "sequence_only",
        ),
        (
            "Ice cream sales are correlated with drownings.",
            "Ice cream sales",
            "drownings",
            "association_only",
        ),
        (
            "The bridge fell, not because the river rose.",
            "the river rose",
            "The bridge fell",
            "denied",
        ),
        (
            "The strike did not cause the famine.",
            "The strike",
            "the famine",
            "denied",
        ),
        (
            "Did the strike cause the famine? Nobody knows.",
            "the strike",
            "the famine",
            "denied",
        ),
        (
            "It is a myth that the strike caused the famine.",
            "the strike",
            "the famine",
            "denied",
        ),
        (
            "The strike caused the famine. At least so they said. But the rain was late.",
            "the rain was late",
            "The strike",
            "sequence_only",
        ),
        (
            "Many thought that the strike caused the famine. But this is not true.",
            "the strike",
            "the famine",
            "denied",
        ),
        (
            "The levee broke, so the city flooded. The levee did not break.",
            "The levee broke",
            "so the city flooded",
            "contradicted",
        ),
        (
            "If the moon vanished, the tides would be different.",
            "If the moon vanished",
            "the tides would be different",
            "vague_end",
        ),
        ("Because it is so, it is so.", "Because it is so", "it is so", "empty_end"),
        ("It rained.", "It rained", "the volcano erupted", "not_found"),
    ],
)
def test_what_is_no_causal_link_says_why(text, source, target, code):
    verdict = edge(text, source, target)
    assert (verdict.value, verdict.code) == ("none", code)


def test_a_text_that_takes_a_link_back_is_read_by_its_last_word():
    text = (
        "The strike caused the shortage. In fact, it was the other way round: "
        "the shortage caused the strike."
    )
    assert edge(text, "The strike", "the shortage").value == "backward"


def test_an_event_is_known_again_where_it_is_told_twice():
    text = "The spring dried up. The herd left. Because the spring dried up, the herd left."
    assert edge(text, "The spring dried up", "The herd left").value == "forward"


def test_saying_the_question_again_is_no_effect():
    question = "What if paper had never been invented?"
    text = (
        "If paper had never been invented, there would be no paper, and cities would write on clay."
    )
    again = edge(
        text, "If paper had never been invented", "there would be no paper", asked=question
    )
    more = edge(
        text, "If paper had never been invented", "cities would write on clay", asked=question
    )
    assert (again.value, again.code) == ("none", "restates_question")
    assert more.value == "forward"


def test_other_relations_stand_unless_an_end_is_empty():
    text = "The mill is old. It was built in 1602. So it is."
    asked = {"relation": "ELABORATION", "menu": PUBLISHED_MENU}
    assert edge(text, "It was built in 1602", "The mill is old", **asked).value == "yes"
    assert edge(text, "So it is", "The mill is old", **asked).value == "no"


def test_verdicts_name_their_reason_and_their_spans():
    verdict = edge(FLOOD, "It rained for weeks", "Therefore the river rose")
    assert verdict.rationale == "source causes target: “Therefore” says so"
    assert "\n" not in verdict.rationale
    assert [span.text for span in verdict.spans] == [
        "It rained for weeks",
        "Therefore the river rose",
        "Therefore",
    ]
    assert all(FLOOD[span.start : span.end] == span.text for span in verdict.spans)
    assert {span.role for span in verdict.spans} == {"response"}
    assert 0 < verdict.confidence <= 1
    assert verdict.provenance.judge == "local"


@pytest.mark.parametrize(
    "text", ["\ud800 because \x00", "因为下雨，路被淹了。", "```\nx = 1\n```", "a" * 5000]
)
def test_strange_texts_are_judged_too(text):
    assert edge(text, text[:3], text[-3:]).value in DIRECTED_MENU


SCRIPT = """
import asyncio, hashlib
from prism.records.probe import Probe
from prism.judges.local.judge import LocalJudge
text = "It rained for weeks. Therefore the river rose, which flooded the mill."
question = {"source": "It rained", "target": "the river rose", "relation": "CAUSE"}
criterion = {"name": "Water", "description": "Rain, river and mill, with uncertainty",
             "bands": {"9-10": "Flood, river, miller and harvest and harvest are linked."}}
probes = [Probe(kind="edge", subject="e", texts={"response": text}, question=question,
                menu=("forward", "backward", "none")),
          Probe(kind="criterion", subject="c", texts={"response": text}, question=criterion,
                menu=tuple(map(str, range(1, 11))))]
verdicts = asyncio.run(LocalJudge().answer(probes))
print(hashlib.sha256("".join(v.model_dump_json() for v in verdicts).encode()).hexdigest())
"""


def test_the_same_bytes_come_out_whatever_the_hash_seed_and_thread_count():
    digests = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, threads in (("0", "1"), ("4711", "2"))
    }
    assert len(digests) == 1
