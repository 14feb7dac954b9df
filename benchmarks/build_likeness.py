"""Builds prism's word vectors from the relations and glosses of WordNet 3.0.

The source is the database folder of WordNet 3.0 (Debian package ``wordnet-base``)::

    python -m benchmarks.build_likeness /usr/share/wordnet prism/lexicon/data/likeness.z

A word is what a short random walk from its senses meets: over WordNet's relations, and between a
synset and the words of its gloss (after Goikoetxea et al. 2015, Random Walks and Neural Network
Language Models on Knowledge Bases). The meetings are weighed by pointwise mutual information and
reduced to a few dimensions of four bits each. Needs the ``stats`` extra; one thread gives the same
bytes again.
"""

import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils.extmath import randomized_svd

WORDS = 28_000  # the most frequent in glosses and in WordNet's tagged texts
DIMENSIONS = 36
STEPS, DECAY = 3, 0.7
SENSES, GLOSSED = 4, 3  # senses a word starts from; senses a word of a gloss may have
LEAST = (2e-3, 3e-4)  # chances below these are dropped: of a step, of a walk
POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
TAGGED = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
WORD = re.compile(r"[a-z][a-z-]+\Z")
RELATIONS = {"@": 1.0, "~": 0.5, "&": 1.5, "+": 1.5, "$": 1.5, "*": 1.0, ">": 1.0, "^": 1.0,
             "=": 1.0, "\\": 1.5, "!": 0.0}  # fmt: skip
OTHER = 0.5
ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""),
           ("ing", "e"), ("er", ""), ("est", ""))  # fmt: skip
EMPTY = frozenset(
    "a an the of in on to for by with and or is are was be that which as at from it its this not "
    "used having being something someone one's one who into especially usually often any some "
    "other etc have has make made such can may do very".split()
)
Key = tuple[str, str]  # part of speech, offset in its data file


@dataclass
class Database:
    """What the walk needs of WordNet: synsets by number, their links and glosses, words' senses."""

    number: dict[Key, int] = field(default_factory=dict)
    links: list[tuple[Key, Key, float]] = field(default_factory=list)
    gloss: dict[Key, list[str]] = field(default_factory=dict)
    senses: dict[str, list[Key]] = field(default_factory=lambda: defaultdict(list))
    tagged: Counter[tuple[str, str]] = field(default_factory=Counter)


def main(source: Path, target: Path) -> None:
    """Write the vectors."""
    base = read(source)
    words = sorted(vocabulary(base))
    vectors = reduce(walks(base, words, steps(base)))
    packed = pack(words, vectors)
    target.write_bytes(packed)
    print(f"{len(words)} words, {vectors.shape[1]} dimensions, {len(packed)} bytes packed")


def read(source: Path) -> Database:
    """Read the database folder."""
    base = Database()
    irregular: dict[str, str] = {}
    for name, pos in POS.items():
        for line in _lines(source / f"index.{name}"):
            word, *fields = line.split()
            base.senses[word] += [(pos, offset) for offset in fields[-int(fields[1]) :]]
        for line in _lines(source / f"{name}.exc"):
            form, lemma, *_ = line.split()
            irregular.setdefault(form, lemma)
    for name, pos in POS.items():
        for line in _lines(source / f"data.{name}"):
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            key = (pos, fields[0])
            base.number[key] = len(base.number)
            base.links += [(key, *link) for link in _links(fields)]
            base.gloss[key] = list(_lemmas(gloss.partition('"')[0], base, irregular))
    for line in _lines(source / "cntlist.rev"):
        sense, _, count = line.split()
        word, _, rest = sense.partition("%")
        base.tagged[word, TAGGED[rest[0]]] += int(count)
    return base


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith(" ")]


def _links(fields: list[str]) -> Iterator[tuple[Key, float]]:
    place = 4 + 2 * int(fields[3], 16)
    for i in range(place + 1, place + 1 + 4 * int(fields[place]), 4):
        symbol, offset, pos = fields[i : i + 3]
        weight = RELATIONS.get(symbol, OTHER)
        if weight:
            yield (pos, offset), weight


