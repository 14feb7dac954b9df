"""How often the embedded classifier names the kind that the author of the items gave.

Run as ``python -m benchmarks.ladder`` from the checkout. The items were written and labelled by
someone who had not seen the classifier; contexts l01–l30 were used to develop it, l31–l60 are held
out. Two ways: each distractor for itself, and the four of a question together (METER's design has
one of each kind; the default).
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from prism.files.source import read_source
from prism.graph import CausalGraph
from prism.records.item import Item
from prism.stats import agreement
from prism.suites.ladder.distractors import KINDS, classify
from prism.suites.reading import read_items
from prism.text.parse import parse

ITEMS = Path(__file__).with_name("items.jsonl")
DEVELOPMENT = 30  # contexts l01 to l30


class Case(NamedTuple):
    context: int
    rung: str
    label: str
    together: str | None
    alone: str | None
    name: str
    text: str


def cases(items: Sequence[Item], *, edges: bool = True) -> Iterator[Case]:
    graphs: dict[str, CausalGraph] = {}
    for item in items:
        text = item.texts["context"]
        if text not in graphs:
            graphs[text] = parse(text) if edges else parse(text).replace(edges=())
        graph = graphs[text]
        choice = item.choice
        if choice is None or choice.kinds is None:
            continue
        together = {found.option: found for found in classify(item, graph)}
        alone = {found.option: found for found in classify(item, graph, one_of_each=False)}
        for option, label in enumerate(choice.kinds):
            if label is not None:
                yield Case(
                    int(str(item.meta["context"])),
                    str(choice.rung),
                    label,
                    together[option].kind,
                    alone[option].kind,
                    str(item.meta.get("id", item.id)),
                    choice.options[option],
                )


def line(name: str, found: Sequence[tuple[str, str | None]]) -> str:
    decided = [(label, kind) for label, kind in found if kind is not None]
    right = sum(label == kind for label, kind in decided)
    undecided = 1 - len(decided) / len(found)
    share = right / len(decided) if decided else float("nan")
    agreed = agreement([(label, str(kind)) for label, kind in decided])
    kappa = agreed.kappa if agreed else None
    told = "   –" if kappa is None else f"{kappa:.2f}"
    return (
        f"{name:<34} {len(found):>4}  decided right {share:6.1%}  undecided {undecided:6.1%}"
        f"  kappa {told}"
    )


def confusion(found: Sequence[tuple[str, str | None]]) -> Iterator[str]:
    counts = Counter(found)
    columns = (*KINDS, None)
    yield f"{'label':<18}" + "".join(f"{(kind or 'undecided')[:13]:>14}" for kind in columns)
    for label in KINDS:
        yield f"{label:<18}" + "".join(f"{counts[label, kind]:>14}" for kind in columns)


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m benchmarks.ladder")
    reader.add_argument("--wrong", action="store_true", help="list the development errors")
    reader.add_argument("--ablation", action="store_true", help="without the context's edges too")
    asked = reader.parse_args()
    items = read_items(read_source(str(ITEMS)))
    found = list(cases(items))
    parts = {
        "all": found,
        "development (l01–l30)": [case for case in found if case.context < DEVELOPMENT],
        "held out (l31–l60)": [case for case in found if case.context >= DEVELOPMENT],
    }
    for name, part in parts.items():
        print(line(f"{name}, together", [(case.label, case.together) for case in part]))
        print(line(f"{name}, each alone", [(case.label, case.alone) for case in part]))
    for rung in ("discovery", "intervention", "counterfactual"):
        held = [case for case in parts["held out (l31–l60)"] if case.rung == rung]
        print(line(f"held out, {rung}, together", [(c.label, c.together) for c in held]))
    if asked.ablation:
        bare = [case for case in cases(items, edges=False) if case.context >= DEVELOPMENT]
        print(line("held out, no context edges", [(c.label, c.together) for c in bare]))
        print(line("held out, no context edges, alone", [(c.label, c.alone) for c in bare]))
    print("\nheld out, together:")
    print("\n".join(confusion([(c.label, c.together) for c in parts["held out (l31–l60)"]])))
    if asked.wrong:
        for case in parts["development (l01–l30)"]:
            if not case.label == case.together == case.alone:
                print(f"{case.name} {case.label} → {case.together} ({case.alone}): {case.text}")


if __name__ == "__main__":
    main()
