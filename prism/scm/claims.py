"""What an edit must change and must keep, read off a structural causal model.

Where the variables of a model are anchored to story nodes, the criteria of an edit follow from the
counterfactual: a variable whose value changes under do(X) must be revised (E2), one whose value
does not must be preserved (E1). No graph rule of thumb is needed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from prism.errors import BadInput
from prism.records.item import Claims
from prism.scm.engine import distribution, unroll
from prism.scm.model import Coupling, Model
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Setting, Term

__all__ = ["Change", "changes", "claims"]


@dataclass(frozen=True, slots=True)
class Change:
    """What do(X) does to one anchored variable.

    Attributes
    ----------
    unit
        The story node the variable is anchored to.
    before, after
        Its state in the story, and its most probable state had X been otherwise (None where that
        depends on a coupling which is not named).
    chance
        Probability that it changes, in [0, 1], or its bounds where the model does not fix it.
    verdict
        ``revise`` (E2) where it surely changes, ``preserve`` (E1) where it surely does not,
        ``open`` where the model leaves both possible: no criterion follows.
    """

    variable: str
    unit: str
    before: str
    after: str | None
    chance: tuple[float, float]
    verdict: Literal["revise", "preserve", "open"]


def changes(
    model: Model,
    do: Mapping[str, str],
    story: Mapping[str, str],
    coupling: Coupling | None = None,
    *,
    margin: float = 0.05,
) -> tuple[Change, ...]:
    """Return the verdict on every anchored variable but the intervened ones.

    Parameters
    ----------
    do
        The intervention, ``{variable: state}``.
    story
        What the story tells, ``{variable: state}``; it is the evidence of the counterfactual. An
        anchored variable that it leaves out gets its most probable state.
    margin
        A change is sure if its probability is above 1 − margin, and surely absent below margin.

    Raises
    ------
    BadInput
        The story is impossible in the model, or a name or state is unknown.

    >>> from prism.scm.expression import parse_expression
    >>> from prism.scm.model import Table, Variable, logical
    >>> import numpy as np
    >>> names = ("Rain", "Wet", "Sun")
    >>> rain, wet, sun = (Variable(n, unit=f"u{i}") for i, n in enumerate(names, 1))
    >>> coin = Table((), np.array([0.5, 0.5]))
    >>> wetness = logical(wet, parse_expression("Rain"), {"Rain": rain})
    >>> m = Model((rain, wet, sun), {"Rain": coin, "Sun": coin, "Wet": wetness})
    >>> [(c.unit, c.verdict) for c in changes(m, {"Rain": "0"}, {"Rain": "1", "Sun": "1"})]
    [('u3', 'preserve'), ('u2', 'revise')]
    """
    evidence = tuple(Event(Term(name), state) for name, state in story.items())
    world = tuple(Setting(name, state) for name, state in do.items())
    if not world:
        raise BadInput("an edit needs an intervention", mend="name a variable and its new state")
    found = []
    for name in model.order:
        unit = model.variable(name).unit
        if unit is None or name in do:
            continue
        before = story.get(name) or _likeliest(model, Term(name), evidence, coupling) or ""
        seen = evidence if name in story else (*evidence, Event(Term(name), before))
        other = Term(name, world)
        same = probability(model, Probability((Event(other, before),), seen), coupling)
        low, high = same.interval
        chance = (1.0 - high, 1.0 - low)
        after = _likeliest(model, other, seen, coupling)
        found.append(Change(name, unit, before, after, chance, _verdict(chance, margin)))
    return tuple(found)


def claims(found: Iterable[Change], texts: Mapping[str, str]) -> Claims:
    """Return the criteria of an edit: E1 keeps what does not change, E2 revises what does.

    Parameters
    ----------
    texts
        The words of every story node, by unit id.

    >>> kept = Change("Sun", "u3", "1", "1", (0.0, 0.0), "preserve")
    >>> claims([kept], {"u3": "the sun shone"}).preserve
    ('the sun shone',)
    """
    found = tuple(found)
    for change in found:
        if change.unit not in texts:
            raise BadInput(f"{change.variable} is anchored to {change.unit}, which the story lacks")
    return Claims(
        preserve=tuple(texts[c.unit] for c in found if c.verdict == "preserve"),
        revise=tuple(texts[c.unit] for c in found if c.verdict == "revise"),
    )


def _likeliest(
    model: Model, term: Term, evidence: tuple[Event, ...], coupling: Coupling | None
) -> str | None:
    """Return the most probable state of a term given the evidence, the first one in a tie."""
    asked = Event(term)
    if coupling is None and unroll(model, (term, *(e.term for e in evidence))).open_couplings():
        return None
    shares = distribution(model, (asked,), evidence, coupling)
    return model.variable(term.name).states[int(shares.argmax())]


def _verdict(chance: tuple[float, float], margin: float) -> Literal["revise", "preserve", "open"]:
    if chance[0] > 1 - margin:
        return "revise"
    return "preserve" if chance[1] < margin else "open"
