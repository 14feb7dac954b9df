"""Items that carry a model and a query: CLadder and CounterBench."""

from collections.abc import Iterable
from pathlib import Path

from benchmarks.truth.compat import stored_convention
from benchmarks.truth.tally import Tally
from prism.formats.cladder import read_cladder
from prism.formats.counterbench import read_counterbench
from prism.formats.scm import parse_scm
from prism.items import Item
from prism.scm.ask import ask
from prism.scm.model import Model
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Term, parse_query
from prism.scm.truth import Truth, right_reply

PARTS = ("easy", "hard", "anti", "non", "det")


def measure_cladder(folder: Path, *, compat: bool) -> list[Tally]:
    """Return the agreement by part; ``compat`` computes as the files were labelled."""
    models = folder / "test-model-meta.json"
    return [
        _measure(
            f"cladder {part}", read_cladder(folder / f"test-generate-{part}.json", models), compat
        )
        for part in PARTS
    ]


def measure_counterbench(folder: Path) -> list[Tally]:
    """Return the agreement on CounterBench, read from its sentences."""
    return [
        _measure("counterbench", read_counterbench(path), compat=False)
        for path in sorted(folder.glob("*.json"))
    ]


def _measure(name: str, items: Iterable[Item], compat: bool) -> Tally:
    tally = Tally(name)
    for item in items:
        truth = Truth.model_validate(item.truth)
        model = parse_scm(truth.scm, where=item.id).content
        if not isinstance(model, Model):
            tally.unread += 1
            continue
        exact = ask(model, truth.query)
        approximate = stored_convention(model, truth.query)
        answer = approximate if compat and approximate is not None else exact
        right = right_reply(truth, answer)
        ours = "undecided" if right is None else "yes" if right else "no"
        why = ""
        if approximate is not None and right_reply(truth, approximate) != right_reply(truth, exact):
            why = (
                f"stored truth is approximate: {truth.query} is {exact.value:.6f} exactly, "
                f"{approximate.value:.6f} by independent propagation"
            )
        why = why or _without_last_supposition(model, truth, item)
        tally.note(item.id, ours, item.gold[0], ours == item.gold[0], why)
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
