"""Grounded cues for links that a language model wrote: which end do the words make the cause?"""

from collections.abc import Sequence
from typing import Final

from prism.graph import Cue, Unit, Written
from prism.graph.orient import Hint
from prism.graph.relations import is_reach
from prism.text.connectives import Connective, connectives
from prism.text.nlp import analyse

__all__ = ["hints"]

_SHARE: Final = 0.5  # of an argument's or a unit's characters that the two must have in common


def hints(
    text: str, units: Sequence[Unit], links: Sequence[Written], model: str | None = None
) -> dict[int, Hint]:
    """Return, by index of the link, the causal cue that decides which of its ends is the cause.

    A cue counts where it stands in the text, is causal and not denied, one of its arguments
    covers the core of one unit and the other argument that of the other unit. Links whose label a
    cue cannot make causal, and units that were not located, have none. Linear in the text, and
    in links times the cues near them.

    >>> text = "The road flooded because it rained."
    >>> units = (Unit("a", text[:16], 0, 16), Unit("b", text[17:], 17, 35))
    >>> hints(text, units, [Written("a", "b", "RESULT")])[0].cause
    'target'
    """
    wanted = [number for number, link in enumerate(links) if is_reach(link.label, cued=True)]
    if not wanted:
        return {}
    place = {unit.id: unit for unit in units if unit.grounded}
    marked = [
        each
        for each in connectives(analyse(text, model))
        if each.cause is not None and each.polarity == "affirmed"
    ]
    found: dict[int, Hint] = {}
    for number in wanted:
        source, target = place.get(links[number].source), place.get(links[number].target)
        if source is None or target is None or source.id == target.id:
            continue
        hint = _best(marked, source, target)
        if hint is not None:
            found[number] = hint
    return found


def _best(marked: Sequence[Connective], source: Unit, target: Unit) -> Hint | None:
    """Return the hint of the cue that fits the two units best, the earliest of equals."""
    best: tuple[float, Hint] | None = None
    for each in marked:
        forward = min(_fit(each.arg1, source), _fit(each.arg2, target))
        backward = min(_fit(each.arg2, source), _fit(each.arg1, target))
        fit = max(forward, backward)
        if fit < _SHARE or forward == backward:
            continue
        source_is = "arg1" if forward > backward else "arg2"
        if best is None or fit > best[0]:
            cue = Cue(each.text, each.start, each.end)
            best = fit, Hint(cue, "source" if each.cause == source_is else "target")
    return best[1] if best else None


def _fit(argument: tuple[int, int], unit: Unit) -> float:
    """Return how much of the smaller of the two the overlap covers, in [0, 1]."""
    first, last = unit.start or 0, unit.end or 0
    common = min(argument[1], last) - max(argument[0], first)
    return max(0, common) / max(1, min(argument[1] - argument[0], last - first))
