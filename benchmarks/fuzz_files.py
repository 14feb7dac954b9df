"""Mutated files of every format against every command that reads one: none may end in a traceback.

Run ``python -m benchmarks.fuzz_files --count 2000 --seed 1``. Every file is a seed of one format,
changed by its structure (types swapped, nulls, deep nesting, missing and doubled keys, huge
numbers) or by its bytes (cut at any byte, marks of other encodings, NULs, surrogates), and given to
one command in this process. Wanted is an exit code that is known, at most one line on standard
error beside notes, and no traceback. Exits with 1 where one is not so; the seed of each is printed.
"""

import argparse
import contextlib
import io
import json
import os
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from prism.cli import main as prism

__all__ = ["COMMANDS", "SEEDS", "Broken", "attempt", "mutated"]

CODES = frozenset({0, 1, 2, 3, 4, 5})
TEXT = "Because the dam was raised, the lake rose. So the meadow flooded."
BANDS = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "names the lake")
RUBRIC = {
    "format": "prism-rubric", "schema_version": "1.0", "id": "dam", "question": "What if?",
    "criteria": [{"name": "Chain", "description": "d", "bands": BANDS}],
}  # fmt: skip
NATIVE = {"criteria": [{"name": "a", "criteria_description": "b", **BANDS}]}
ITEM = {"id": 1, "canonical_id": "dam", "question": "What if?", "rubrics": NATIVE}
GRAPH = {
    "schema_version": "1.0",
    "units": [{"id": "u1", "text": "it rained"}, {"id": "u2", "text": "it flooded"}],
    "edges": [{"id": "e1", "source": "u1", "target": "u2", "label": "CAUSE",
               "cue": {"text": "so", "start": 0, "end": 2}}],
}  # fmt: skip
LINKS = {"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}
QUESTION = {
    "ladder": "Intervention", "question": "q?", "answer": 1, "option_0": "a", "option_1": "b",
}  # fmt: skip
DAG = {
    "nodes": [{"id": "n1", "text": "it rained"}, {"id": "n2", "text": "it flooded"}],
    "edges": [{"source": "n1", "target": "n2", "relation_type": "CAUSE"}],
}
METRICS = {
    "items": [{
        **ITEM, "model_answer": TEXT, "pm_score": 1.0, "rm_score": 0.5, "total_score": 0.75,
        "parsed_dag": DAG,
        "metrics": {"pm": {"score": 1.0, "edges": [{"score": 1.0, "raw": "yes"}]},
                    "rm": {"criterion_evaluations": [{"index": 1, "name": "a", "score": 5}]}},
    }],
}  # fmt: skip
SCM = {
    "format": "prism-scm", "name": "m", "exogenous": {"U": [0.4, 0.6]},
    "mechanisms": {
        "X": {"expression": "U"}, "Y": {"parents": ["X"], "table": [[0.9, 0.1], [0.2, 0.8]]},
    },
}  # fmt: skip
GRAPHML = (
    '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" '
    'for="node" attr.name="label" attr.type="string"/><graph edgedefault="directed"><node id="a">'
    '<data key="d0">it rained</data></node><node id="b"/><edge source="a" target="b"/></graph>'
    "</graphml>"
)
COPA = (
    '<?xml version="1.0"?>\n<copa-corpus>\n<item id="1" asks-for="cause" '
    'most-plausible-alternative="1"><p>It flooded.</p><a1>It rained.</a1><a2>It snowed.</a2>'
    "</item></copa-corpus>"
)

SEEDS: dict[str, Any] = {
    "rubric.json": RUBRIC,
    "rubrics.jsonl": [RUBRIC, {**RUBRIC, "id": "mill"}],
    "native.json": NATIVE,
    "benchmark.json": {"items": [ITEM, {**ITEM, "id": 2, "canonical_id": "mill"}]},
    "answers.json": {"meta": {"model": "m"}, "items": [{**ITEM, "model_answer": TEXT}]},
    "metrics.json": METRICS,
    "graph.json": GRAPH,
    "links.json": LINKS,
    "graph.graphml": GRAPHML,
    "copa.xml": COPA,
    "scm.json": SCM,
    "diagram.json": {"edges": [["Z", "X"], ["X", "Y"]], "bidirected": [["Z", "Y"]]},
    "ladder.jsonl": [{"context": "c", "questions": [QUESTION]}],
    "flat.jsonl": [{"context": "c", **QUESTION}],
    "edit.json": {"id": "s", "story": TEXT, "request": "What if the dam had not been raised?"},
    "responses.jsonl": [{"item": "dam", "response": TEXT}, {"item": "dam", "response": None}],
    "responses.csv": f'item,response\ndam,"{TEXT}"\n',
    "ratings.csv": "id,rater a,rater b\nr1,yes,no\nr2,7,8\n",
    "answer.txt": TEXT,
    "graph.dot": "digraph { a -> b }",
}
COMMANDS: Sequence[tuple[str, ...]] = (
    ("validate", "FILE"),
    ("show", "FILE"),
    ("show", "FILE", "--format", "html"),
    ("score", "FILE", "--no-store", "--json", "-"),
    ("score", "ANSWER", "--rubric", "FILE", "--no-store"),
    ("score", "FILE", "--rubric", "RUBRIC", "--no-store"),
    ("score", "ANSWER", "--graph", "FILE", "--no-store"),
    ("replay", "FILE"),
    ("explain", "FILE"),
    ("agree", "FILE", "--human", "FILE"),
    ("scm", "show", "FILE"),
    ("scm", "ask", "FILE", "P(Y=1)"),
    ("scm", "items", "FILE"),
    ("run", "whatif", "--items", "FILE", "--out", "OUT", "--dry-run", "--jobs", "0",
     "--model", "openai:m"),
    ("run", "whatif", "--config", "FILE", "--items", "RUBRIC", "--out", "OUT", "--dry-run"),
)  # fmt: skip
ODD: Sequence[Any] = (
    None, True, 0, -1, 10**400, 1e308, float("nan"), float("inf"), "", "x" * 300, "\ud800", "\x00",
    "u1", [], {}, [[]], [None], {"a": None}, ["x"], "\u202e", 2**63, 0.5, "NaN", "1e999",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Broken:
    """A call that ended as none may: its seed, what was called, and how it ended."""

    seed: int
    call: str
    told: str


def mutated(draw: random.Random, seed: Any) -> bytes:
    """Return the content ``seed`` as a file, changed in one to three places."""
    if isinstance(seed, str):
        raw = seed.encode()
    else:
        value = json.loads(json.dumps(seed))
        for _ in range(draw.randint(0, 2)):
            value = _swapped(draw, value)
        lines = isinstance(value, list) and draw.random() < 0.7
        raw = "\n".join(map(json.dumps, value)).encode() if lines else json.dumps(value).encode()
        raw = raw.replace(b'"u1"', b'"u1", "id": "u2"', 1) if draw.random() < 0.05 else raw
    for _ in range(
        draw.choice((0, 0, 0, 1, 2)) if not isinstance(seed, str) else draw.randint(0, 2)
    ):
        raw = draw.choice(_BYTEWISE)(draw, raw)
    return raw


def _swapped(draw: random.Random, value: Any) -> Any:
    """Return ``value`` with one of its inner values replaced, dropped, doubled or nested."""
    places = list(_places(value))
    if not places:
        return draw.choice(ODD)
    holder, key = draw.choice(places)
    match draw.randrange(6):
        case 0 | 1:
            holder[key] = draw.choice(ODD)
        case 2:
            del holder[key]
        case 3:
            holder[key] = [holder[key], holder[key]]
        case 4:
            for _ in range(draw.choice((3, 150, 400))):
                holder[key] = [holder[key]]
        case _ if isinstance(holder, dict):
            holder[draw.choice(("id", "format", "items", "edges", "truth", "story"))] = holder[key]
        case _:
            holder.append(holder[key])
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in ``value`` with each of its keys, from the outside in."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, entry in list(inner):
        yield value, key
        yield from _places(entry)


def _cut(draw: random.Random, raw: bytes) -> bytes:
    return raw[: draw.randrange(len(raw) + 1)]


def _put(draw: random.Random, raw: bytes) -> bytes:
    odd = draw.choice(
        (b"\x00", b"\xff", b"\xed\xa0\x80", b'"', b"{", b"]", b"\n", b"\x1b[2J", b"NaN")
    )
    place = draw.randrange(len(raw) + 1)
    return raw[:place] + odd * draw.choice((1, 1, 1, 2, 3000)) + raw[place:]


def _marked(draw: random.Random, raw: bytes) -> bytes:
    return (
        draw.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"PK\x03\x04", b"%PDF-", b" \n"))
        + raw
    )


