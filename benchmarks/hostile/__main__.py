"""How often the detector flags what is hostile, what only looks so, and ordinary text.

    python -m benchmarks.hostile [-v] [FOLDER …]

Prints the share of our own payloads and harmless sentences that are flagged (written before the
word lists, kept apart from them), then the flags per 10,000 sentences in every text field of the
files in the FOLDERs (default: the external data, ``$PRISM_DATA``).
"""

import csv
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from prism.text.injection import signs

HERE = Path(__file__).parent
AROUND = "The river rose because it rained.\n{}\nSo the town flooded."
_END = re.compile(r"[.!?][\"')\]]*(?:\s+|$)")


def main(arguments: list[str]) -> None:
    """Print all three figures; ``-v`` also prints what was missed or wrongly flagged."""
    told, folders = "-v" in arguments, [word for word in arguments if word != "-v"]
    for name, hostile in (("payloads", True), ("harmless", False)):
        lines = (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        flagged = [row for row in rows if signs(AROUND.format(row["text"]))]
        print(f"{name}: {len(flagged)} of {len(rows)} flagged ({len(flagged) / len(rows):.0%})")
        for row in rows if told else ():
            if (row in flagged) != hostile:
                print(f"  {row['id']} {row.get('kind', '')} {row['text']!r:.100}")
    for folder in folders or [os.environ.get("PRISM_DATA", "../shared/data")]:
        ordinary(Path(folder))


def ordinary(folder: Path) -> None:
    """Print the flags in the text fields of all files in ``folder``, one line each."""
    sentences = flags = 0
    seen: set[str] = set()
    for path in sorted(folder.rglob("*")):
        for text in fields(path) if path.is_file() else ():
            if " " not in text or text in seen:
                continue
            seen.add(text)
            sentences += max(1, len(_END.findall(text)))
            for sign in signs(text):
                flags += 1
                print(f"  {path.relative_to(folder)}: {sign.kind} {sign.span.text!r:.120}")
    if sentences:
        rate = 10_000 * flags / sentences
        print(f"{folder.name}: {flags} flags in {sentences} sentences ({rate:.2f} per 10,000)")


def fields(path: Path) -> Iterator[str]:
    """Yield the text fields of one file, by its suffix; of other files, every paragraph."""
    try:
        raw = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raw = path.read_bytes().decode("latin-1")
    if path.suffix in (".json", ".jsonl"):
        try:
            yield from strings(json.loads(raw))
        except json.JSONDecodeError:
            for line in filter(str.strip, raw.splitlines()):
                yield from strings(json.loads(line))
    elif path.suffix in (".csv", ".tsv", ".rels"):
        csv.field_size_limit(1 << 24)
        tab = "\t" if path.suffix != ".csv" else ","
        for row in csv.reader(raw.splitlines(keepends=True), delimiter=tab):
            yield from row
    elif path.suffix == ".conllu":
        yield from re.findall(r"(?m)^# text = (.+)$", raw)
    elif path.suffix in (".xml", ".rs4"):
        try:
            yield from ElementTree.fromstring(raw).itertext()
        except ElementTree.ParseError:
            yield from raw.split("\n\n")
    else:
        yield from raw.split("\n\n")


def strings(value: Any) -> Iterator[str]:
    """Yield every string in ``value``, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from strings(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from strings(entry)


if __name__ == "__main__":
    main(sys.argv[1:])
