"""A question with a computable answer, and how a model's reply is held against it."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from prism.errors import BadInput
from prism.scm.answer import Answer
from prism.scm.ask import Source, ask
from prism.scm.diagram import Diagram
from prism.scm.members import Member, best, form_of, is_member, members, read_members
from prism.scm.model import Coupling
from prism.scm.query import StructureQuery, parse_query
from prism.scm.reply import Expects, Reply

__all__ = ["EditTruth", "Truth", "agrees", "answer_truth", "right_interval", "right_reply"]


class Truth(BaseModel):
    """What an item must carry for its answer to be computed.

    Attributes
    ----------
    scm
        A model or diagram in prism's JSON (:mod:`prism.suites.truth.files.scm`).
    query
        The question in the query grammar.
    coupling
        Assumed where the model does not say; None: nothing.
    expects
        What kind of reply is asked for: yes or no, a number (of a list: how many members it has),
        a set of variables, one member of a list or all of them, or the label of an option.
    threshold, above, margin
        How a number becomes yes or no: yes if it is above the threshold (below, if ``above`` is
        false), no if it is nearer to it than ``margin``. A yes/no answer is turned round by
        ``above`` false.
    tolerance
        How far a number may be off.
    end
        Which end of the bounds is asked for, where the question asks for one.
    best
        Which members of a list count: the smallest or largest sets, the shortest or longest paths.
    member
        Turns a list into yes or no: does this (a name, path, edge, order or set) belong to it?
    options
        What each label of a choice stands for: the right ones are members of the list (are not,
        if ``above`` is false).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    scm: dict[str, JsonValue]
    query: str
    coupling: Coupling | None = None
    expects: Expects = "yes_no"
    threshold: float = 0.0
    above: bool = True
    margin: float = 0.0
    tolerance: float = 0.01
    end: Literal["lower", "upper"] | None = None
    best: Literal["least", "greatest"] | None = None
    member: str | None = None
    options: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _choices_have_options(self) -> Self:
        if (self.expects == "choice") != bool(self.options):
            raise ValueError("a choice needs options, and nothing else has them")
        return self


