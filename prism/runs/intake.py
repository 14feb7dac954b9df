"""From files to tasks: which items, in which variants, with which given answers."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from prism.errors import BadInput
from prism.formats.pairing import pair
from prism.formats.registry import read_items
from prism.formats.source import Source
from prism.items import Item
from prism.runs.benchmarks import Benchmark
from prism.runs.records import Task, Variant, given

__all__ = ["read_tasks", "stratified"]


def read_tasks(
    benchmark: Benchmark,
    items: Source,
    answers: Source | None,
    *,
    sample: int | None = None,
    seed: int = 0,
) -> list[Task]:
    """Return the tasks of a run: every item in every variant, answered where answers are given.

    Where answers are given and an item has none, its task says so; where an item has several, each
    is a variant of its own, named by its model or its number.

    Raises
    ------
    BadInput
        A file has a fault, or holds items of another kind.
    """
    every = read_items(items)
    wrong = next((item for item in every if item.kind not in benchmark.kinds), None)
    if wrong is not None:
        raise BadInput(
            f"{wrong.id} is of kind {wrong.kind!r}, which {benchmark.name} does not score",
            where=items.name,
        )
    chosen = every if sample is None else stratified(every, sample, seed)
    if answers is None:
        return [
            Task(_bare(item), variant) for item in chosen for variant in benchmark.variants(item)
        ]
    wanted = {item.id for item in chosen}
    answered = [item for item in pair(answers, items) if item.id in wanted]
    return list(_given(chosen, answered, answers.name))


def stratified(items: Sequence[Item], n: int, seed: int) -> list[Item]:
    """Return ``n`` of ``items`` in their order, drawn in proportion to their domains.

    Each domain gets its share, rounded so that they add up (largest remainder).

    >>> domains = ["HSS", "STEM", "STEM", "STEM"] * 2
    >>> items = [Item(id=str(i), kind="whatif", domain=d) for i, d in enumerate(domains)]
    >>> sorted(str(item.domain) for item in stratified(items, 4, seed=1))
    ['HSS', 'STEM', 'STEM', 'STEM']
    """
    strata: defaultdict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        strata[item.domain or ""].append(place)
    n = min(n, len(items))
    exact = {name: n * len(places) / len(items) for name, places in strata.items()}
    quota = {name: int(share) for name, share in exact.items()}
    by_rest = sorted(exact, key=lambda name: (quota[name] - exact[name], name))
    for name in by_rest[: n - sum(quota.values())]:
        quota[name] += 1
    dice = random.Random(seed)  # noqa: S311 (a seeded draw, no secret)
    drawn = [p for name in sorted(strata) for p in dice.sample(strata[name], quota[name])]
    return [items[place] for place in sorted(drawn)]


def _given(items: Sequence[Item], answered: Sequence[Item], source: str) -> Iterator[Task]:
    by_item: defaultdict[str, list[Item]] = defaultdict(list)
    for item in answered:
        by_item[item.id].append(item)
    for item in items:
        several = by_item[item.id]
        if not several:
            yield Task(_bare(item), {}, given(None, source))
        for number, one in enumerate(several):
            who = str(one.meta.get("model") or source)
            outcome = given(one.texts.get("response", ""), who)
            told = {k: one.meta[k] for k in ("setting", "seed") if k in one.meta}
            bare = _bare(item).model_copy(update={"meta": {**item.meta, **told}})
            yield Task(bare, _named(several, number), outcome)


def _named(several: Sequence[Item], number: int) -> Variant:
    """Return what tells one of several answers to an item from the others."""
    if len(several) == 1:
        return {}
    models = Counter(str(one.meta.get("model", "")) for one in several)
    model = str(several[number].meta.get("model", ""))
    if model and models[model] == 1:
        return {"model": model}
    return {"answer": str(number + 1)}


def _bare(item: Item) -> Item:
    texts = {role: text for role, text in item.texts.items() if role != "response"}
    return item.model_copy(update={"texts": texts})
