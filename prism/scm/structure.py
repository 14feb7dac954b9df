"""Structural questions answered from the diagram alone, with the reason."""

from collections.abc import Callable, Iterable

from pydantic import JsonValue

from prism.errors import BadInput
from prism.scm.adjustment import (
    backdoor_sets,
    colliding_path,
    frontdoor_sets,
    instruments,
    is_backdoor_set,
    is_frontdoor_set,
    minimal_backdoor_sets,
    minimal_frontdoor_sets,
    one_backdoor_set,
    smaller_backdoor_sets,
)
from prism.scm.answer import Answer
from prism.scm.diagram import Diagram, descendants, directed_paths, open_paths
from prism.scm.identify import c_components, identify
from prism.scm.members import members
from prism.scm.patterns import is_c_forest, is_c_tree, root_set
from prism.scm.query import StructureQuery

__all__ = ["structure"]

_MOST_LISTED = 12
_VALID = "it holds no descendant of the treatment, and every back-door path is blocked"


def structure(diagram: Diagram, query: StructureQuery) -> Answer:
    """Answer a structural query.

    The value is yes or no where a set is given or asked about (``dsep``, ``collider_bias``), a list
    of instruments or of whatever else is listed, ``{"minimal": …, "all": …}`` for adjustment sets
    (``all`` None where there are too many candidates to list), and ``{"identified": …,
    "estimand": …}`` for ``identify``.

    >>> from prism.scm.query import parse_query
    >>> g = Diagram.of("X->M, M->Y, X<->Y")
    >>> structure(g, parse_query("frontdoor(X, Y | M)")).value
    True
    >>> structure(g, parse_query("backdoor(X, Y)")).value
    {'minimal': [], 'all': []}
    """
    if query.given and any(event.term.world for event in query.given):
        raise BadInput(f"{query.kind} asks about factual variables")
    diagram.require(query.names)
    return _ANSWERS.get(query.kind, _listed)(diagram, query)


def _given(query: StructureQuery) -> set[str]:
    return {event.term.name for event in query.given or ()}


