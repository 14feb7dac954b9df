"""From files to tasks: which items, in which variants, with which given answers."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from prism.errors import BadInput
from prism.formats.pairing import pair
from prism.formats.source import Source
from prism.items import Item
from prism.runs.records import Task, given
from prism.suites.base import Suite, Variant

__all__ = ["read_tasks", "stratified"]


def read_tasks(
    suite: Suite,
    items: Source,
    answers: Source | None,
    strategy: str,
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
    every = suite.read(items)
    wrong = next((item for item in every if item.kind not in suite.kinds), None)
    if wrong is not None:
        raise BadInput(
            f"{wrong.id} is of kind {wrong.kind!r}, which {suite.name} does not score",
            where=items.name,
        )
    chosen = every
    if sample is not None:
        places = stratified([item.domain or "" for item in every], sample, seed)
        chosen = [every[place] for place in places]
    if answers is None:
        return [
            Task(_bare(item), variant)
            for item in chosen
            for variant in suite.variants(item, strategy)
        ]
    wanted = {item.id for item in chosen}
    answered = [item for item in pair(answers, items, read=suite.read) if item.id in wanted]
    return list(_given(chosen, answered, answers.name))


def stratified(strata: Sequence[str], n: int, seed: int) -> list[int]:
    """Return ``n`` places in their order, drawn in proportion to the strata they belong to.

    Each stratum gets its share, rounded so that they add up (largest remainder).

    >>> domains = ["HSS", "STEM", "STEM", "STEM"] * 2
    >>> sorted(domains[place] for place in stratified(domains, 4, seed=1))
    ['HSS', 'STEM', 'STEM', 'STEM']
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


def _given(items: Sequence[Item], answered: Sequence[Item], source: str) -> Iterator[Task]:
    by_item: defaultdict[str, list[Item]] = defaultdict(list)
    for item in answered:
        by_item[item.id].append(item)
    for item in items:
        several = by_item[item.id]
        if not several:
            yield Task(_bare(item), {}, given(None, source))
        for number, one in enumerate(several):
            model = str(one.meta.get("model") or "")
            outcome = given(one.texts.get("response", ""), model or source)
            told = {k: one.meta[k] for k in ("setting", "seed") if k in one.meta}
            bare = _bare(item).model_copy(update={"meta": {**item.meta, **told}})
            yield Task(bare, _named(several, number), outcome, model or None)


def _named(several: Sequence[Item], number: int) -> Variant:
    """Return what tells one of several answers to an item from the others."""
    phrasings = [str(one.meta.get("phrasing", "")) for one in several]
    if all(phrasings) and len(set(phrasings)) == len(several):
        return {"phrasing": phrasings[number]}
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
