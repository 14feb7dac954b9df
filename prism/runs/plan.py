"""What is set for a run, as one record: kept in the run, compared at the next start, and signed."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from pydantic import BaseModel, ConfigDict, JsonValue, field_validator

from prism.llm.endpoint import shown_url
from prism.llm.records import Decoding
from prism.records.digest import digest
from prism.records.score import Protocol
from prism.settings import (
    DEFAULT_JUDGE,
    DEFAULT_PARSER,
    Asking,
    Edges,
    Granularity,
    OnFailure,
    Rules,
)

__all__ = ["Plan", "arm_names"]

# What is told of a run without being part of how its numbers come about: names of files, controls
# (judged alongside, never counted), and what follows from the rest.
_TOLD_ONLY = {"items", "answers", "answered_by", "controls", "deviations"}


class Plan(BaseModel):
    """The configuration of one arm of a run: one model, one strategy, one judge.

    Attributes
    ----------
    suite
        Name of the benchmark: ``whatif``, ``cobe``, ``meter`` …
    items, items_digest
        Name of the items' file, and the digest of what it held.
    answers, answers_digest, answered_by
        The same of a file of given answers, and the one model it says they are from; None where a
        model answers.
    model, strategy, answering, answer_tokens
        Who answers, which prompt it gets, its decoding, and its limit of tokens.
    sample, seed
        How many items were drawn, and the seed of everything that is drawn: items, controls, and
        what judges draw; None leaves it to them, and draws items with 0.
    controls
        Whether edges with known answers are judged alongside; no number of a response depends on
        it, so a run may be given them later and keeps them.
    strict
        Whether an edit passes only where revised facts are revised, not left out.
    all_edges
        Whether also that is asked which no headline counts, such as links that are not causal.
    evidence, order, shuffle
        How a question of multiple choice is put: whether its evidence span is shown, in which order
        its parts stand, and the seed by which its options are shuffled (None: as in the file).
    deviations
        Where answers are had otherwise than by the published protocol; stands in the signature,
        which tells by itself how they are judged.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    items: str
    items_digest: str
    answers: str | None = None
    answers_digest: str | None = None
    answered_by: str | None = None
    model: str | None = None
    strategy: str = "given"
    answering: str = ""
    answer_tokens: int | None = None
    parser: str = DEFAULT_PARSER
    granularity: Granularity = Asking.granularity
    spacy: str | None = None
    on_parse_failure: OnFailure = Asking.on_parse_failure
    judge: str = DEFAULT_JUDGE
    protocol: Protocol = Rules.protocol
    judging: str = ""
    edges: Edges = Asking.edges
    examples: bool = Asking.examples
    replicates: int = Asking.replicates
    controls: bool = Rules.controls
    strict: bool = Rules.strict
    all_edges: bool = Rules.all_edges
    prompts: str | None = None
    base_url: str | None = None
    sample: int | None = None
    seed: int | None = None
    evidence: bool = False
    order: str = ""
    shuffle: int | None = None
    deviations: tuple[str, ...] = ()

    @field_validator("base_url")
    @classmethod
    def _without_credentials(cls, url: str | None) -> str | None:
        """Keep scheme, host, port and path alone; the run is a file that is handed on."""
        return None if url is None else shown_url(url).rstrip("/")

    @property
    def digest(self) -> str:
        """Content hash of everything that bears on the numbers; a file may change its name."""
        return digest(self.model_dump(mode="json", exclude=_TOLD_ONLY))

    @property
    def who(self) -> str:
        """Who answered: the model, or the file of answers that names none."""
        return self.model or self.answered_by or PurePath(self.answers or "-").stem

    @property
    def name(self) -> str:
        """What tables call the arm: model and strategy, and the judge."""
        return f"{self.who} {'+'.join([self.strategy, *self.shown])} · {self.judge}"

    def settings_of(self) -> dict[str, JsonValue]:
        """Return the configuration as it is echoed: names and values, those not set left out."""
        return {
            name: value
            for name, value in self.model_dump(mode="json").items()
            if value not in (None, "", [])
        }

    def difference(self, other: "Plan") -> list[str]:
        """Return what ``other`` sets otherwise, one line a setting.

        >>> old = Plan(suite="whatif", items="b.json", items_digest="1")
        >>> old.difference(old.model_copy(update={"judge": "openai:m", "items": "c.json"}))
        ['judge: local → openai:m']
        """
        mine, theirs = (plan.model_dump(mode="json", exclude=_TOLD_ONLY) for plan in (self, other))
        return [
            f"{name}: {_shown(mine[name])} → {_shown(theirs[name])}"
            for name in mine
            if mine[name] != theirs[name]
        ]

    @property
    def answers_line(self) -> str:
        """How the answers were had, as it stands in the signature; '' where they were given."""
        if self.model is None:
            return ""
        limit = f";max_tokens={self.answer_tokens}" if self.answer_tokens else ""
        shown = "".join(f"+{name}" for name in self.shown)
        put = f"{self.strategy}{shown}"
        return f"answers({self.model},{put},{Decoding.read(self.answering)}{limit})"

    @property
    def presentation(self) -> dict[str, JsonValue]:
        """What an item's meta says of how it is put; empty where it is put the usual way."""
        told: dict[str, JsonValue] = {"evidence": self.evidence, "order": self.order}
        told["seed"] = self.shuffle
        return {name: value for name, value in told.items() if value not in (None, False, "")}

    @property
    def shown(self) -> list[str]:
        """How items are put otherwise than usual, in short."""
        order = [f"order={self.order.replace(',', '-')}"] if self.order else []
        seed = [f"shuffle={self.shuffle}"] if self.shuffle is not None else []
        return [*(["evidence"] if self.evidence else []), *order, *seed]

    @property
    def signed_seed(self) -> int | None:
        """The seed as it stands in the signature: where items were drawn there is one."""
        return self.seed if self.sample is None else self.seed or 0


def arm_names(plans: Sequence[Plan]) -> list[str]:
    """Return a name for every plan; where two would be the same, what sets them apart is added.

    >>> plan = Plan(suite="whatif", items="b.json", items_digest="1", answers="a.json")
    >>> arm_names([plan, plan.model_copy(update={"protocol": "published"})])
    ['a given · local', 'a given · local (protocol=published)']
    """
    names: list[str] = []
    for place, plan in enumerate(plans):
        twins = [other for other in plans[:place] if other.name == plan.name]
        if not twins:
            names.append(plan.name)
            continue
        apart = [d.replace(": ", "=", 1) for d in twins[0].difference(plan)]
        told = ", ".join(
            f"{text.partition('=')[0]}={text.rpartition('→ ')[2]}"
            for text in apart
            if not text.startswith(("deviations", "items_digest", "answers_digest"))
        )
        names.append(f"{plan.name} ({told or place + 1})")
    return names


def _shown(value: object) -> str:
    if isinstance(value, Mapping | list | tuple):
        return ",".join(map(str, value)) or "-"
    text = "-" if value in (None, "") else str(value)
    return text[:12] if len(text) == 64 else text