def _separation(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    path = next(open_paths(diagram, x, y, _given(query)), None)
    reason = f"open path: {_path(path)}" if path else "every path is blocked"
    return Answer(_written(query), path is None, steps=(reason,))


def _backdoor(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    if query.given is None:
        try:
            minimal = list(minimal_backdoor_sets(diagram, x, y))
        except BadInput:
            return _one_backdoor(diagram, query)
        return _sets(query, minimal, lambda: backdoor_sets(diagram, x, y))
    z = _given(query)
    if is_backdoor_set(diagram, x, y, z):
        return Answer(_written(query), True, steps=(_VALID,))
    return Answer(_written(query), False, steps=(_backdoor_fault(diagram, x, y, z),))


def _one_backdoor(diagram: Diagram, query: StructureQuery) -> Answer:
    """Name one minimal set, or say that there is none, where the candidates are too many."""
    found = one_backdoor_set(diagram, *query.names)
    minimal: list[JsonValue] = [] if found is None else [[*sorted(found)]]
    text = "there is no such set" if found is None else f"a minimal set: {_braces(sorted(found))}"
    value: dict[str, JsonValue] = {"minimal": minimal, "all": None}
    return Answer(_written(query), value, steps=(text, "too many candidates to list the others"))


def _minimal_backdoor(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    z = _given(query)
    if not is_backdoor_set(diagram, x, y, z):
        return Answer(_written(query), False, steps=(_backdoor_fault(diagram, x, y, z),))
    smaller = next(smaller_backdoor_sets(diagram, x, y, z), None)
    reason = "valid" if smaller is None else f"valid, but so is its part {_braces(sorted(smaller))}"
    return Answer(_written(query), smaller is None, steps=(reason,))


def _backdoor_fault(diagram: Diagram, x: str, y: str, z: set[str]) -> str:
    below = z & descendants(diagram, {x})
    if below:
        return f"affected by {x}: {', '.join(sorted(below))}"
    if y in z:
        return f"{y} is the outcome"
    path = next(open_paths(diagram.without(out_of={x}), x, y, z))
    return f"open back-door path: {_path(path)}"


def _affects(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    path = next(directed_paths(diagram, x, y), None) if x != y else None
    reason = "->".join(path) if path else f"no directed path from {x} to {y}"
    return Answer(_written(query), path is not None, steps=(reason,))


def _direct_cause(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    there = x in diagram.parents(y)
    return Answer(_written(query), there, steps=(f"{x}->{y}" if there else f"no arrow {x}->{y}",))


def _frontdoor(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    if query.given is None:
        return _sets(
            query, minimal_frontdoor_sets(diagram, x, y), lambda: frontdoor_sets(diagram, x, y)
        )
    m = _given(query)
    valid = is_frontdoor_set(diagram, x, y, m)
    reason = "all three conditions hold" if valid else _frontdoor_fault(diagram, x, y, m)
    return Answer(_written(query), valid, steps=(reason,))


def _frontdoor_fault(diagram: Diagram, x: str, y: str, m: set[str]) -> str:
    if m & {x, y}:
        return "the set holds the treatment or the outcome"
    around = next((p for p in directed_paths(diagram, x, y) if not m & set(p)), None)
    if around:
        return f"a directed path goes around it: {'->'.join(around)}"
    for node in sorted(m):
        path = next(open_paths(diagram.without(out_of={x}), x, node), None)
        if path:
            return f"open back-door path from {x} to {node}: {_path(path)}"
    for node in sorted(m):
        path = next(open_paths(diagram.without(out_of=m), node, y, {x}), None)
        if path:
            return f"{x} leaves a back-door path from {node} to {y} open: {_path(path)}"
    return "not a front-door set"


def _instruments(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    found = instruments(diagram, x, y, _given(query))
    steps = tuple(
        f"{z}: connected with {x}, separated from {y} once the arrows into {x} are cut"
        for z in found
    )
    return Answer(_written(query), list(found), steps=steps)


def _identify(diagram: Diagram, query: StructureQuery) -> Answer:
    found = identify(diagram, query.names, query.do, _given(query))
    estimand = None if found.estimand is None else str(found.estimand)
    steps = list(found.steps)
    if estimand:
        steps.append(f"{_written(query)[9:-1]}: P = {estimand}")
    value: dict[str, JsonValue] = {"identified": estimand is not None, "estimand": estimand}
    return Answer(_written(query), value, steps=tuple(steps))


def _collider_bias(diagram: Diagram, query: StructureQuery) -> Answer:
    x, y = query.names
    path = colliding_path(diagram, x, y, _given(query))
    reason = f"conditioning opens {_path(path)}" if path else "conditioning opens no collider"
    return Answer(_written(query), path is not None, steps=(reason,))


def _listed(diagram: Diagram, query: StructureQuery) -> Answer:
    found = members(diagram, query)
    value: list[JsonValue] = [m if isinstance(m, str) else [*sorted(m)] for m in found]
    return Answer(_written(query), value, steps=(f"{len(value)} in all",))


def _c_component(diagram: Diagram, query: StructureQuery) -> Answer:
    parts = c_components(diagram)
    listed = ", ".join(_braces(sorted(part)) for part in parts)
    return Answer(_written(query), len(parts) == 1, steps=(f"c-components: {listed}",))


def _c_forest(diagram: Diagram, query: StructureQuery) -> Answer:
    """Answer whether the diagram is one c-component, and no node has two children."""
    branching = [n for n in diagram.nodes if diagram.directed.out_degree(n) > 1]
    split = len(c_components(diagram)) > 1
    reasons = ["more than one c-component"] if split else []
    reasons += [f"more than one child: {', '.join(branching)}"] if branching else []
    forest, roots = is_c_forest(diagram), root_set(diagram)
    if query.kind == "c_tree" and len(roots) > 1:
        reasons.append(f"more than one root: {', '.join(sorted(roots))}")
    holds = forest if query.kind == "c_forest" else is_c_tree(diagram)
    return Answer(_written(query), holds, steps=(*reasons,) or ("all conditions hold",))


def _sets(
    query: StructureQuery,
    minimal: Iterable[frozenset[str]],
    every: Callable[[], Iterable[frozenset[str]]],
) -> Answer:
    """List the minimal sets, and all of them where they can be listed."""
    least = [sorted(s) for s in minimal]
    everything: list[list[str]] | None
    try:
        everything = [sorted(s) for s in every()]
    except BadInput:
        everything = None
    steps = [_braces(s) for s in least[:_MOST_LISTED]]
    steps += [f"… and {len(least) - _MOST_LISTED} more"] if len(least) > _MOST_LISTED else []
    text = f"minimal: {', '.join(steps)}" if steps else "there is no such set"
    value: dict[str, JsonValue] = {
        "minimal": [list(s) for s in least],
        "all": None if everything is None else [list(s) for s in everything],
    }
    count = "too many candidates to list all" if everything is None else f"all: {len(everything)}"
    return Answer(_written(query), value, steps=(text, count))


def _written(query: StructureQuery) -> str:
    given = [str(event) for event in query.given or ()]
    given += [f"do({', '.join(query.do)})"] if query.do else []
    tail = "" if query.given is None else f" | {', '.join(given) or '∅'}"
    return f"{query.kind}({', '.join(query.names)}{tail})"


def _path(path: tuple[str, ...] | None) -> str:
    return "".join(path or ())


def _braces(names: Iterable[str]) -> str:
    return "{" + ", ".join(names) + "}"


_ANSWERS: dict[str, Callable[[Diagram, StructureQuery], Answer]] = {
    "affects": _affects,
    "direct_cause": _direct_cause,
    "dsep": _separation,
    "backdoor": _backdoor,
    "minimal_backdoor": _minimal_backdoor,
    "frontdoor": _frontdoor,
    "instruments": _instruments,
    "identify": _identify,
    "collider_bias": _collider_bias,
    "c_component": _c_component,
    "c_forest": _c_forest,
    "c_tree": _c_forest,
}
