"""Quantities (E4): which numbers an edit changed, which way, and whether two rates fit a level."""

from collections.abc import Sequence
from typing import Final, Literal

from prism.entailment.check import reading
from prism.entailment.terms import Reading
from prism.suites.edit.report import Quantity

__all__ = ["net_flow", "quantities"]

_IN: Final = frozenset(
    "inlet inflow fill enter arrive flow supply feed income charge gain come inward earn "
    "receive tap faucet pour".split()
)
_OUT: Final = frozenset(
    "outlet outflow drain leave lose leak draw drink use spend consume escape pump cost "
    "discharge out plug".split()
)
_MOVES: Final = frozenset("leave arrive come enter depart".split())
_RISES: Final = frozenset(
    "rise climb fill overflow spill mount swell increase grow gain creep".split()
)
_FALLS: Final = frozenset("fall drop sink empty decline decrease shrink dwindle subside".split())


def quantities(story: str, versions: Sequence[str]) -> tuple[Quantity, ...]:
    """Return the story's numbers, what became of them in the first version, and its net flow.

    A number is followed through the noun or unit it counts; where the text gives an inflow and an
    outflow, the sign of their difference is held against the level it tells (``fits``).
    """
    if not versions:
        return ()
    before, after = reading(story), reading(versions[0])
    found = [_followed(place, before, after) for place in _numbers(before)]
    flow = net_flow(versions[0])
    return (*found, *((flow,) if flow is not None else ()))


def net_flow(text: str) -> Quantity | None:
    """Return the net effect of one inflow and one outflow, or None without such a pair.

    >>> net_flow("Five litres a minute flow in and eight drain away, so the level rose.").fits
    False
    """
    told = reading(text)
    rates: dict[str, float] = {}
    for place in _numbers(told):
        if any(
            role == "at-of" and told.terms[verb].lemma in _MOVES
            for verb, role in told.near.get(place, {}).items()
        ):
            continue  # *left at nine* is no rate
        near = _around(place, told)
        for name, group in (("in", _IN), ("out", _OUT)):
            if near & group and name not in rates:
                number = told.terms[place].number
                rates[name] = number if number is not None else 0.0
                break
    if set(rates) != {"in", "out"}:
        return None
    net = rates["in"] - rates["out"]
    rises, falls = _told(told, _RISES), _told(told, _FALLS)
    if bool(rises) == bool(falls):
        fits: bool | None = None
    else:
        fits = net > 0 if rises else net < 0
    said = ", ".join((*rises, *falls)) or "nothing"
    return Quantity(
        text="net flow",
        before=rates["in"],
        after=rates["out"],
        direction="up" if net > 0 else "down" if net < 0 else "same",
        fits=fits,
        evidence=f"in {rates['in']:g}, out {rates['out']:g}, told: {said}",
    )


def _told(text: Reading, verbs: frozenset[str]) -> tuple[str, ...]:
    """Return the verbs by which the text says, as a fact, that the level went this way."""
    flowing = {
        verb for place in _numbers(text) for verb in text.near.get(place, {})
        if text.terms[verb].lemma in _IN | _OUT
    }  # fmt: skip
    return tuple(
        text.doc[place].text
        for place, term in text.terms.items()
        if term.lemma in verbs
        and term.pos == "VERB"
        and place not in flowing
        and not (term.negated or term.unreal)
    )


def _numbers(text: Reading) -> list[int]:
    return [place for place, term in text.terms.items() if term.number is not None]


def _around(place: int, text: Reading) -> set[str]:
    """Lemmas of the words within two links of a number."""
    near = set(text.near.get(place, {}))
    near |= {n for one in near for n in text.near.get(one, {})}
    return {text.terms[n].lemma for n in near if n in text.terms}


def _followed(place: int, before: Reading, after: Reading) -> Quantity:
    term = before.terms[place]
    number = term.number if term.number is not None else 0.0
    words = _around(place, before)
    best: tuple[int, float | None] = (0, None)
    for other in _numbers(after):
        shared = len(words & _around(other, after))
        if (term.measure is None) == (after.terms[other].measure is None) and shared > best[0]:
            best = (shared, after.terms[other].number)
    token = before.doc[place]
    context = before.doc[max(0, token.i - 1) : token.i + 3].text
    return Quantity(
        text=context, before=number, after=best[1], direction=_direction(number, best[1])
    )


def _direction(before: float, after: float | None) -> Literal["up", "down", "same", "gone"]:
    if after is None:
        return "gone"
    return "same" if after == before else "up" if after > before else "down"
