"""A suite of our own, whole: one file. Why-questions, and how many causal links the answer makes.

``test_added_suite`` names it in one row, as a package outside prism would.
"""

from collections.abc import Sequence

from prism.files.textfile import TextFile
from prism.llm.records import Message
from prism.prompts import Prompt, Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.report import Report
from prism.records.score import Score
from prism.suites.base import Answers, Graphs, Setup, Suite, Variant, chat, signature
from prism.suites.whatif.suite import process

PROMPT = Prompt("riddle", system="Answer the riddle in two sentences.", question="Why $what?")


def read(file: TextFile) -> list[Item]:
    """Return one item a line: its level, a tab, and what is asked."""
    rows = [line.split("\t") for line in filter(None, file.lines())]
    return [
        Item(id=f"r{number}", kind="riddles", texts={"question": what}, domain=level)
        for number, (level, what) in enumerate(rows, 1)
    ]


def messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    return chat(PROMPT, {"what": item.texts["question"]})


def probes(item: Item, graphs: Graphs, setup: Setup) -> list[Probe]:
    return process.probes(item, graphs["response"], "directed", setup.prompts)


def report(
    item: Item, graphs: Graphs, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    marks = [
        v.reason or float(v.value in ("forward", "backward"))
        for v in (answers[probe.subject] for probe in asked)
    ]
    return Report(
        kind="riddles",
        item=item.id,
        signature=str(signature(setup, graphs["response"], "riddles")),
        parser=None,
        final=Score.mean(marks),
    )


SUITE = Suite(
    name="riddles",
    kinds=("riddles",),
    roles=("response",),
    probes=probes,
    report=report,
    messages=messages,
    read=read,
)
