"""Items that carry a model and a query: CLadder and CounterBench."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.truth.compat import stored_convention
from benchmarks.truth.tally import Tally
from prism.records.item import Item
from prism.scm.answer import Answer
from prism.scm.ask import ask
from prism.scm.model import Model
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Term, parse_query
from prism.scm.truth import Truth, right_reply
from prism.suites.truth.files.cladder import read_cladder
from prism.suites.truth.files.counterbench import read_counterbench
from prism.suites.truth.files.scm import parse_scm

PARTS = ("easy", "hard", "anti", "non", "det")


@dataclass(frozen=True)
class Asked:
    """One question: the exact answer, and the one that the file's convention gives, if it differs.

    ``approximate`` is None for questions whose stored truth is exact.
    """

    item: Item
    truth: Truth
    model: Model
    exact: Answer
    approximate: Answer | None


def ask_cladder(folder: Path) -> dict[str, list[Asked]]:
    """Return the questions of every part with their answers."""
    models = folder / "test-model-meta.json"
    return {
        f"cladder {part}": _ask(read_cladder(folder / f"test-generate-{part}.json", models))
        for part in PARTS
    }


def ask_counterbench(folder: Path) -> dict[str, list[Asked]]:
    """Return the questions of CounterBench, read from its sentences, with their answers."""
    paths = sorted(folder.glob("*.json"))
    return {"counterbench": [asked for path in paths for asked in _ask(read_counterbench(path))]}


def compare(parts: Mapping[str, list[Asked]], *, compat: bool = False) -> list[Tally]:
    """Return the agreement by part; ``compat`` takes the answers of the file's convention."""
    return [_compare(Tally(name), asked, compat) for name, asked in parts.items()]


def _ask(items: Iterable[Item]) -> list[Asked]:
    found = []
    for item in items:
        truth = Truth.model_validate(item.truth)
        model = parse_scm(truth.scm, where=item.id).content
        assert isinstance(model, Model)
        approximate = stored_convention(model, truth.query)
        found.append(Asked(item, truth, model, ask(model, truth.query), approximate))
    return found


def _compare(tally: Tally, questions: Iterable[Asked], compat: bool) -> Tally:
    for asked in questions:
        truth, stored = asked.truth, asked.item.gold[0]
        exact, approximate = asked.exact, asked.approximate
        right = right_reply(truth, approximate if compat and approximate else exact)
        ours = "undecided" if right is None else "yes" if right else "no"
        why = ""
        if approximate is not None and right_reply(truth, approximate) != right_reply(truth, exact):
            why = (
                f"stored truth is approximate: {truth.query} is {exact.value:.6f} exactly, "
                f"{approximate.value:.6f} by independent propagation"
            )
        why = why or _without_last_supposition(asked.model, truth, asked.item)
        tally.note(asked.item.id, ours, stored, ours == stored, why)
    return tally


def _without_last_supposition(model: Model, truth: Truth, item: Item) -> str:
    """Explain a stored answer that holds only if the last of two suppositions is left out."""
    query = parse_query(truth.query)
    if not isinstance(query, Probability) or len(query.events[0].term.world) < 2:
        return ""
    event = query.events[0]
    first = Event(Term(event.term.name, event.term.world[:-1]), event.state)
    answer = probability(model, Probability((first,), query.given))
    if ("yes" if right_reply(truth, answer) else "no") != item.gold[0]:
        return ""
    exact = ask(model, truth.query).value
    return f"the file leaves out the last supposition: {truth.query} is {exact}"