def _encoded(draw: random.Random, raw: bytes) -> bytes:
    codec = draw.choice(("utf-16", "utf-16-le", "utf-32", "utf-7", "cp037"))
    return raw.decode("utf-8", "replace").encode(codec, "replace")


def _flipped(draw: random.Random, raw: bytes) -> bytes:
    changed = bytearray(raw or b" ")
    for _ in range(draw.randint(1, 4)):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def _doubled(draw: random.Random, raw: bytes) -> bytes:
    start, stop = sorted((draw.randrange(len(raw) + 1), draw.randrange(len(raw) + 1)))
    return raw[:stop] + raw[start:]


_BYTEWISE: Sequence[Callable[[random.Random, bytes], bytes]] = (
    _cut, _put, _marked, _encoded, _flipped, _doubled,
)  # fmt: skip


def attempt(seed: int, folder: Path) -> Broken | None:
    """Mutate a file by ``seed``, give it to a command, and return how that broke, else None."""
    draw = random.Random(seed)
    name = draw.choice(sorted(SEEDS))
    file = folder / (name if draw.random() < 0.85 else draw.choice(sorted(SEEDS)))
    file.write_bytes(mutated(draw, SEEDS[name]))
    (folder / "own.txt").write_text(TEXT)
    (folder / "own.json").write_text(json.dumps(RUBRIC))
    real = {"FILE": file, "ANSWER": folder / "own.txt", "RUBRIC": folder / "own.json",
            "OUT": folder / "out.db"}  # fmt: skip
    args = [str(real.get(word, word)) for word in draw.choice(COMMANDS)]
    code, told = _called(args)
    lines = [line for line in told.splitlines() if not line.startswith("prism: note:")]
    fine = code in CODES and "Traceback" not in told and (code not in (2, 3, 5) or len(lines) <= 1)
    file.unlink(missing_ok=True)
    return None if fine else Broken(seed, " ".join(["prism", *args]), f"exit {code}: {told[-600:]}")


def _called(args: Sequence[str]) -> tuple[int | str | None, str]:
    """Run a command in this process; return its exit code and what it said on standard error."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["prism", *args]),
        mock.patch.dict(os.environ, {"OPENAI_API_KEY": "none"}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            prism()
        except SystemExit as stop:
            return stop.code, err.getvalue()
        except BaseException:  # what no user may see
            return "crash", err.getvalue() + traceback.format_exc()
    return 0, err.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="of the first file; the others follow")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    with tempfile.TemporaryDirectory() as folder:
        broken = [found for seed in seeds if (found := attempt(seed, Path(folder)))]
    for found in broken:
        print(f"seed {found.seed}: {found.call}\n{found.told}\n")
    kinds = Counter(found.told.strip().splitlines()[-1][:100] for found in broken)
    for kind, number in kinds.most_common():
        print(f"{number:5}  {kind}")
    print(f"seeds {seeds[0]} to {seeds[-1]}: {len(broken)} of {len(seeds)} files broke a command")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
