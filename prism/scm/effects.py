"""Causal effects and probabilities of causation, each written as probabilities of events.

With control state c, treated state t and outcome state y of X and Y:

====  ==========================================================================
RD    P(Y=y | X=t) − P(Y=y | X=c): the risk difference, an association
ATE   P(Y[X=t]=y) − P(Y[X=c]=y), within a condition if one is given
ETT   P(Y[X=t]=y | X=t) − P(Y[X=c]=y | X=t); ATT is another name for it
CDE   P(Y[X=t, M=m]=y) − P(Y[X=c, M=m]=y)
NDE   P(Y[X=t, M=M[X=c]]=y) − P(Y[X=c]=y)
NIE   P(Y[X=c, M=M[X=t]]=y) − P(Y[X=c]=y)
PN    P(Y[X=c]≠y | X=t, Y=y)
PS    P(Y[X=t]=y | X=c, Y≠y)
PNS   P(Y[X=t]=y, Y[X=c]≠y)
====  ==========================================================================

A condition is factual: it speaks of the units as they are before the intervention. The mediators M
of NDE and NIE are, if none are named, the causes of Y that X affects. Source: Pearl, Causality
(2009), ch. 4 and 9.
"""

from dataclasses import replace

from prism.errors import BadInput
from prism.scm.answer import Answer, number
from prism.scm.diagram import descendants
from prism.scm.model import Coupling, Model
from prism.scm.probability import probability
from prism.scm.query import Effect, Event, Probability, Setting, Term

__all__ = ["effect"]


def effect(model: Model, query: Effect, coupling: Coupling | None = None) -> Answer:
    """Answer an effect query; bounds where the model does not identify it.

    Raises
    ------
    BadInput
        An unknown variable or state; PN, PS or PNS of an outcome that has more than two states.

    >>> from prism.scm.model import bernoulli
    >>> from prism.scm.query import parse_query
    >>> m = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    >>> effect(m, parse_query("ATE(X, Y)")).value, effect(m, parse_query("PN(X, Y)")).bounds
    (0.25, (0.5, 1.0))
    """
    full = _filled(model, query)
    if full.kind in ("PN", "PS", "PNS"):
        return _causation(model, full, coupling)
    parts = [
        probability(model, Probability((Event(term, full.state),), given), coupling)
        for term, given in _terms(model, full)
    ]
    return _difference(str(full), parts[0], parts[1])


def _filled(model: Model, query: Effect) -> Effect:
    """Return the query with every default state written out."""
    treatment, outcome = model.variable(query.treatment), model.variable(query.outcome)
    if treatment == outcome:
        raise BadInput(f"{treatment.name} is both treatment and outcome")
    full = replace(
        query,
        control=treatment.states[0] if query.control is None else query.control,
        treated=treatment.states[-1] if query.treated is None else query.treated,
        state=outcome.states[-1] if query.state is None else query.state,
    )
    for variable, state in ((treatment, full.control), (treatment, full.treated)):
        variable.index(state or "")
    outcome.index(full.state or "")
    return full


def _terms(model: Model, query: Effect) -> list[tuple[Term, tuple[Event, ...]]]:
    """Return the two outcomes whose probabilities are subtracted, each with its condition."""
    x, y, given = query.treatment, query.outcome, query.given
    control, treated = Setting(x, query.control or ""), Setting(x, query.treated or "")
    seen_treated = (Event(Term(x), query.treated), *given)
    match query.kind:
        case "RD":
            seen_control = (Event(Term(x), query.control), *given)
            return [(Term(y), seen_treated), (Term(y), seen_control)]
        case "ATE":
            return [(Term(y, (treated,)), given), (Term(y, (control,)), given)]
        case "ATT" | "ETT":
            return [(Term(y, (treated,)), seen_treated), (Term(y, (control,)), seen_treated)]
        case "CDE":
            held = tuple(Setting(event.term.name, event.state or "") for event in query.held)
            return [(Term(y, (treated, *held)), given), (Term(y, (control, *held)), given)]
    mediators = [event.term.name for event in query.held] or _mediators(model, query)
    own, other = (treated, control) if query.kind == "NDE" else (control, treated)
    carried = tuple(Setting(name, Term(name, (other,))) for name in mediators)
    return [(Term(y, (own, *carried)), given), (Term(y, (control,)), given)]


def _mediators(model: Model, query: Effect) -> list[str]:
    affected = descendants(model.diagram, {query.treatment}) - {query.treatment}
    return [name for name in model.mechanisms[query.outcome].parents if name in affected]


def _causation(model: Model, query: Effect, coupling: Coupling | None) -> Answer:
    outcome = model.variable(query.outcome)
    if len(outcome.states) != 2:
        raise BadInput(f"{query.kind} needs an outcome of two states, not {len(outcome.states)}")
    other = next(state for state in outcome.states if state != query.state)
    treatment, factual = Term(query.treatment), Term(query.outcome)
    without = Event(Term(query.outcome, (Setting(query.treatment, query.control or ""),)), other)
    with_it = Event(
        Term(query.outcome, (Setting(query.treatment, query.treated or ""),)), query.state
    )
    asked = {
        "PN": Probability(
            (without,), (Event(treatment, query.treated), Event(factual, query.state))
        ),
        "PS": Probability((with_it,), (Event(treatment, query.control), Event(factual, other))),
        "PNS": Probability((with_it, without)),
    }[query.kind]
    answer = probability(model, asked, coupling)
    steps = (f"{query} = {answer.query}", *answer.steps)
    return replace(answer, query=str(query), steps=steps)


def _difference(name: str, plus: Answer, minus: Answer) -> Answer:
    """Subtract two probabilities; bounds are subtracted as intervals (sound, seldom sharp)."""
    steps = [f"{name} = {plus.query} − {minus.query}", *plus.steps, *minus.steps]
    if isinstance(plus.value, float) and isinstance(minus.value, float):
        value = plus.value - minus.value
        steps.append(f"{number(plus.value)} − {number(minus.value)} = {number(value)}")
        assumption = plus.assumption or minus.assumption
        return Answer(name, value, None, None, assumption, tuple(dict.fromkeys(steps)))
    (low, high), (least, most) = plus.interval, minus.interval
    bounds = (max(low - most, -1.0), min(high - least, 1.0))
    return Answer(name, None, bounds, False, None, tuple(dict.fromkeys(steps)))
