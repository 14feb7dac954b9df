"""CLEAR's graph questions, answered from the graph.

Every topic gives a :class:`View` of a question: all the objects that are right, and how to read one
from a text. The question types are then answered alike for all topics.
"""

import ast
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import networkx

from benchmarks.truth.tally import Tally
from prism.scm import adjustment, patterns
from prism.scm.diagram import (
    Diagram,
    ancestors,
    descendants,
    directed_paths,
    is_d_separated,
    is_open,
    paths,
)
from prism.scm.identify import c_components, identify
from prism.suites.truth.files.clear import GraphQuestion, read_clear, read_graph

_PATH = re.compile(r"\b\w(?:(?:<->|<-|->|-)\w)+\b")
_SET = re.compile(r"\{[^}]*\}|set\(\)")
_SPLIT = re.compile(r"(<->|<-|->)")


@dataclass(frozen=True)
class View:
    """What a topic makes of a question: the right objects, and how one is read from a text."""

    right: Callable[[], Iterable[Hashable]]
    read: Callable[[str], Hashable]


def measure(folder: Path) -> list[Tally]:
    """Return the agreement by topic."""
    tallies = []
    for path in sorted(folder.glob("*.json")):
        tally = Tally(path.stem)
        for question in read_clear(path):
            ours, right = judge(question, TOPICS[path.stem](question))
            tally.note(question.id, ours, question.gold, right)
        tallies.append(tally)
    return tallies


def judge(question: GraphQuestion, view: View) -> tuple[object, bool]:
    """Return our answer and whether the stored one agrees with it."""
    gold, right = question.gold, set(view.right())
    match question.kind:
        case "YN":
            ours: object = view.read(question.text) in right
            return ours, str(gold).startswith("Yes") == ours
        case "EX":
            return bool(right), str(gold).startswith("Yes") == bool(right)
        case "HM":
            return len(right), int(str(gold)) == len(right)
        case "MC":
            wanted = "NOT" not in question.text
            fits = [
                a for a, text in question.options.items() if (view.read(text) in right) == wanted
            ]
            return fits, fits == [gold]
    stored = {view.read(text) for text in _parts(gold, sets=question.topic in SETS)}
    if question.kind == "FA" or not _single(question.text, gold):
        return right, stored == right
    best = _best(question.text, right)
    return best, bool(stored) and stored <= best


def _single(text: str, gold: object) -> bool:
    """Whether the stored answer is one right object of possibly many."""
    return bool(re.search("minimal|maximal|shortest|longest", text)) or not (
        isinstance(gold, list) or str(gold).startswith("[")
    )


def _best(text: str, right: set[Hashable]) -> set[Hashable]:
    """Return the objects that a superlative in the question leaves."""
    if "minimal" in text:
        return {a for a in right if not any(b < a for b in right)}  # type: ignore[operator]
    if "maximal" in text:
        return {a for a in right if not any(b > a for b in right)}  # type: ignore[operator]
    lengths = {a: len(str(a)) for a in right}
    sizes = {a: len(_SPLIT.findall(str(a))) for a in lengths}
    if "shortest" in text:
        return {a for a in right if sizes[a] == min(sizes.values())}
    if "longest" in text:
        return {a for a in right if sizes[a] == max(sizes.values())}
    return right


def _parts(gold: object, *, sets: bool) -> list[str]:
    """Return the stored objects as texts; with ``sets`` a set is one object."""
    try:
        value = ast.literal_eval(gold) if isinstance(gold, str) else gold
    except (ValueError, SyntaxError):
        value = gold
    if isinstance(value, str):
        return [value] if sets else value.split(", ")
    if isinstance(value, set):
        return [repr(value)] if sets else [str(member) for member in value]
    assert isinstance(value, list)
    return [member if isinstance(member, str) else repr(member) for member in value]


def _node_set(text: str) -> Hashable:
    match = _SET.search(text)
    return frozenset(re.findall(r"\w+", match[0])) - {"set"} if match else text


def _subsets(nodes: Iterable[str]) -> Iterator[frozenset[str]]:
    pool = sorted(nodes)
    for size in range(len(pool) + 1):
        yield from map(frozenset, combinations(pool, size))


def _ends(question: GraphQuestion, pattern: str) -> tuple[str, str]:
    match = re.search(pattern, question.text)
    assert match, question.text
    return match[1], match[2]


def _path(text: str) -> Hashable:
    match = _PATH.search(text)
    return match[0] if match else text


def _verdict(holds: bool) -> View:
    """Return the view of a question that is itself the object."""
    return View(lambda: [True] if holds else [], lambda text: True)


def _relatives(question: GraphQuestion) -> View:
    graph = question.graph.diagram
    kind = re.search("ancestor|descendant|parent|child", question.text)
    node = re.findall(r"node (\w)\b", question.text)[-1]
    assert kind
    found: dict[str, Callable[[], Iterable[str]]] = {
        "ancestor": lambda: ancestors(graph, {node}) - {node},
        "descendant": lambda: descendants(graph, {node}) - {node},
        "parent": lambda: graph.parents(node),
        "child": lambda: graph.directed.successors(node),
    }
    return View(found[kind[0]], lambda text: re.sub(r"^.*?node (\w)\b.*$", r"\1", text))


def _triples(question: GraphQuestion) -> View:
    graph = question.graph.diagram
    kind = re.search("chain|fork|v-structure", question.text)
    assert kind
    finders = {
        "chain": patterns.chains,
        "fork": patterns.forks,
        "v-structure": patterns.v_structures,
    }
    find = finders[kind[0]]
    return View(lambda: map(frozenset, find(graph)), _three)


def _three(text: str) -> Hashable:
    match = re.search(r"[({]([^(){}]*)[)}]", text)
    return frozenset(re.findall(r"\w+", match[1])) if match else text


