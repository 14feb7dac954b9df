"""How well the changes of requests are read: ``python -m benchmarks.requests [--faults]``.

The requests are our own, in the grammar of CoBe's phrasings A to G (arXiv 2610.13057), with their
labels inside: ``[what becomes true]``, ``{what it replaces}`` and ``<an outcome that is fixed>``.
The later ones were written when the reader stood; it was then mended for three of them.
Exits with 1 where a phrasing has fewer than 95 % right spans.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prism.suites.edit.invariants import plan
from prism.text.nlp import analyse
from prism.text.parse import parse
from prism.text.request import Request, find_request

__all__ = ["FILES", "LEAST", "PHRASINGS", "WHAT", "Labelled", "labelled", "right"]

FOLDER = Path(__file__).parent / "edits"
FILES = {"own": FOLDER / "requests.jsonl", "later": FOLDER / "requests_later.jsonl"}
PHRASINGS = "ABCDEFG"
LEAST = 0.95  # share of right spans that every phrasing must reach
_MARK = re.compile(r"[\[\]{}<>]")
WHAT = ("change", "original", "outcome", "anchor")


@dataclass(frozen=True)
class Labelled:
    """One request: its story, its words without marks, and its labels in text order.

    ``anchors`` has one entry a change: words of the unit it intervenes on, alternatives parted by
    ``|``, or None where the change adds an event.
    """

    name: str
    phrasing: str
    story: str
    request: str
    changes: tuple[str, ...]
    originals: tuple[str, ...]
    outcomes: tuple[str, ...]
    anchors: tuple[str | None, ...]


def labelled(file: Path) -> Iterator[Labelled]:
    """Yield the requests of a labelled file."""
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for phrasing in PHRASINGS:
            yield from _requests(record, phrasing)


def _requests(record: dict[str, Any], phrasing: str) -> Iterator[Labelled]:
    told = record.get(phrasing, ())
    for marked in [told] if isinstance(told, str) else told:
        found = [re.findall(p, marked) for p in (r"\[(.*?)\]", r"\{(.*?)\}", r"<(.*?)>")]
        changes, originals, outcomes = (tuple(_MARK.sub("", each) for each in f) for f in found)
        anchors = tuple(record.get(f"anchor_{phrasing}", record["anchor"]))
        yield Labelled(
            f"{record['id']}{phrasing}", phrasing, record["story"], _MARK.sub("", marked),
            changes, originals, outcomes, anchors,
        )  # fmt: skip


def right(label: Labelled, wanted: Sequence[str] = WHAT) -> dict[str, bool]:
    """Return what of a request is read right, of its changes, originals, outcome and anchors."""
    read = find_request(analyse(label.request))
    told: dict[str, Callable[[], bool]] = {
        "change": lambda: tuple(change.text for change in read.changes) == label.changes,
        "original": lambda: _originals(read) == label.originals,
        "outcome": lambda: ((read.outcome,) if read.outcome else ()) == label.outcomes,
        "anchor": lambda: _anchored(label),
    }
    return {what: told[what]() for what in wanted}


def _originals(read: Request) -> tuple[str, ...]:
    return tuple(dict.fromkeys(change.instead for change in read.changes if change.instead))


def _anchored(label: Labelled) -> bool:
    """Whether every change is anchored at its unit; anchors are told of the units' own words."""
    graph = parse(label.story)
    found = [a for a in plan(graph, label.story, label.request).anchors if not a.stipulated]
    units = [graph.by_id[a.unit].text if a.unit else None for a in found]
    if len(units) != len(label.changes):
        return False
    return all(map(_meets, units, [*label.anchors, *label.anchors][: len(units)]))


def _meets(unit: str | None, anchor: str | None) -> bool:
    if unit is None or anchor is None:
        return unit is anchor
    return any(words in unit or unit in words for words in anchor.split("|"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table a file; 1 where a phrasing of the own set falls below the least share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--faults", action="store_true", help="list the requests read wrongly")
    faults, code = parser.parse_args(arguments).faults, 0
    for name, file in FILES.items():
        if not file.exists():
            continue
        counts, sizes = Counter[tuple[str, str]](), Counter[str]()
        for label in labelled(file):
            found = right(label)
            sizes[label.phrasing] += 1
            counts.update((label.phrasing, what) for what in WHAT if found[what])
            if faults and not all(found.values()):
                wrong = ", ".join(what for what in WHAT if not found[what])
                print(f"{label.name} {wrong}: {label.request}")
                _show(label)
        print(f"{name:10}{'':4}" + "".join(f"{what:>10}" for what in WHAT))
        for phrasing, size in sorted(sizes.items()):
            cells = "".join(f"{counts[phrasing, what]:>7}/{size}" for what in WHAT)
            print(f"{'':10}{phrasing:4}{cells}")
            code |= name == "own" and counts[phrasing, "change"] < LEAST * size
    return code


def _show(label: Labelled) -> None:
    read = find_request(analyse(label.request))
    for change in read.changes:
        print(f"    read: [{change.text}] instead of {{{change.instead}}}")
    graph = parse(label.story)
    for anchor in plan(graph, label.story, label.request).anchors:
        words = graph.by_id[anchor.unit].text if anchor.unit else None
        print(f"    anchor {anchor.score}: {words}")
    print(f"    outcome: {read.outcome}")


if __name__ == "__main__":
    sys.exit(main())
