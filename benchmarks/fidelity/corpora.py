"""Readers for the discourse corpora: GUM, SciDTB, CovDTB in CoNLL-U and .rels, GUM in GDTB."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Document", "Relation", "conllu", "data_folder", "gdtb", "gum_train", "rels"]

ROOT = Path(__file__).resolve().parents[2]


def data_folder(given: str | None) -> Path:
    """Return the folder of the external data: ``given``, or ../shared/data beside the tree."""
    return Path(given) if given else ROOT.parent.joinpath("shared", "data")


@dataclass(frozen=True, slots=True)
class Relation:
    """One gold link: units as tuples of inclusive token ranges, satellite → nucleus."""

    source: tuple[tuple[int, int], ...]
    target: tuple[tuple[int, int], ...]
    label: str
    kind: str = ""
    signals: tuple[tuple[int, ...], ...] = ()


@dataclass(slots=True)
class Document:
    """A text rebuilt from its sentences, its tokens as character spans, unit starts by token."""

    name: str
    text: str = ""
    tokens: list[tuple[int, int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)


def conllu(path: Path) -> dict[str, Document]:
    """Read a CoNLL-U file; paragraphs are kept apart by blank lines, as in plain text."""
    documents: dict[str, Document] = {}
    current = Document("")
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip()):
        sentence, rows, paragraph = "", [], False
        for line in block.split("\n"):
            if line.startswith("# newdoc"):
                name = line.split("=", 1)[1].strip()
                current = documents.setdefault(name, Document(name))
            elif line.startswith("# newpar"):
                paragraph = True
            elif line.startswith("# text ="):
                sentence = line.removeprefix("# text =").strip()
            elif line and line[0] != "#":
                cells = line.split("\t")
                if cells[0].isdigit():
                    rows.append((cells[1], cells[9]))
        _add_sentence(current, sentence, rows, paragraph)
    return documents


def _add_sentence(
    document: Document, sentence: str, rows: list[tuple[str, str]], paragraph: bool
) -> None:
    if document.text:
        document.text += "\n\n" if paragraph else " "
    base, at = len(document.text), 0
    document.text += sentence
    for form, misc in rows:
        place = sentence.find(form, at)
        at = place if place >= 0 else at
        start = base + at
        at += len(form)
        if "Seg=B-seg" in misc or "Discourse=" in misc or "BeginSeg=Yes" in misc:
            document.starts.append(len(document.tokens))
            found = re.search(r"Discourse=([^|]*)", misc)
            document.marks.append(found.group(1) if found else "")
        document.tokens.append((start, base + at))


def gum_train(folder: Path) -> dict[str, Document]:
    """Read GUM's training split: units are numbered from 1, ``relation:child->head:…:signals``."""
    documents: dict[str, Document] = {}
    for path in sorted(folder.glob("*.conllu")):
        documents |= conllu(path)
    for document in documents.values():
        ends = [*document.starts[1:], len(document.tokens)]
        units = [(first, last - 1) for first, last in zip(document.starts, ends, strict=True)]
        whole: dict[int, tuple[tuple[int, int], ...]] = {}
        whole |= {number: (unit,) for number, unit in enumerate(units)}
        entries = [
            found
            for mark in document.marks
            for entry in mark.split(";")
            if (found := re.match(r"([\w-]+):(\d+)->(\d+):\d+:(.*)", entry))
        ]
        for found in entries:
            if found[1].startswith("same-unit"):
                child, head = int(found[2]) - 1, int(found[3]) - 1
                whole[head] = (*whole[head], units[child])
                whole[child] = whole[head]
        for found in entries:
            label = found[1].removesuffix("_m")
            if label == "same-unit":
                continue
            signals = tuple(
                tuple(int(n) - 1 for part in hit.split(",") for n in _numbers(part))
                for hit in re.findall(r"(?:dm|orp)-[^+]*?-([\d,-]+)-", found[4])
            )
            child, head = int(found[2]) - 1, int(found[3]) - 1
            document.relations.append(
                Relation(whole[child], whole[head], label, "explicit" if signals else "", signals)
            )
    return documents


def _numbers(part: str) -> list[int]:
    first, _, last = part.partition("-")
    return list(range(int(first), int(last or first) + 1)) if first.isdigit() else []


def rels(path: Path, documents: dict[str, Document]) -> None:
    """Add the relations of a DISRPT ``.rels`` file to its documents."""
    lines = path.read_text(encoding="utf-8").split("\n")
    columns = lines[0].split("\t")
    for line in lines[1:]:
        row = dict(zip(columns, line.split("\t"), strict=False))
        if row.get("doc") in documents:
            one, two = _ranges(row["unit1_toks"]), _ranges(row["unit2_toks"])
            source, target = (one, two) if row["dir"] == "1>2" else (two, one)
            documents[row["doc"]].relations.append(
                Relation(source, target, row["orig_label"], row.get("rel_type", ""))
            )


def _ranges(cell: str) -> tuple[tuple[int, int], ...]:
    pairs = [part.partition("-") for part in cell.split(",")]
    return tuple((int(first) - 1, int(last or first) - 1) for first, _, last in pairs)


@dataclass(frozen=True, slots=True)
class Gdtb:
    """One relation marked in words over a raw text: character ranges and its sense.

    ``kind`` is ``Explicit`` (a connective) or ``AltLex`` (another wording).
    """

    kind: str
    cue: tuple[tuple[int, int], ...]
    sense: str
    arg1: tuple[tuple[int, int], ...]
    arg2: tuple[tuple[int, int], ...]


def gdtb(folder: Path) -> Iterator[tuple[str, str, list[Gdtb]]]:
    """Yield name, raw text and the relations marked in words of every GDTB document."""
    for path in sorted((folder / "gold" / "00").iterdir()):
        text = (folder / "raw" / "00" / path.name).read_text(encoding="utf-8")
        found = []
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = line.split("|")
            if cells[0] in ("Explicit", "AltLex"):
                spans = [_chars(cells[column]) for column in (1, 14, 20)]
                found.append(Gdtb(cells[0], spans[0], cells[8], spans[1], spans[2]))
        yield path.name, text, found


def _chars(cell: str) -> tuple[tuple[int, int], ...]:
    pairs = [part.split("..") for part in cell.split(";") if part]
    return tuple((int(first), int(last)) for first, last in pairs)
