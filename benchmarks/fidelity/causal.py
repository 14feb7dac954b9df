"""Causal sentences, pairs and directions: CNC (cross-validated) and corpora without a floor."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.fidelity import cnc
from benchmarks.fidelity.rows import Row, ratio, row
from benchmarks.train import tasks
from prism.text.connectives import Connective, connectives
from prism.text.nlp import analyse

__all__ = ["rows"]

FOLDS = 5
SEED = 0
THRESHOLD = -0.2  # of the causal sentence model: sentences that claim a cause are the rarer kind
CAUSAL = frozenset({"CAUSE", "RESULT", "CONSEQUENCE", "EXPLANATION", "PURPOSE", "CONDITION"})


def rows(data: Path) -> list[Row]:
    """Return the rows of CNC, AltLex, UniCausal, FinCausal, BECauSE and CaTeRS."""
    return [
        _order(data),
        _sentence(data),
        _yes_no("altlex", _altlex(data / "altlex" / "altlex_dev.tsv")),
        *(
            _yes_no(f"unicausal {path.stem}", _unicausal(path))
            for path in sorted((data / "unicausal").glob("*.csv"))
        ),
        *_fincausal(data / "fincausal"),
        _because(data / "because"),
        _caters(data / "caters" / "train"),
    ]


def _folds(documents: Sequence[str]) -> list[int]:
    """Return the fold of each item; a document is never in two."""
    number = {name: place % FOLDS for place, name in enumerate(sorted(set(documents)))}
    return [number[name] for name in documents]


def _crossed(
    examples: list[list[str]],
    targets: list[int],
    folds: list[int],
    learn: Callable[[list[list[str]], list[int]], Callable[[list[str]], float]],
) -> list[float]:
    """Return a logit an item from a model that saw nothing of its document."""
    logits = [0.0] * len(targets)
    for held in range(FOLDS):
        known = [place for place, fold in enumerate(folds) if fold != held]
        model = learn([examples[i] for i in known], [targets[i] for i in known])
        for place, fold in enumerate(folds):
            if fold == held:
                logits[place] = model(examples[place])
    return logits


def _by_document(
    documents: Sequence[str], counts: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    total: dict[str, tuple[int, ...]] = {}
    for name, count in zip(documents, counts, strict=True):
        before = total.get(name, (0,) * len(count))
        total[name] = tuple(a + b for a, b in zip(before, count, strict=True))
    return list(total.values())


def _order(data: Path) -> Row:
    pairs = list(cnc.pairs(data / "cnc_v2"))
    examples, targets = tasks.order(pairs)
    gum = tasks.gum_order(tasks.Source.read(data))
    logits = _crossed(
        examples,
        targets,
        _folds([pair.document for pair in pairs]),
        lambda x, y: tasks.fit_order(x + gum[0], y + gum[1], SEED).logit,
    )
    right = [(int((logit > 0) == bool(y)), 1) for logit, y in zip(logits, targets, strict=True)]
    first = sum(targets) / len(targets)
    return row(
        "causal",
        "cause or effect, cnc_v2 spans",
        _by_document([pair.document for pair in pairs], right),
        ratio,
        baseline=f"cause second {1 - first:.3f}",
        floor=0.92,
        goal=0.95,
    )


def _sentence(data: Path) -> Row:
    claims = list(cnc.sentences(data / "cnc_v2"))
    examples, targets = tasks.causal(claims)
    documents = [claim.document for claim in claims]
    logits = _crossed(
        examples, targets, _folds(documents), lambda x, y: tasks.fit_causal(x, y, SEED).logit
    )
    counts = [
        _confusion(logit > THRESHOLD, bool(y)) for logit, y in zip(logits, targets, strict=True)
    ]
    share = sum(targets) / len(targets)
    return row(
        "causal",
        "causal sentence F1, cnc_v2",
        _by_document(documents, counts),
        baseline=f"always yes {2 * share / (1 + share):.3f}",
        floor=0.74,
        goal=0.80,
    )


def _confusion(said: bool, wanted: bool) -> tuple[int, int, int]:
    return int(said and wanted), int(said and not wanted), int(wanted and not said)


def _marked(text: str) -> list[Connective]:
    return [
        each
        for each in connectives(analyse(text))
        if each.sense in CAUSAL and each.polarity == "affirmed"
    ]


def _yes_no(name: str, items: Iterator[tuple[str, str, bool]]) -> Row:
    """Measure whether any causal marking is found in texts that claim a cause or do not."""
    documents, counts, wanted = [], [], 0
    for document, text, causal in items:
        documents.append(document)
        wanted += causal
        counts.append(_confusion(bool(_marked(text)), causal))
    share = wanted / max(1, len(counts))
    return row(
        "causal",
        f"marked cause in the text F1, {name}",
        _by_document(documents, counts),
        baseline=f"always yes {2 * share / (1 + share):.3f}",
    )


def _altlex(path: Path) -> Iterator[tuple[str, str, bool]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:]):
        cells = line.split("\t")
        yield str(number), " ".join(cells[:3]), cells[3].strip() not in ("0", "")


def _unicausal(path: Path) -> Iterator[tuple[str, str, bool]]:
    with path.open(encoding="utf-8", newline="") as file:
        seen: dict[tuple[str, str], bool] = {}
        for line in csv.DictReader(file):
            key = line["doc_id"], line["text"]
            seen[key] = seen.get(key, False) or line["pair_label"] == "1"
    numbered = "altlex" in path.stem or "semeval" in path.stem  # one file stands for all documents
    for number, ((document, text), causal) in enumerate(seen.items()):
        yield (str(number) if numbered else document), text, causal


def _fincausal(folder: Path) -> list[Row]:
    counts, directed, documents = [], [], []
    path = next(folder.glob("*.csv"))
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("; ")
        if len(cells) < 4:  # the tail of a text that holds a line break
            continue
        text, cause, effect = cells[1], _find(cells[1], cells[2]), _find(cells[1], cells[3])
        if cause is None or effect is None:
            continue
        documents.append(cells[0].split(".")[0])
        right, turned = _between(_marked(text), cause, effect)
        counts.append((int(right or turned), 1))
        directed.append((int(right), int(right or turned)))
    return [
        row("causal", "cause-effect pair found (recall), fincausal",
            _by_document(documents, counts), ratio),
        row("causal", "direction where found, fincausal",
            _by_document(documents, directed), ratio),
    ]  # fmt: skip


def _find(text: str, part: str) -> tuple[int, int] | None:
    place = text.find(part.strip())
    return None if place < 0 else (place, place + len(part.strip()))


def _between(
    marked: list[Connective], cause: tuple[int, int], effect: tuple[int, int]
) -> tuple[bool, bool]:
    """Return whether a marked relation joins the two spans, forward and backward."""
    right = turned = False
    for each in marked:
        if each.cause is None:
            continue
        ours = (each.arg1, each.arg2) if each.cause == "arg1" else (each.arg2, each.arg1)
        right |= _touch(ours[0], cause) and _touch(ours[1], effect)
        turned |= _touch(ours[0], effect) and _touch(ours[1], cause)
    return right, turned and not right


def _touch(one: tuple[int, int], two: tuple[int, int]) -> bool:
    common = min(one[1], two[1]) - max(one[0], two[0])
    return common >= 0.5 * max(1, min(one[1] - one[0], two[1] - two[0]))


def _because(folder: Path) -> Row:
    """BECauSE: is each annotated causal connective marked by us?"""
    counts = []
    for path in sorted(folder.rglob("*.ann")):
        text = path.with_suffix(".txt").read_text(encoding="utf-8")
        gold = [
            [tuple(map(int, part.split())) for part in found[2].split(";")]
            for found in re.finditer(
                r"^T\d+\t(Consequence|Motivation|Purpose) ([\d ;]+)\t", path.read_text(), re.M
            )
        ]
        ours = _marked(text)
        hits = {
            number
            for number, cue in enumerate(gold)
            if any(o.start < end and start < o.end for o in ours for start, end in cue)
        }
        extra = [
            o
            for o in ours
            if not any(o.start < end and start < o.end for cue in gold for start, end in cue)
        ]
        counts.append((len(hits), len(extra), len(gold) - len(hits)))
    return row("causal", "causal connective F1, because", counts)


def _caters(folder: Path) -> Row:
    """CaTeRS: causal links between events of a story, few of them marked in words."""
    counts = []
    for path in sorted(folder.glob("*.ann")):
        text = path.with_suffix(".txt").read_text(encoding="utf-8")
        notes = path.read_text(encoding="utf-8")
        place = {
            found[1]: (int(found[2]), int(found[3]))
            for found in re.finditer(r"^(T\d+)\t\S+ (\d+) (\d+)", notes, re.M)
        }
        links = re.findall(r"^R\d+\tCAUSE\S* Arg1:(T\d+) Arg2:(T\d+)", notes, re.M)
        ours = _marked(text)
        hits = sum(any(_between(ours, place[a], place[b])) for a, b in links)
        counts.append((hits, len(links)))
    return row("causal", "causal links between events (recall), caters", counts, ratio)
