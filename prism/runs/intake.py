"""From files to tasks: which items, in which variants, with which given answers."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from sys import intern

from prism.errors import BadInput
from prism.files.responses import Response
from prism.files.textfile import TextFile
from prism.records.item import Item
from prism.runs.answers import GivenAnswers
from prism.runs.records import Task, given
from prism.suites.base import Suite, Variant
from prism.suites.pairing import with_phrasing
from prism.suites.reading import stream_items

__all__ = ["read_tasks", "stratified"]


def read_tasks(
    suite: Suite,
    items: TextFile,
    answers: TextFile | None,
    strategy: str,
    *,
    sample: int | None = None,
    seed: int = 0,
) -> Iterator[Task]:
    """Yield the tasks of a run: every item in every variant, answered where answers are given.

    Where answers are given and an item has none, its task says so; where an item has several, each
    is a variant of its own, named by its model or its number. Files of one record a line are read
    as the tasks are taken, and never held whole.

    Raises
    ------
    BadInput
        A file has a fault, or holds items of another kind.
    """
    if answers is None:
        for item in _chosen(suite, items, sample, seed):
            for variant in suite.variants(item, strategy):
                yield Task(_bare(item), variant)
        return
    with GivenAnswers(_items(suite, items), answers, items.name) as filed:
        for item in _chosen(suite, items, sample, seed):
            yield from _given(item, filed.to(item), answers.name)


def _items(suite: Suite, items: TextFile) -> Iterator[Item]:
    for item in (suite.read or stream_items)(items):
        if item.kind not in suite.kinds:
            raise BadInput(
                f"{item.id} is of kind {item.kind!r}, which {suite.name} does not score",
                where=items.name,
            )
        yield item


def _chosen(suite: Suite, items: TextFile, sample: int | None, seed: int) -> Iterator[Item]:
    """Yield the items, or those that are drawn; for drawing, the file is read twice."""
    if sample is None:
        return _items(suite, items)
    strata = [intern(item.domain or "") for item in _items(suite, items)]
    places = set(stratified(strata, sample, seed))
    return (item for place, item in enumerate(_items(suite, items)) if place in places)


def stratified(strata: Sequence[str], n: int, seed: int) -> list[int]:
    """Return ``n`` places in their order, drawn in proportion to the strata they belong to.

    Each stratum gets its share, rounded so that they add up (largest remainder).

    >>> domains = ["HASS", "STEM", "STEM", "STEM"] * 2
    >>> sorted(domains[place] for place in stratified(domains, 4, seed=1))
    ['HASS', 'STEM', 'STEM', 'STEM']
    """
    members: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(strata):
        members[name].append(place)
    n = min(n, len(strata))
    exact = {name: n * len(places) / len(strata) for name, places in members.items()}
    quota = {name: int(share) for name, share in exact.items()}
    by_rest = sorted(exact, key=lambda name: (quota[name] - exact[name], name))
    for name in by_rest[: n - sum(quota.values())]:
        quota[name] += 1
    dice = random.Random(seed)  # noqa: S311 (a seeded draw, no secret)
    return sorted(p for name in sorted(members) for p in dice.sample(members[name], quota[name]))


def _given(item: Item, answers: Sequence[Response], source: str) -> Iterator[Task]:
    if not answers:
        yield Task(_bare(item), {}, given(None, source))
    for number, one in enumerate(answers):
        if one.phrasing:
            with_phrasing(item, one.phrasing)  # one that the item does not have is refused
        outcome = given(one.text, one.model or source)
        told = {k: v for k, v in one.about.items() if k in ("setting", "seed")}
        bare = _bare(item).model_copy(update={"meta": {**item.meta, **told}})
        yield Task(bare, _named(answers, number), outcome, one.model)


def _named(several: Sequence[Response], number: int) -> Variant:
    """Return what tells one of several answers to an item from the others."""
    phrasings = [one.phrasing for one in several]
    mine = phrasings[number]
    if mine and all(phrasings) and len(set(phrasings)) == len(several):
        return {"phrasing": mine}
    if len(several) == 1:
        return {}
    model = several[number].model
    if model and [one.model for one in several].count(model) == 1:
        return {"model": model}
    return {"answer": str(number + 1)}


def _bare(item: Item) -> Item:
    texts = {role: text for role, text in item.texts.items() if role != "response"}
    return item.model_copy(update={"texts": texts})
