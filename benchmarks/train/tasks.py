"""What each model learns from: examples as feature lists, and the settings it is fitted with."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from benchmarks.fidelity import cnc
from benchmarks.fidelity.cnc import Pair, Sentence, token_range
from benchmarks.fidelity.corpora import Document, gum_train
from benchmarks.fidelity.gold import Gold, coarse, gold
from benchmarks.train.fit import fit
from prism.text.candidates import candidates
from prism.text.causality import order_features, sentence_features
from prism.text.linear import Linear
from prism.text.nlp import analyse
from prism.text.openings import Openings
from prism.text.relate import TYPES, attachment_features, type_features
from prism.text.segment import clause_starts
from prism.text.templates import Samples
from prism.text.tokens import Tokens

__all__ = [
    "TASKS",
    "Source",
    "attachments",
    "boundaries",
    "causal",
    "fit_causal",
    "fit_order",
    "gum_order",
    "order",
    "same_sentence",
    "types",
]

Examples = tuple[Samples, list[int]]
Sentences = tuple[list[list[str]], list[int]]


@dataclass(frozen=True, slots=True)
class Source:
    """The training texts: documents and their parses by name, and the folder of cnc_v2."""

    documents: Mapping[str, Document]
    tokens: Mapping[str, Tokens]
    cnc: Path

    @classmethod
    def read(cls, data: Path) -> Self:
        """Read and parse gum_train."""
        documents = gum_train(data / "gum_train")
        tokens = {name: Tokens.of(analyse(text.text)) for name, text in documents.items()}
        return cls(documents, tokens, data / "cnc_v2")

    def gold(self) -> list[Gold]:
        """Return the gold units and links of every document."""
        return [gold(text, self.tokens[name]) for name, text in self.documents.items()]


def boundaries(pairs: Iterable[tuple[Document, Tokens]]) -> Examples:
    """One example a candidate token; the starts beside it are the gold ones."""
    parts: list[Samples] = []
    targets: list[int] = []
    for document, tokens in pairs:
        starts = {document.tokens[i][0] for i in document.starts}
        found, ruled = candidates(tokens), np.array(clause_starts(tokens))
        right = [place for place in found.places if tokens.start[place] in starts]
        openings = Openings(tokens, found, ruled)
        beside = openings.context(np.union1d(right, found.fixed).astype(np.int64))
        parts.append(Samples.joined([openings.features(), beside]))
        targets += np.isin(found.places, right).astype(int).tolist()
    return Samples.stacked(parts), targets


def attachments(golds: Iterable[Gold]) -> Examples:
    """One example a pair of units in a sentence; the root of a sentence hangs on none of them."""
    parts: list[Samples] = []
    targets: list[int] = []
    for each in golds:
        pairs = {
            (child, other): int(other in parents)
            for child, parents, others in same_sentence(each)
            for other in others
        }
        parts.append(attachment_features(each.units, list(pairs)))
        targets += pairs.values()
    return Samples.stacked(parts), targets


def same_sentence(each: Gold) -> Iterable[tuple[int, set[int], list[int]]]:
    """Yield unit, its heads in the same sentence (if any), and the units it might hang on."""
    units = each.units
    members: dict[int, list[int]] = {}
    for unit in range(len(units.spans)):
        members.setdefault(units.sentence(unit), []).append(unit)
    heads: dict[int, set[int]] = {child: set() for child, _, _ in each.links}
    for child, parent, _ in each.links:
        if units.sentence(child) == units.sentence(parent):
            heads[child].add(parent)
    for child, parents in heads.items():
        yield child, parents, [u for u in members[units.sentence(child)] if u != child]


def types(golds: Iterable[Gold]) -> Examples:
    """One example a gold link."""
    parts: list[Samples] = []
    targets: list[int] = []
    for each in golds:
        parts.append(type_features(each.units, [link[:2] for link in each.links]))
        targets += [TYPES.index(coarse(relation.label)) for _, _, relation in each.links]
    return Samples.stacked(parts), targets


def _boundaries(source: Source, seed: int) -> Linear:
    pairs = ((text, source.tokens[name]) for name, text in source.documents.items())
    return fit(*boundaries(pairs), bits=18, rate=0.03, least=2, seed=seed)


def _attach(source: Source, seed: int) -> Linear:
    return fit(*attachments(source.gold()), bits=18, rate=0.03, least=2, seed=seed)


def _types(source: Source, seed: int) -> Linear:
    return fit(
        *types(source.gold()),
        classes=TYPES,
        bits=17,
        rate=0.02,
        epochs=6,
        least=3,
        decay=3e-3,
        seed=seed,
    )


def causal(claims: Iterable[Sentence]) -> Sentences:
    """One example a sentence of CNC."""
    examples: list[list[str]] = []
    targets: list[int] = []
    for claim in claims:
        tokens = Tokens.of(analyse(claim.text))
        examples.append(sentence_features(tokens, (0, len(tokens))))
        targets.append(int(claim.causal))
    return examples, targets


def order(claims: Iterable[Pair]) -> Sentences:
    """One example a pair of CNC; the target says whether the cause stands first."""
    examples: list[list[str]] = []
    targets: list[int] = []
    for claim in claims:
        tokens = Tokens.of(analyse(claim.text))
        cause, effect = token_range(tokens, claim.cause), token_range(tokens, claim.effect)
        one, two = sorted((cause, effect))
        signals = [token_range(tokens, span) for span in claim.signals]
        examples.append(order_features(tokens, one, two, signals))
        targets.append(int(one == cause))
    return examples, targets


def gum_order(source: Source) -> Sentences:
    """One example a causal or purpose link of GUM inside a sentence, as CNC sees cause."""
    examples: list[list[str]] = []
    targets: list[int] = []
    for name, document in source.documents.items():
        tokens = source.tokens[name]
        each = gold(document, tokens)
        for child, parent, relation in each.links:
            if coarse(relation.label) not in ("causal", "purpose"):
                continue
            if each.units.sentence(child) != each.units.sentence(parent):
                continue
            effect_first = relation.label == "causal-result"
            satellite, nucleus = each.units.spans[child][0], each.units.spans[parent][0]
            one, two = sorted((satellite, nucleus))
            places = [bisect_left(tokens.start, document.tokens[s[0]][0]) for s in relation.signals]
            signals = [
                (place, place + len(signal))
                for place, signal in zip(places, relation.signals, strict=True)
            ]
            examples.append(order_features(tokens, one, two, signals))
            targets.append(int((one == satellite) != effect_first))
    return examples, targets


def fit_causal(examples: list[list[str]], targets: list[int], seed: int) -> Linear:
    """Fit the sentence model."""
    samples = Samples.of(examples)
    return fit(samples, targets, bits=16, rate=0.02, epochs=10, least=2, decay=3e-2, seed=seed)


def fit_order(examples: list[list[str]], targets: list[int], seed: int) -> Linear:
    """Fit the model of order."""
    samples = Samples.of(examples)
    return fit(samples, targets, bits=16, rate=0.02, epochs=20, decay=1e-3, seed=seed)


def _order(source: Source, seed: int) -> Linear:
    news, gum = order(cnc.pairs(source.cnc)), gum_order(source)
    return fit_order(news[0] + gum[0], news[1] + gum[1], seed)


TASKS: Mapping[str, Callable[[Source, int], Linear]] = {
    "boundaries": _boundaries,
    "attach": _attach,
    "types": _types,
    "causal": lambda source, seed: fit_causal(*causal(cnc.sentences(source.cnc)), seed),
    "order": _order,
}
