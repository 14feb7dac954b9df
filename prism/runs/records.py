"""The plain records that stages hand to each other: a task, its work, and what came of it.

They hold nothing but data, so that whoever does the work may be another process or machine; only
the ledger's writer commits.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter

from prism.graph.convert import GraphDocument
from prism.llm.reasoning import split_reasoning
from prism.records.digest import digest
from prism.records.item import Item
from prism.records.verdict import Provenance, Reason, Verdict
from prism.runs.plan import Plan
from prism.suites.base import Variant

__all__ = [
    "GRAPHS",
    "STAGES",
    "VERDICTS",
    "Answered",
    "Arm",
    "Failure",
    "Outcome",
    "Stage",
    "Task",
    "Work",
    "given",
    "task_name",
]

Stage = Literal["answer", "graphs", "verdicts", "line"]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)

GRAPHS: Final = TypeAdapter(dict[str, GraphDocument])
VERDICTS: Final = TypeAdapter(dict[str, Verdict])


class Answered(BaseModel):
    """A response: its text, who gave it, and what was thought before, which is no part of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    provenance: Provenance
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class Arm:
    """One configuration within a run, and its number in the file."""

    id: int
    plan: Plan


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a stage has no result, or only part of one; ``hopeless`` is not tried again."""

    stage: Stage
    reason: Reason
    said: str = ""
    hopeless: bool = False
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a stage came to for one task.

    ``key`` is the digest of all that ``value`` depends on; tasks with the same key share one
    result. With a value and a failure, part of the work has failed.
    ``unscored`` is how many verdicts, or final scores, it leaves without a value.
    """

    task: int
    stage: Stage
    key: str = ""
    value: str | None = None
    failure: Failure | None = None
    unscored: int = 0

    def about(self, task: int) -> Self:
        """Return the same outcome for ``task``."""
        return replace(self, task=task)


@dataclass(frozen=True, slots=True)
class Task:
    """One item in one variant.

    ``given`` is its answer, or why it has none; ``by`` is who gave it, where the file says.
    """

    item: Item
    variant: Variant
    given: Outcome | None = None
    by: str | None = None

    @property
    def digest(self) -> str:
        """Content hash of the item."""
        return digest(self.item.model_dump(mode="json"))


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done for one task: the item, and what the stages so far came to.

    ``tries`` is how often its next stage has failed.
    """

    task: int
    item: Item
    variant: Variant
    tries: int = 0
    done: Mapping[Stage, str] = field(default_factory=dict)

    @property
    def answer(self) -> Answered:
        """The response."""
        return Answered.model_validate_json(self.done["answer"])

    @property
    def left(self) -> list[Stage]:
        """The stages that it has to pass yet, in order."""
        return [stage for stage in STAGES if stage not in self.done]

    def after(self, outcome: "Outcome") -> Self:
        """Return the work that is left once a stage came to ``outcome``, which has a value."""
        return replace(self, tries=0, done={**self.done, outcome.stage: outcome.value or ""})


def task_name(item: str, variant: Variant) -> str:
    """Return what a task is called: its item, and its variant where it has one.

    >>> task_name("317v3", {"phrasing": "B"}), task_name("q1", {})
    ('317v3 B', 'q1')
    """
    return " ".join([item, *(variant[name] for name in sorted(variant))])


def given(text: str | None, source: str) -> Outcome:
    """Return the outcome of the answer stage where a file holds the answer, or holds none."""
    if text is None:
        failure = Failure("answer", "empty", "the file holds no answer", hopeless=True)
        return Outcome(0, "answer", failure=failure)
    text, thoughts = split_reasoning(text)
    by = Provenance(judge="given", model_served=source)
    value = Answered(text=text, provenance=by, reasoning=thoughts).model_dump_json()
    return Outcome(0, "answer", key=digest(["given", value]), value=value)
