"""CLadder's stored numbers, recomputed the way they came about.

Its labels rest on message passing that treats the parents of a node as independent, which is exact
without undirected loops only. Conditioning on X is exact for what X does not affect; everything
downstream is propagated parent by parent. NDE and NIE set each mediator to its own marginal.
"""

from collections.abc import Mapping

from prism.scm.answer import Answer
from prism.scm.diagram import descendants
from prism.scm.engine import distribution, mass
from prism.scm.model import Model
from prism.scm.query import Effect, Event, Probability, Term, parse_query


def stored_convention(model: Model, text: str) -> Answer | None:
    """Return the approximate answer to a marginal or an effect, None for all other queries."""
    query = parse_query(text)
    match query:
        case Probability((Event(Term(name, ()), "1"),), ()):
            return Answer(text, propagate(model, {})[name])
        case Effect(kind=kind) if kind in ("RD", "ATE", "ETT", "NDE", "NIE"):
            control, treated = int(query.control or 0), int(query.treated or 1)
            return Answer(text, _effect(model, query, control, treated))
    return None


def propagate(model: Model, clamped: Mapping[str, float]) -> dict[str, float]:
    """Return P(V = 1) of every variable, parents taken as independent."""
    on: dict[str, float] = {}
    for name in model.order:
        table = model.tables[name][..., 1]
        for parent in model.mechanisms[name].parents:
            table = (1 - on[parent]) * table[0] + on[parent] * table[1]
        on[name] = clamped.get(name, float(table))
    return on


def _effect(model: Model, query: Effect, control: int, treated: int) -> float:
    x, y = query.treatment, query.outcome

    def outcome(state: int, extra: Mapping[str, float]) -> float:
        return propagate(model, {**extra, x: float(state)})[y]

    match query.kind:
        case "RD":
            return outcome(treated, _seen(model, x, treated)) - outcome(
                control, _seen(model, x, control)
            )
        case "ATE":
            return outcome(treated, {}) - outcome(control, {})
        case "ETT":
            seen = _seen(model, x, treated)
            return outcome(treated, seen) - outcome(control, seen)
    mediators = [event.term.name for event in query.held]
    own, other = (treated, control) if query.kind == "NDE" else (control, treated)
    carried = propagate(model, {x: float(other)})
    return outcome(own, {name: carried[name] for name in mediators}) - outcome(control, {})


def _seen(model: Model, x: str, state: int) -> dict[str, float]:
    """Return P(V = 1 | X = state) of everything that X does not affect."""
    given = [Event(Term(x), str(state))]
    below = mass(model, given)
    untouched = set(model.order) - descendants(model.diagram, {x})
    return {
        name: float(distribution(model, [Event(Term(name))], given)[1]) / below
        for name in untouched
    }