def _lemmas(gloss: str, base: Database, irregular: dict[str, str]) -> Iterator[str]:
    """Yield the content words of a gloss."""
    for word in re.findall(r"[a-z-]+", gloss.lower()):
        forms = [irregular.get(word, word)]
        forms += [word.removesuffix(a) + b for a, b in ENDINGS if word.endswith(a)]
        lemma = next((form for form in forms if form in base.senses), "")
        if lemma and not {word, lemma} & EMPTY:
            yield lemma


def vocabulary(base: Database) -> list[str]:
    """Return the words that get a vector."""
    met = Counter(word for gloss in base.gloss.values() for word in gloss)
    for (word, _), count in base.tagged.items():
        met[word] += 3 * count
    known = [word for word in base.senses if WORD.match(word)]
    return sorted(known, key=lambda word: (-met[word], word))[:WORDS]


def steps(base: Database) -> sparse.csr_matrix:
    """Return the chances of going from one synset to another."""
    met = Counter(word for gloss in base.gloss.values() for word in gloss)
    entries = [(base.number[a], base.number[b], weight) for a, b, weight in base.links]
    for key, gloss in base.gloss.items():
        here = base.number[key]
        for word in sorted(set(gloss)):
            for rank, sense in enumerate(base.senses[word][:GLOSSED], 1):
                weight = 1.0 / rank / float(np.log(10 + met[word]))
                there = base.number[sense]
                entries += [(here, there, weight), (there, here, 0.3 * weight)]
    return _normal(_matrix(entries, (len(base.number), len(base.number))), LEAST[0])


def walks(base: Database, words: list[str], step: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return how often the walks of every word meet every synset."""
    entries = []
    for row, word in enumerate(words):
        kinds = sorted({pos for pos, _ in base.senses[word]})
        total = sum(base.tagged[word, pos] + 1 for pos in kinds)
        for pos in kinds:
            first = [key for key in base.senses[word] if key[0] == pos][:SENSES]
            whole = sum(1 / rank for rank in range(1, len(first) + 1))
            share = (base.tagged[word, pos] + 1) / total / whole
            entries += [(row, base.number[key], share / rank) for rank, key in enumerate(first, 1)]
    here = _matrix(entries, (len(words), step.shape[0]))
    met = here.copy()
    for _ in range(STEPS):
        here = (here @ step) * DECAY
        here.data[here.data < LEAST[1]] = 0
        here.eliminate_zeros()
        met = met + here
    return met


def reduce(met: sparse.csr_matrix) -> NDArray[np.float64]:
    """Return one vector of length 1 a word: positive mutual information in few dimensions."""
    table = met.tocoo()
    rows = np.asarray(met.sum(1)).ravel()
    columns = np.maximum(np.asarray(met.sum(0)).ravel(), 1e-12) ** 0.75
    columns /= columns.sum()
    gain = np.log(table.data / rows[table.row] / columns[table.col])
    kept = gain > 0
    informed = sparse.csr_matrix((gain[kept], (table.row[kept], table.col[kept])), table.shape)
    left, values, _ = randomized_svd(informed, DIMENSIONS, n_iter=3, random_state=0)
    vectors = left * np.sqrt(values)
    return np.asarray(vectors / np.maximum(1e-9, np.linalg.norm(vectors, axis=1, keepdims=True)))


def pack(words: list[str], vectors: NDArray[np.float64]) -> bytes:
    """Return the words, and each value in four bits of its dimension's range, two a byte."""
    reach = 2.5 * vectors.std(axis=0)
    codes = np.clip(np.round((vectors / reach + 1) * 7.5), 0, 15).astype(np.uint8)
    table = (codes[:, 0::2] << 4 | codes[:, 1::2]).tobytes()
    head = " ".join(f"{value:.4f}" for value in reach) + "\n" + " ".join(words) + "\n"
    return zlib.compress(head.encode("ascii") + table, 9)


def _matrix(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> sparse.csr_matrix:
    rows, columns, values = zip(*entries, strict=True)
    return sparse.csr_matrix((values, (rows, columns)), shape=shape)


def _normal(table: sparse.csr_matrix, least: float) -> sparse.csr_matrix:
    sums = np.maximum(1e-9, np.asarray(table.sum(1)).ravel())
    found = sparse.csr_matrix(sparse.diags(1 / sums) @ table)
    found.data[found.data < least] = 0
    found.eliminate_zeros()
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
