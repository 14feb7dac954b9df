"""Effects from a diagram and known probabilities: the formula comes from the diagram.

An adjustment set, a front-door set or, for NDE and NIE, a mediator set is searched among the
variables that the known probabilities mention: the first valid one whose terms are all derivable
gives the answer. Every valid one gives the same. Sources: Pearl, Causality (2009), 3.3 and 4.5;
Pearl, "Direct and indirect effects" (2001); Tian and Pearl, "Probabilities of causation" (2000).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, combinations, product

from prism.errors import BadInput
from prism.scm.adjustment import is_frontdoor_set
from prism.scm.answer import Answer, number
from prism.scm.diagram import Diagram, descendants, is_d_separated
from prism.scm.known import Known, Underivable
from prism.scm.query import Effect

__all__ = ["known_effect"]

_States = Mapping[str, int]


def known_effect(known: Known, query: Effect) -> Answer:
    """Answer an effect query from a diagram and known probabilities.

    RD, ATE, ETT, CDE, NDE and NIE give a number, PN and PS bounds. So do ATE, ETT and CDE where
    the effect within every stratum of a valid set is known, but not how large the strata are.

    Raises
    ------
    BadInput
        No valid set has all its terms known, or the effect is not one of these.

    >>> known = Known(Diagram.of("Z->X, Z->Y, X->Y"))
    >>> for x, z, p in ((0, 0, 0.1), (1, 0, 0.3), (0, 1, 0.5), (1, 1, 0.9)):
    ...     known.add({"Y": 1}, {"X": x, "Z": z}, p)
    >>> known.add({"Z": 1}, {}, 0.5)
    >>> round(known_effect(known, Effect("ATE", "X", "Y")).value, 9)
    0.3
    """
    known.diagram.require((query.treatment, query.outcome, *(e.term.name for e in query.held)))
    if query.given and query.kind != "RD":
        raise BadInput(f"{query.kind} within a condition needs a whole model")
    frame = _Frame.of(known, query)
    name = str(
        replace(
            query,
            control=str(frame.control),
            treated=str(frame.treated),
            state=str(frame.state),
        )
    )
    if query.kind in ("PN", "PS"):
        bounds = _causation(frame, query.kind)
        return Answer(
            name, None, bounds, steps=("Tian-Pearl bounds from P(Y | do(X)) and P(X, Y)",)
        )
    reason = _no_effect(frame, query.kind)
    if reason:
        return Answer(name, 0.0, steps=(reason,))
    if query.kind == "CDE" and any(event.state is None for event in query.held):
        raise BadInput(f"{name}: what is held has no state")
    found = next(iter(_tries(frame, query.kind)), None)
    if found is not None:
        value, step = found
        return Answer(name, value, steps=(step, f"{name} = {number(value)}"))
    ranges = list(_strata(frame)) if query.kind in ("ATE", "ETT", "ATT", "CDE") else []
    if not ranges:
        raise BadInput(f"{query.kind} does not follow from the known probabilities")
    bounds = max(low for low, _ in ranges), min(high for _, high in ranges)
    step = "between the least and the greatest effect within a stratum of an adjustment set"
    return Answer(name, None, bounds, False, steps=(step,))


@dataclass(frozen=True, slots=True)
class _Frame:
    """A query with its states as indices; ``mediators`` are those it names for NDE and NIE."""

    known: Known
    x: str
    y: str
    control: int
    treated: int
    state: int
    held: _States
    mediators: tuple[str, ...]
    given: _States

    @classmethod
    def of(cls, known: Known, query: Effect) -> "_Frame":
        treated = 1 if query.treated is None else _index(query.treated)
        control = 1 - treated if query.control is None else _index(query.control)
        state = 1 if query.state is None else _index(query.state)
        names = tuple(event.term.name for event in query.held)
        direct = query.kind == "CDE"
        held = {e.term.name: _index(e.state or "0") for e in query.held} if direct else {}
        return cls(
            known,
            query.treatment,
            query.outcome,
            control,
            treated,
            state,
            held,
            () if direct else names,
            known.states(query.given),
        )

    @property
    def diagram(self) -> Diagram:
        return self.known.diagram

    def outcome(self, x: int, *more: _States) -> float:
        """Return P(Y = y | X = x, more)."""
        given = {self.x: x}
        for states in more:
            given.update(states)
        return self.known.chance({self.y: self.state}, given)

    def choices(self, apart: Iterable[str] = ()) -> Iterator[tuple[str, ...]]:
        """Yield the sets of mentioned variables, small ones first."""
        usable = sorted(self.known.mentioned - {self.x, self.y} - set(apart))
        for size in range(len(usable) + 1):
            yield from combinations(usable, size)


def _tries(frame: _Frame, kind: str) -> Iterable[tuple[float, str]]:
    """Return the value by every valid set that is known in full, and which set it was."""
    match kind:
        case "RD":
            low, high = (frame.outcome(x, frame.given) for x in (frame.control, frame.treated))
            return [(high - low, "the difference of two conditional probabilities")]
        case "ATE" | "CDE":
            return _total(frame)
        case "ETT" | "ATT":
            return chain(_on_treated(frame), _carried(frame, treated_only=True))
        case "NDE":
            return _mediated(frame, direct=True)
        case "NIE":
            tries = _mediated(frame, direct=False)
            whole = not frame.mediators and not _direct(frame)  # all of the effect is indirect
            return chain(tries, _total(frame)) if whole else tries
    raise BadInput(f"{kind} is not computed from known probabilities")


def _total(frame: _Frame) -> Iterator[tuple[float, str]]:
    """Yield ATE or CDE by adjustment, ATE also through front-door sets."""
    yield from _adjusted(frame)
    if not frame.held:
        yield from _carried(frame, treated_only=False)


def _carried(frame: _Frame, *, treated_only: bool) -> Iterator[tuple[float, str]]:
    """Yield ATE or ETT by every front-door set: Σ_m [P(m | t) − P(m | c)] Σ_x P(y | x, m) P(x).

    The inner sum is P(y | t, m) for ETT.
    """
    control, treated, chance = frame.control, frame.treated, frame.known.chance
    for m in frame.choices():
        if not is_frontdoor_set(frame.diagram, frame.x, frame.y, m):
            continue
        with suppress(Underivable):
            value = 0.0
            for ms in _all_states(m):
                gain = chance(ms, {frame.x: treated}) - chance(ms, {frame.x: control})
                reached = (
                    frame.outcome(treated, ms)
                    if treated_only
                    else sum(frame.outcome(x, ms) * chance({frame.x: x}) for x in (0, 1))
                )
                value += gain * reached
            yield value, f"carried by the front-door set {_set(m)}"


def _adjusted(frame: _Frame) -> Iterator[tuple[float, str]]:
    """Yield ATE or CDE by every valid set: Σ_z [P(y | t, m, z) − P(y | c, m, z)] P(z)."""
    for z in _adjustment_sets(frame):
        with suppress(Underivable):
            value = sum(
                _within(frame, states) * frame.known.chance(states) for states in _all_states(z)
            )
            yield value, f"adjusted for {_set(z)}"


def _strata(frame: _Frame) -> Iterator[tuple[float, float]]:
    """Yield, for every valid set, the least and the greatest effect within one of its states.

    ATE, CDE and ETT are averages of them: over all units, or over the treated ones.
    """
    for z in _adjustment_sets(frame):
        with suppress(Underivable):
            effects = [_within(frame, states) for states in _all_states(z)]
            yield min(effects), max(effects)


def _within(frame: _Frame, stratum: _States) -> float:
    """Return P(y | t, held, stratum) − P(y | c, held, stratum)."""
    treated, control = (
        frame.outcome(x, frame.held, stratum) for x in (frame.treated, frame.control)
    )
    return treated - control


def _on_treated(frame: _Frame) -> Iterator[tuple[float, str]]:
    """Yield ETT by every valid adjustment set: P(y | t) − Σ_z P(y | c, z) P(z | t)."""
    for z in _adjustment_sets(frame):
        with suppress(Underivable):
            other = sum(
                frame.outcome(frame.control, states)
                * frame.known.chance(states, {frame.x: frame.treated})
                for states in _all_states(z)
            )
            yield frame.outcome(frame.treated) - other, f"adjusted for {_set(z)}"


def _mediated(frame: _Frame, *, direct: bool) -> Iterator[tuple[float, str]]:
    """Yield NDE or NIE by every valid pair of mediators and adjustment set.

    NDE = Σ_{z,m} [P(y | t, m, z) − P(y | c, m, z)] P(m | c, z) P(z)
    NIE = Σ_{z,m} P(y | c, m, z) [P(m | t, z) − P(m | c, z)] P(z)
    """
    control, treated, chance = frame.control, frame.treated, frame.known.chance
    for m in [frame.mediators] if frame.mediators else frame.choices():
        for z in frame.choices(m):
            if not _is_mediation(frame, set(m), set(z)):
                continue
            with suppress(Underivable):
                value = 0.0
                for zs, ms in product(_all_states(z), _all_states(m)):
                    low = chance(ms, {frame.x: control, **zs})
                    if direct:
                        gain = frame.outcome(treated, ms, zs) - frame.outcome(control, ms, zs)
                        value += gain * low * chance(zs)
                    else:
                        gain = chance(ms, {frame.x: treated, **zs}) - low
                        value += frame.outcome(control, ms, zs) * gain * chance(zs)
                yield value, f"mediators {_set(m)}, adjusted for {_set(z)}"


def _causation(frame: _Frame, kind: str) -> tuple[float, float]:
    """Return the bounds of PN or PS; an end that the known probabilities leave open is 0 or 1.

    With e the factual and f the other state of X, w the factual and v the other state of Y:
    max(0, [P(w) − P(w | do(f))] / P(e, w)) and min(1, [P(v | do(f)) − P(f, v)] / P(e, w)).
    """
    fact, foil = (1, 0) if kind == "PN" else (0, 1)
    seen = {frame.x: fact, frame.y: fact}
    low, high = 0.0, 1.0
    with suppress(Underivable):
        gap = frame.known.chance({frame.y: fact}) - _done(frame, foil, fact)
        low = max(0.0, gap / frame.known.chance(seen))
    with suppress(Underivable):
        gap = _done(frame, foil, foil) - frame.known.chance({frame.x: foil, frame.y: foil})
        high = min(1.0, gap / frame.known.chance(seen))
    return low, high


def _done(frame: _Frame, x: int, y: int) -> float:
    """Return P(Y = y | do(X = x)) by the first valid adjustment set that is known in full."""
    wanted = replace(frame, state=y)
    for z in _adjustment_sets(frame):
        with suppress(Underivable):
            return sum(
                wanted.outcome(x, states) * frame.known.chance(states) for states in _all_states(z)
            )
    raise Underivable(f"P({frame.y} | do({frame.x})) does not follow from the known probabilities")


def _adjustment_sets(frame: _Frame) -> Iterator[tuple[str, ...]]:
    """Yield the valid sets for the effect of X, and of what is held with it, on Y."""
    causes = {frame.x, *frame.held}
    cut = frame.diagram.without(out_of=causes)
    affected = descendants(frame.diagram, causes)
    for z in frame.choices(causes):
        if not affected & set(z) and is_d_separated(cut, causes, {frame.y}, z):
            yield z


def _is_mediation(frame: _Frame, m: set[str], z: set[str]) -> bool:
    """Whether M carries all indirect effect of X on Y, and X and Z leave nothing confounded."""
    graph, x, y = frame.diagram, frame.x, frame.y
    around = _without_edge(graph, x, y).part(set(graph.nodes) - m)
    if z & descendants(graph, {x}) or y in descendants(around, {x}):
        return False
    if not m <= descendants(graph, {x}):
        return False
    if not is_d_separated(graph.without(out_of={x}), {x}, m | {y}, z):
        return False
    return not m or is_d_separated(graph.without(out_of=m), m, {y}, z | {x})


def _no_effect(frame: _Frame, kind: str) -> str | None:
    """Return why the diagram alone rules the effect out, or None."""
    graph, x, y = frame.diagram, frame.x, frame.y
    if kind in ("NDE", "NIE"):
        if kind == "NDE" and not _direct(frame):
            return f"there is no edge from {x} to {y}"
        if kind == "NIE" and y not in descendants(_without_edge(graph, x, y), {x}):
            return f"no path leads from {x} to {y} through another variable"
    elif kind != "RD" and y not in descendants(graph.without(into=frame.held), {x}):
        return f"no directed path from {x} to {y} is left"
    return None


def _direct(frame: _Frame) -> bool:
    return (frame.x, frame.y) in frame.diagram.edges


def _without_edge(graph: Diagram, x: str, y: str) -> Diagram:
    return replace(graph, edges=tuple(edge for edge in graph.edges if edge != (x, y)))


def _all_states(names: tuple[str, ...]) -> list[dict[str, int]]:
    return [dict(zip(names, states, strict=True)) for states in product((0, 1), repeat=len(names))]


def _index(state: str) -> int:
    if state not in ("0", "1"):
        raise BadInput(f"known probabilities have the states 0 and 1, not {state!r}")
    return int(state)


def _set(names: Iterable[str]) -> str:
    return "{" + ", ".join(names) + "}"
