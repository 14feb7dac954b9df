"""Which response answers which item."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from prism.errors import BadInput, UnknownFormat, UsageError
from prism.files.document import Document, document_parts
from prism.files.formats import GRAPH, RESPONSES
from prism.files.responses import Response, read_responses, stream_responses
from prism.files.source import Source
from prism.files.textfile import TextFile
from prism.records.item import Item
from prism.suites.base import without_reasoning
from prism.suites.reading import detect, find_item, known_format, read_items, stream_items
from prism.suites.registry import ALONE

__all__ = ["pair", "stream_answers", "with_phrasing"]

ABOUT = ("model", "setting", "seed")  # what an answers file says of a response, not of the item


def pair(
    response: Source,
    rubric: Source | None = None,
    *,
    wanted: str | None = None,
) -> list[Item]:
    """Return the items that ``response`` answers, each with its response in place.

    Reasoning in a response is taken out of it, as ``without_reasoning`` says.

    Parameters
    ----------
    response
        A text, a file of responses, or an answers file that holds its own items.
    rubric
        The items' file; without it responses are paired with an item that asks nothing.
    wanted
        The id of the one item that is meant.

    Raises
    ------
    BadInput
        A file has a fault, an id is not there, or a response says of no item that it answers it.
    UsageError
        Several items could be meant.
    """
    return [without_reasoning(item) for item in _paired(response, rubric, wanted)]


def _paired(response: Source, rubric: Source | None, wanted: str | None) -> list[Item]:
    items = read_items(rubric) if rubric is not None else None
    answered = _own_items(response)
    if answered is not None:
        return _from_answers(answered, items, wanted, response.name)
    responses = read_responses(response)
    if items is None:
        if wanted is not None:
            raise UsageError(
                "no file of items was given to find it in",
                where=f"--item {wanted}",
                mend="add --rubric FILE",
            )
        stem = PurePath(response.name).stem if response.name != "-" else "response"
        names = (
            [stem] if len(responses) == 1 else [f"{stem}-{i}" for i in range(1, len(responses) + 1)]
        )
        return [_blank(entry, name) for entry, name in zip(responses, names, strict=True)]
    name = rubric.name if rubric is not None else response.name
    if wanted is not None:
        responses = _to(find_item(items, wanted, name), responses, items, response.name)
    filled = [_filled(_choose(entry, items, wanted, name), entry) for entry in responses]
    return _told_apart(filled, responses)


def stream_answers(file: TextFile) -> tuple[bool, Iterator[Response]]:
    """Return whether ``file`` is an answers file with items of its own, and its answers.

    Of JSON Lines and CSV some lines at a time are held.
    """
    if not _holds_items(file):
        return False, stream_responses(file)
    return True, _answers_of(file)


def _holds_items(file: TextFile) -> bool:
    first = next(document_parts(file), None)
    if first is None:
        return _own_items(file.whole()) is not None
    try:
        return detect(first).holds_items
    except UnknownFormat:
        return False


def _answers_of(file: TextFile) -> Iterator[Response]:
    answered = False
    for item in stream_items(file):
        answered = answered or "response" in item.texts
        yield _response_of(item)
    if not answered:
        raise _no_answers(file.name)


def _response_of(item: Item) -> Response:
    model, setting, seed = (item.meta.get(name) for name in ABOUT)
    return Response(
        item.texts.get("response", ""),
        item.id,
        model=str(model) if model else None,
        setting=str(setting) if setting is not None else None,
        seed=seed if isinstance(seed, int) else None,
    )


def _own_items(response: Source) -> list[Item] | None:
    """Return the items of an answers file, or None where the file holds responses alone."""
    if not response.text.lstrip().startswith(("{", "[", "<?xml")):
        return None
    known = known_format(response)
    if known is None:
        return None  # a response may look like JSON; as a file of responses it is read next
    form, document = known
    if form.holds_items:
        return _with_answers(document, form.items(document))
    if form is RESPONSES:
        return None
    mend = "a graph goes with --graph FILE" if form is GRAPH else "give a text"
    raise UnknownFormat(f"this is {form.title} and no response", where=response.name, mend=mend)


def _with_answers(document: Document, items: list[Item]) -> list[Item]:
    if not any("response" in item.texts for item in items):
        raise _no_answers(document.name)
    return items


def _no_answers(name: str) -> UnknownFormat:
    return UnknownFormat(
        "the file holds items and no answers",
        where=name,
        mend="give it as --rubric, and the response first",
    )


def _from_answers(
    answered: Sequence[Item], items: Sequence[Item] | None, wanted: str | None, name: str
) -> list[Item]:
    chosen = [find_item(answered, wanted, name)] if wanted is not None else list(answered)
    if items is None:
        return [item.with_text("response", item.texts.get("response", "")) for item in chosen]
    return [_replied(find_item(items, item.id, name), item) for item in chosen]


def _replied(item: Item, answered: Item) -> Item:
    """Return ``item`` with the response that ``answered`` holds, and what is told of it."""
    told = {name: answered.meta[name] for name in ABOUT if name in answered.meta}
    filled = item.with_text("response", answered.texts.get("response", ""))
    return filled.model_copy(update={"meta": {**item.meta, **told}})


def _blank(response: Response, name: str) -> Item:
    return Item(id=response.item or name, kind=ALONE, texts={"response": response.text})


def _to(
    item: Item, responses: Sequence[Response], items: Sequence[Item], where: str
) -> list[Response]:
    """Return the responses to one item: those that name it, or no item at all."""
    ids = {known.id for known in items}
    kept = [r for r in responses if r.item is None or r.item not in ids or r.item == item.id]
    if not kept:
        raise BadInput(f"no response here answers {item.id}", where=where)
    return kept


def _choose(response: Response, items: Sequence[Item], wanted: str | None, name: str) -> Item:
    if wanted is not None:
        return find_item(items, wanted, name)
    # Beside one item an id may be the response's own, as in a table of several answers to it.
    if len(items) == 1 and response.item in (None, response.id):
        return items[0]
    if response.item is not None:
        return find_item(items, response.item, name)
    raise UsageError(
        f"{name} holds {len(items)} items and the response does not say which one it answers",
        mend=f"add --item ID, such as --item {items[0].id}",
    )


def _filled(item: Item, response: Response) -> Item:
    meta = {**item.meta, **response.about}
    filled = item.with_text("response", response.text).model_copy(update={"meta": meta})
    return with_phrasing(filled, response.phrasing) if response.phrasing else filled


def _told_apart(items: Sequence[Item], responses: Sequence[Response]) -> list[Item]:
    """Note in ``meta`` which response each is, where several answer one item."""
    counts = Counter(item.id for item in items)
    return [
        item.model_copy(update={"meta": {**item.meta, "response_id": response.id or str(number)}})
        if counts[item.id] > 1
        else item
        for number, (item, response) in enumerate(zip(items, responses, strict=True), 1)
    ]


def with_phrasing(item: Item, phrasing: str) -> Item:
    """Return ``item`` with the request in the wording ``phrasing``: A is the first, B the second ….

    Raises
    ------
    UsageError
        The item has no such phrasing.
    """
    requests = item.meta.get("requests")
    place = ord(phrasing.upper()) - ord("A") if len(phrasing) == 1 else -1
    if not isinstance(requests, list) or not 0 <= place < len(requests):
        known = len(requests) if isinstance(requests, list) else 0
        raise UsageError(
            f"{item.id} has no phrasing {phrasing!r}",
            where="--phrasing",
            mend=f"it has {known}: {', '.join(chr(ord('A') + i) for i in range(known)) or 'none'}",
        )
    meta = {**item.meta, "phrasing": phrasing.upper()}
    return item.with_text("request", str(requests[place])).model_copy(update={"meta": meta})