def _adjusting(
    valid: Callable[[Diagram, str, str], Iterable[frozenset[str]]],
) -> Callable[..., View]:
    def view(question: GraphQuestion) -> View:
        x, y = _ends(question, r"treatment (\w) and outcome (\w)")
        return View(lambda: valid(question.graph.diagram, x, y), _node_set)

    return view


def _blocking(question: GraphQuestion) -> View:
    graph = question.graph.diagram
    match = _PATH.search(question.text)
    assert match
    path = tuple(_SPLIT.split(match[0]))
    inner = set(graph.nodes) - {path[0], path[-1]}
    everything = set(graph.nodes) if question.kind in ("YN", "MC") else inner
    return View(lambda: (s for s in _subsets(everything) if not is_open(graph, path, s)), _node_set)


def _separating(question: GraphQuestion) -> View:
    graph = question.graph.diagram
    x, y = _ends(question, r"node (\w) and node (\w)")
    rest = set(graph.nodes) - {x, y}
    return View(
        lambda: (s for s in _subsets(rest) if is_d_separated(graph, {x}, {y}, s)), _node_set
    )


def _routes(find: Callable[[Diagram, str, str], Iterable[tuple[str, ...]]]) -> Callable[..., View]:
    def view(question: GraphQuestion) -> View:
        x, y = _ends(question, r"from (?:node )?(\w) to (?:node )?(\w)\b")
        return View(lambda: map("".join, find(question.graph.diagram, x, y)), _path)

    return view


def _directed(diagram: Diagram, x: str, y: str) -> Iterator[tuple[str, ...]]:
    return (("->".join(path),) for path in directed_paths(diagram, x, y))


def _cycles(question: GraphQuestion) -> View:
    def all_turns() -> Iterator[str]:
        for cycle in networkx.simple_cycles(question.graph.nx):
            for turn in range(len(cycle)):
                turned = [*cycle[turn:], *cycle[:turn], cycle[turn]]
                yield "->".join(turned)

    return View(all_turns, _path)


def _edges(question: GraphQuestion) -> View:
    graph = question.graph
    texts = [f"{a}->{b}" for a, b in graph.directed]
    texts += [f"{min(e)}<->{max(e)}" for e in graph.bidirected]
    texts += [f"{min(e)}-{max(e)}" for e in graph.undirected]
    return View(lambda: texts, _edge)


def _edge(text: str) -> Hashable:
    match = re.search(r"(\w)(<->|->|<-|-)(\w)", text)
    if match is None:
        return text
    a, arrow, b = match.groups()
    return f"{a}->{b}" if arrow == "->" else f"{min(a, b)}{arrow}{max(a, b)}"


def _nodes(question: GraphQuestion) -> View:
    return View(
        lambda: question.graph.nodes, lambda text: re.sub(r"^Is (\w) a node.*$", r"\1", text)
    )


def _blanket(question: GraphQuestion) -> View:
    node = re.findall(r"node (\w)\b", question.text)[-1]
    return View(lambda: [patterns.markov_blanket(question.graph.diagram, node)], _node_set)


def _equivalent(question: GraphQuestion) -> View:
    graph = question.graph.diagram
    if question.kind == "YN":
        other = read_graph(question.text).diagram
        return _verdict(patterns.are_markov_equivalent(graph, other))
    texts = question.options.values() or [str(question.gold)]
    others = [read_graph(text).diagram for text in texts]
    same = [frozenset(o.edges) for o in others if patterns.are_markov_equivalent(graph, o)]
    return View(lambda: same, lambda text: frozenset(read_graph(text).directed))


def _roots(question: GraphQuestion) -> View:
    roots = patterns.root_set(question.graph.diagram)
    if question.kind in ("FA", "HM"):
        return View(lambda: roots, str.strip)
    return View(lambda: [roots], _node_set)


def _orders(question: GraphQuestion) -> View:
    sorts = networkx.all_topological_sorts(question.graph.nx)
    return View(lambda: map(tuple, sorts), lambda text: tuple(re.findall(r"\b[A-Z]\b", text)))


def _components(question: GraphQuestion) -> View:
    parts = c_components(question.graph.diagram)
    return _verdict(len(parts) == 1) if question.kind == "YN" else View(lambda: parts, _node_set)


def _identified(question: GraphQuestion) -> View:
    x, y = _ends(question, r"treatment (\w) on outcome (\w)")
    return _verdict(identify(question.graph.diagram, {y}, {x}).estimand is not None)


TOPICS: dict[str, Callable[[GraphQuestion], View]] = {
    "2_node_relation": _relatives,
    "3_node_relation": _triples,
    "backdoor_adjustment_set": _adjusting(adjustment.backdoor_sets),
    "backdoor_path": _routes(adjustment.backdoor_paths),
    "blocked_path": _blocking,
    "c-component": _components,
    "c-forest": lambda q: _verdict(patterns.is_c_forest(q.graph.diagram)),
    "c-tree": lambda q: _verdict(patterns.is_c_tree(q.graph.diagram)),
    "cycle": _cycles,
    "d-separation": _separating,
    "directed_path": _routes(_directed),
    "edge": _edges,
    "frontdoor_adjustment_set": _adjusting(adjustment.frontdoor_sets),
    "identification": _identified,
    "markov_blanket": _blanket,
    "markov_equivalent": _equivalent,
    "maximal_root_set": _roots,
    "node": _nodes,
    "path": _routes(paths),
    "topological": _orders,
}
SETS = frozenset(
    {
        "backdoor_adjustment_set",
        "blocked_path",
        "c-component",
        "d-separation",
        "frontdoor_adjustment_set",
        "markov_blanket",
        "markov_equivalent",
        "topological",
    }
)