class EditTruth(BaseModel):
    """What an edit must carry for its criteria to follow from the counterfactual.

    Attributes
    ----------
    scm
        A model whose variables name the story node (``unit``) they are anchored to.
    do
        What the request changes, ``{variable: state}``.
    story
        What the story tells, ``{variable: state}``.
    coupling
        Assumed where the model does not say; None: nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    scm: dict[str, JsonValue]
    do: dict[str, str]
    story: dict[str, str]
    coupling: Coupling | None = None


def right_reply(truth: Truth, answer: Answer) -> bool | None:
    """Return the right yes or no, or None where the bounds of the answer allow both.

    >>> t = Truth(scm={}, query="ATE(X, Y)", margin=0.005)
    >>> right_reply(t, Answer("ATE(X, Y)", 0.2)), right_reply(t, Answer("ATE(X, Y)", 0.001))
    (True, False)
    >>> right_reply(t, Answer("PN(X, Y)", None, (0.1, 0.4)))
    True
    """
    value = answer.value
    if isinstance(value, dict):  # can it be identified, or is there such a set?
        value = bool(value.get("identified") or value.get("minimal"))
    if isinstance(value, list):
        value = bool(value)
    if isinstance(value, bool):
        return value == truth.above
    sides = {_side(truth, number) for number in answer.interval}
    return sides.pop() if len(sides) == 1 else None


def _side(truth: Truth, number: float) -> bool:
    effect = number - truth.threshold
    if abs(effect) < truth.margin or effect == 0.0:
        return False
    return (effect > 0) == truth.above


def right_interval(truth: Truth, answer: Answer) -> tuple[float, float]:
    """Return where a number must lie: in the bounds, or at the end of them that is asked for.

    Of a list the number of its members is asked for.
    """
    if isinstance(answer.value, list):
        return float(len(answer.value)), float(len(answer.value))
    low, high = answer.interval
    if truth.end is None:
        return low, high
    return (low, low) if truth.end == "lower" else (high, high)


def answer_truth(source: Source, truth: Truth) -> Answer:
    """Return the computed answer to a truth's question: yes or no, the right options, a list …

    Raises
    ------
    UsageError, BadInput
        The query is none or does not fit the model, a member or an option cannot be read, or the
        answer is not of the kind that is expected.

    >>> g = Diagram.of("Z->X, Z->Y, X->Y")
    >>> t = Truth(scm={}, query="backdoor(X, Y)", expects="choice", options={"A": "{}", "B": "{Z}"})
    >>> answer_truth(g, t).value
    ['B']
    """
    if not truth.options and truth.member is None and truth.best is None:
        answer = ask(source, truth.query, truth.coupling)
        if not _fits(answer, truth.expects):
            raise BadInput(
                f"{truth.query} does not give what expects: {truth.expects} wants",
                mend="ask for one state, or expect another kind of reply",
            )
        return answer
    query = parse_query(truth.query)
    if not isinstance(query, StructureQuery):
        raise BadInput(f"{truth.query} is no list", mend="only lists have members and options")
    diagram = _diagram(source)
    if truth.best is not None:
        chosen: list[JsonValue] = [_plain(m) for m in best(members(diagram, query), truth.best)]
        return Answer(truth.query, chosen, steps=(f"{truth.best}: {len(chosen)}",))
    if truth.member is not None:
        holds = is_member(diagram, query, _member(truth.member, query.kind))
        return Answer(truth.query, holds, steps=(_belongs(truth.member, holds),))
    right: list[JsonValue] = []
    steps = []
    for label, text in truth.options.items():
        holds = is_member(diagram, query, _member(text, query.kind))
        steps.append(f"{label}: {_belongs(text, holds)}")
        if holds == truth.above:
            right.append(label)
    return Answer(truth.query, right, steps=tuple(steps))


def _fits(answer: Answer, expects: Expects) -> bool:
    """Whether an answer can decide a reply of this kind; a distribution, say, is no yes or no."""
    match answer.value:
        case bool() | {"identified": _}:
            return expects == "yes_no"
        case None | int() | float():
            return expects in ("yes_no", "number")
        case list():
            return True
        case {"minimal": _}:
            return expects not in ("number", "all")
    return False


def agrees(truth: Truth, answer: Answer, reply: Reply, source: Source | None = None) -> bool | None:
    """Whether a reply agrees with the computed answer; None where the answer decides nothing.

    A number agrees within the tolerance of the answer, or of its bounds. A set agrees if it is
    one of the valid sets, or, where the answer is a plain list, holds exactly its members. One
    member or option agrees if it is among the right ones, all members if they are all and no more.
    Where there are too many valid sets to list them, ``source`` tells whether a set is one.
    """
    if truth.expects == "yes_no":
        right = right_reply(truth, answer)
        return None if right is None else reply is right
    if truth.expects == "number":
        if not isinstance(reply, float):
            return False
        low, high = right_interval(truth, answer)
        return low - truth.tolerance <= reply <= high + truth.tolerance
    if not isinstance(reply, tuple):
        return False
    if isinstance(answer.value, dict):
        every = answer.value.get("all")
        if isinstance(every, list):
            return sorted(map(str, reply)) in every
        return None if source is None else _is_valid(source, truth.query, reply)
    return isinstance(answer.value, list) and _among(truth.expects, reply, answer.value)


def _among(expects: Expects, reply: tuple[Member, ...], right: list[JsonValue]) -> bool:
    given = [_plain(member) for member in reply]
    if expects in ("one", "choice"):
        return len(given) == 1 and given[0] in right
    return sorted(map(str, given)) == sorted(map(str, right))  # whatever their order


def _is_valid(source: Source, text: str, names: tuple[Member, ...]) -> bool:
    diagram, query = _diagram(source), parse_query(text)
    known = set(diagram.nodes).issuperset(map(str, names))
    if not known or not isinstance(query, StructureQuery):
        return False
    return is_member(diagram, query, frozenset(map(str, names)))


def _diagram(source: Source) -> Diagram:
    return source if isinstance(source, Diagram) else source.diagram


def _plain(member: Member) -> JsonValue:
    return member if isinstance(member, str) else [*sorted(member)]


def _member(text: str, kind: str) -> Member:
    """Read a member, or the whole of a list of names in braces."""
    form = form_of(kind)
    found = read_members(text, form)
    whole = form == "name" and text.strip().startswith(("{", "set("))
    if found is not None and whole:
        return frozenset(str(name) for name in found)
    if found is None or len(found) != 1:
        raise BadInput(f"{text[:40]!r} is no {form}")
    return found[0]


def _belongs(text: str, holds: bool) -> str:
    return f"{text} {'belongs' if holds else 'does not belong'} to it"
