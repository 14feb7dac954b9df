"""One door for every question: a text in the query grammar in, an answer with its steps out."""

from prism.errors import BadInput
from prism.scm.answer import Answer, number
from prism.scm.diagram import Diagram
from prism.scm.effects import effect
from prism.scm.known import Known
from prism.scm.known_effects import known_effect
from prism.scm.model import Coupling, Model
from prism.scm.probability import probability
from prism.scm.query import Effect, Event, Probability, Query, StructureQuery, Term, parse_query
from prism.scm.structure import structure

__all__ = ["Source", "ask"]


Source = Model | Known | Diagram


def ask(source: Source, text: str, coupling: Coupling | None = None) -> Answer:
    """Answer a question about a model, a diagram with known probabilities, or a mere diagram.

    Parameters
    ----------
    source
        A model answers everything, and so do known probabilities that make up a model; others
        answer P(… | …) and effects as far as they reach; a diagram answers structure, and that an
        effect is zero.
    text
        In the grammar of :mod:`prism.scm.query`.
    coupling
        How the noise of tables carries over between worlds, where the model does not say; None
        assumes nothing and answers with bounds where it matters.

    Raises
    ------
    UsageError
        The text is not a query.
    BadInput
        Unknown names, evidence of probability zero, or a number asked of a mere diagram.

    >>> from prism.scm.model import bernoulli
    >>> m = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    >>> ask(m, "ATE(X, Y)").value, ask(m, "dsep(X, Y)").value
    (0.25, False)
    >>> ask(m, "PNS(X, Y)", "comonotone").assumption
    'monotone noise (one uniform number drives all parent states)'
    """
    query = parse_query(text)
    if isinstance(query, StructureQuery) and query.kind != "explaining_away":
        return structure(source if isinstance(source, Diagram) else source.diagram, query)
    if isinstance(source, Diagram):
        return _from_diagram(source, query, text)
    if isinstance(source, Known):
        whole = source.model()
        if whole is None:
            return _from_known(source, query, text)
        source = whole
    match query:
        case Probability():
            return probability(source, query, coupling)
        case Effect():
            return effect(source, query, coupling)
        case StructureQuery():
            return _explaining_away(source, query)


def _from_diagram(diagram: Diagram, query: Query, text: str) -> Answer:
    """Answer that an effect is zero where no path carries it; all else needs numbers."""
    fault = BadInput(f"{text} needs probabilities, and there is only a graph", mend="add tables")
    if not isinstance(query, Effect):
        raise fault
    diagram.require((query.treatment, query.outcome))
    try:
        return known_effect(Known(diagram), query)
    except BadInput as exc:
        raise fault from exc


def _from_known(known: Known, query: Query, text: str) -> Answer:
    match query:
        case Effect():
            return known_effect(known, query)
        case Probability(events, given):
            value = known.chance(known.states(events), known.states(given))
            return Answer(text, value, steps=(f"{text} = {number(value)}",))
        case StructureQuery():
            raise BadInput(f"{text} needs a whole model")


def _explaining_away(model: Model, query: StructureQuery) -> Answer:
    """Return P(Y=y | X=x, C=c) − P(Y=y | C=c): negative where X explains Y away.

    x and y are the last states.
    """
    x, y = (Event(Term(name), model.variable(name).states[-1]) for name in query.names)
    given = query.given or ()
    with_x = probability(model, Probability((y,), (x, *given)))
    without = probability(model, Probability((y,), given))
    if not isinstance(with_x.value, float) or not isinstance(without.value, float):
        raise BadInput("explaining_away asks about factual variables")
    value = with_x.value - without.value
    seen = ", ".join(map(str, given))
    steps = (
        *without.steps,
        *with_x.steps,
        f"P({y} | {x}, {seen}) − P({y} | {seen}) = {number(value)}",
    )
    name = f"explaining_away({query.names[0]}, {query.names[1]} | {seen})"
    return Answer(name, value, steps=steps)
