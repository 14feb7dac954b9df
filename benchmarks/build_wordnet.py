"""Builds prism's compact WordNet file from the WordNet 3.0 database.

The source is the database folder of WordNet 3.0 (Debian package ``wordnet-base``)::

    python -m benchmarks.build_wordnet /usr/share/wordnet prism/lexicon/data/wordnet.txt.z

The same database gives the same bytes. Kept: single lower-case words, their first senses a part of
speech, the synsets these senses stand in and all synsets above them, derivation and antonymy.
"""

import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SENSES = 4  # kept a part of speech; WordNet lists the most frequent first
POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
WORD = re.compile(r"[a-z][a-z-]+\Z")
HYPERNYM, SIMILAR = frozenset({"@", "@i"}), "&"
DERIVED = frozenset({"+", "\\", "<", "="})  # derivation, pertainym, participle, attribute
ANTONYM = "!"
Key = tuple[str, str]  # part of speech, offset in its data file


@dataclass
class Synset:
    """One line of a data file."""

    words: list[str]
    above: list[Key] = field(default_factory=list)
    links: list[tuple[str, int, Key, int]] = field(default_factory=list)


def main(source: Path, target: Path) -> None:
    """Write the compact file."""
    synsets = {key: synset for pos in POS for key, synset in read_data(source, pos)}
    senses = dict(read_senses(source))
    kept = closure(synsets, {key for keys in senses.values() for key in keys})
    number = {key: place for place, key in enumerate(sorted(kept))}
    lines = [synset_line(key, synsets, senses, number) for key in sorted(kept)]
    derived, antonyms = word_links(synsets, senses)
    words = [
        "\t".join(
            (
                word,
                " ".join(f"{key[0]}{number[key]:x}" for key in senses[word]),
                " ".join(sorted(derived[word])),
                " ".join(sorted(antonyms[word])),
            )
        ).rstrip("\t")
        for word in sorted(senses)
    ]
    text = "\n".join(words) + "\n\n" + "\n".join(lines) + "\n"
    packed = zlib.compress(text.encode("ascii"), 9)
    target.write_bytes(packed)
    print(f"{len(words)} words, {len(lines)} synsets, {len(text)} bytes, {len(packed)} packed")


def read_data(source: Path, pos: str) -> Iterator[tuple[Key, Synset]]:
    """Yield the synsets of one data file."""
    for line in (source / f"data.{pos}").read_text("utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.partition(" | ")[0].split()
        count = int(fields[3], 16)
        words = [re.sub(r"\(\w+\)\Z", "", word) for word in fields[4 : 4 + 2 * count : 2]]
        synset, place = Synset(words), 4 + 2 * count
        for i in range(place + 1, place + 1 + 4 * int(fields[place]), 4):
            symbol, offset, other, ends = fields[i : i + 4]
            key = (other, offset)
            to_head = symbol == SIMILAR and fields[2] == "s"  # a satellite adjective's head
            if symbol in HYPERNYM or to_head:
                synset.above.append(key)
            elif symbol in DERIVED or symbol == ANTONYM:
                synset.links.append((symbol, int(ends[:2], 16), key, int(ends[2:], 16)))
        yield (POS[pos], fields[0]), synset


def read_senses(source: Path) -> Iterator[tuple[str, list[Key]]]:
    """Yield every kept word with its first senses, part of speech by part of speech."""
    senses: dict[str, list[Key]] = defaultdict(list)
    for name, pos in POS.items():
        for line in (source / f"index.{name}").read_text("utf-8").splitlines():
            word, *fields = line.split()
            if not line.startswith(" ") and WORD.match(word):
                offsets = fields[-int(fields[1]) :]
                senses[word] += [(pos, offset) for offset in offsets[:SENSES]]
    yield from senses.items()


def closure(synsets: dict[Key, Synset], start: set[Key]) -> set[Key]:
    """Return ``start`` and every synset above it."""
    kept, open_ = set(start), sorted(start)
    while open_:
        for key in synsets[open_.pop()].above:
            if key not in kept:
                kept.add(key)
                open_.append(key)
    return kept


def synset_line(
    key: Key, synsets: dict[Key, Synset], senses: dict[str, list[Key]], number: dict[Key, int]
) -> str:
    """Return the members of a synset and the numbers of those above it."""
    synset = synsets[key]
    members = [word.lower() for word in synset.words]
    kept = sorted({word for word in members if key in senses.get(word, ())})
    return " ".join(kept) + "\t" + " ".join(f"{number[above]:x}" for above in synset.above)


def word_links(
    synsets: dict[Key, Synset], senses: dict[str, list[Key]]
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the derived words and the antonyms of every kept word."""
    derived: dict[str, set[str]] = defaultdict(set)
    antonyms: dict[str, set[str]] = defaultdict(set)
    for key, synset in synsets.items():
        for symbol, first, other, second in synset.links:
            table = antonyms if symbol == ANTONYM else derived
            for word in pick(synset, first):
                if key in senses.get(word, ()):
                    related = [w for w in pick(synsets[other], second) if w in senses]
                    table[word].update(w for w in related if w != word)
    return derived, antonyms


def pick(synset: Synset, place: int) -> list[str]:
    """Return the word of ``synset`` a link names, counted from 1; all of them for 0."""
    words = [word.lower() for word in synset.words]
    return words if place == 0 else words[place - 1 : place]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
