"""Readers of the external sets that the edit suite is measured on: rows in, plain tuples out."""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

__all__ = [
    "SCONE",
    "Pair",
    "PastaGold",
    "PastaVote",
    "Travel",
    "pairs",
    "pasta_gold",
    "pasta_votes",
    "timetravel",
]

SCONE = (
    "no_negation",
    "one_not_scoped",
    "one_scoped",
    "two_not_scoped",
    "two_scoped",
    "one_scoped_one_not_scoped",
)
_LABELS = {
    "entailment": "yes", "contradiction": "contradicted", "neutral": "unsaid",
    "not_entailment": "not", "yes": "yes", "no": "contradicted", "unknown": "unsaid",
}  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """A premise, a claim and what is right: yes, contradicted, unsaid or not (either of both)."""

    premise: str
    claim: str
    gold: str


def pairs(data: Path, name: str) -> list[Pair]:
    """Return the pairs of a set: cad_nli, sick, scone/…, monli, negnli/…, med, fracas, condaqa."""
    family, _, part = name.partition("/")
    readers = {
        "cad_nli": _cad_nli, "sick": _sick, "scone": _scone, "monli": _monli, "negnli": _negnli,
        "med": _med, "fracas": _fracas, "condaqa": _condaqa,
    }  # fmt: skip
    return list(readers[family](data, part))


def _table(path: Path, delimiter: str) -> Iterator[dict[str, str]]:
    quoting = csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter=delimiter, quoting=quoting)


def _cad_nli(data: Path, _: str) -> Iterator[Pair]:
    for path in sorted((data / "cad_nli").glob("*/*.tsv")):
        for row in _table(path, "\t"):
            yield Pair(row["sentence1"], row["sentence2"], _LABELS[row["gold_label"]])


def _sick(data: Path, _: str) -> Iterator[Pair]:
    for path in sorted((data / "sick").glob("*.txt")):
        for row in _table(path, "\t"):
            gold = _LABELS[row["entailment_judgment"].lower()]
            yield Pair(row["sentence_A"], row["sentence_B"], gold)


def _scone(data: Path, part: str) -> Iterator[Pair]:
    """The set ``one_scoped`` is the original pair; the others stand in the edited columns."""
    for row in _table(data / "scone" / "scone_nli" / "train" / f"{part}.csv", ","):
        end = "" if part == "one_scoped" else "_edited"
        label = _LABELS[row[f"gold_label{end}"]]
        yield Pair(row[f"sentence1{end}"], row[f"sentence2{end}"], label)


def _monli(data: Path, _: str) -> Iterator[Pair]:
    for path in sorted((data / "monli").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield Pair(row["sentence1"], row["sentence2"], _LABELS[row["gold_label"]])


def _negnli(data: Path, part: str) -> Iterator[Pair]:
    for row in _table(data / "negnli" / f"{part}.txt", "\t"):
        yield Pair(row["Text"], row["Hypothesis"], _LABELS[row["gold_label"]])


def _med(data: Path, _: str) -> Iterator[Pair]:
    for row in _table(data / "med" / "MED.tsv", "\t"):
        yield Pair(row["sentence1"], row["sentence2"], _LABELS[row["gold_label"]])


def _fracas(data: Path, _: str) -> Iterator[Pair]:
    root = ElementTree.parse(data / "fracas" / "fracas.xml").getroot()
    for problem in root.iter("problem"):
        gold = problem.get("fracas_answer", "")
        premises = [" ".join("".join(p.itertext()).split()) for p in problem.findall("p")]
        claim = problem.find("h")
        if gold in _LABELS and claim is not None:
            yield Pair(
                " ".join(premises), " ".join("".join(claim.itertext()).split()), _LABELS[gold]
            )


def _condaqa(data: Path, _: str) -> Iterator[Pair]:
    """Yes/no questions as claims: *Did X do Y?* is asked as it stands."""
    for line in (data / "condaqa" / "condaqa_dev.json").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        gold = {"yes": "yes", "no": "contradicted", "don't know": "unsaid"}.get(
            str(row.get("label", "")).lower()
        )
        passage, question = row.get("sentence1"), row.get("sentence2")
        if gold and passage and question:
            yield Pair(passage, question, gold)


@dataclass(frozen=True)
class PastaGold:
    """A story and its human rewrite, line by line; ``on`` marks lines that tell the old state."""

    story: tuple[str, ...]
    rewrite: tuple[str, ...]
    on: tuple[bool, ...]
    state: str
    new_state: str


def pasta_gold(data: Path) -> list[PastaGold]:
    """Return the human rewrites."""
    found = []
    for name in ("te_data.jsonl", "val_data_sample.jsonl"):
        for line in (data / "pasta" / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            lines = range(1, 6)
            found.append(
                PastaGold(
                    tuple(row[f"Input.line{i}"].strip() for i in lines),
                    tuple(row[f"Answer.mod_line{i}"].strip() for i in lines),
                    tuple(bool(row[f"Answer.line{i}.on"]) for i in lines),
                    row["Answer.assertion"],
                    row["Answer.mod_assertion"],
                )
            )
    return found


@dataclass(frozen=True)
class PastaVote:
    """A model's rewrite, and whether most of three people find that it implies the state."""

    story: str
    rewrite: str
    state: str
    new_state: str
    valid: bool


def pasta_votes(data: Path) -> list[PastaVote]:
    """Return the model rewrites; scales are reversed between the files (the data's README)."""
    found = []
    for name in ("GPT3", "T5base", "T5large"):
        groups: dict[tuple[str, ...], list[bool]] = defaultdict(list)
        for row in _table(data / "pasta" / "human_eval" / f"t6_rewrite_{name}.csv", ","):
            groups[_vote_key(row, name)].append(_valid(row, name))
        for (story, rewrite, state, new), votes in groups.items():
            found.append(PastaVote(story, rewrite, state, new, sum(votes) * 2 > len(votes)))
    return found


def _vote_key(row: dict[str, str], name: str) -> tuple[str, str, str, str]:
    if name == "GPT3":
        return (
            row["Input.Story"],
            row["Input.Mod_Story_gpt3"],
            row["Input.State"],
            row["Input.Mod_State"],
        )
    lines = [row[f"Input.Input_line{i}"].strip() for i in range(1, 6)]
    rewrite = list(lines)
    for number, text in re.findall(r"<extra_id_(\d)>\s*:\s*([^<]*)", row["Input.gen_op"]):
        if 1 <= int(number) <= 5:
            rewrite[int(number) - 1] = text.strip()
    return (
        " ".join(lines),
        " ".join(rewrite),
        row["Input.Answer_assertion"],
        row["Input.Answer_mod_assertion"],
    )


def _valid(row: dict[str, str], name: str) -> bool:
    scale = (
        next(i for i in range(5) if row[f"Answer.sb_entail_a.{i}"].lower() == "true")
        if any(row[f"Answer.sb_entail_a.{i}"].lower() == "true" for i in range(5))
        else 2
    )
    logical = next(
        (i for i in range(2) if row[f"Answer.sb_is_logical.{i}"].lower() == "true"), None
    )
    if name == "GPT3":
        return scale <= 1 and logical == 0
    return scale >= 3 and logical == 1


@dataclass(frozen=True)
class Travel:
    """A story's ending and how three people rewrote it for a changed second sentence."""

    premise: str
    initial: str
    counterfactual: str
    ending: tuple[str, ...]
    rewrites: tuple[tuple[str, ...], ...]


def timetravel(data: Path) -> list[Travel]:
    """Return the stories of the test file."""
    found = []
    text = (data / "timetravel" / "test_data.json").read_text(encoding="utf-8")
    for line in text.splitlines():
        row = json.loads(line)
        found.append(
            Travel(
                row["premise"],
                row["initial"],
                row["counterfactual"],
                tuple(row["original_ending"]),
                tuple(tuple(entry) for entry in row["edited_endings"]),
            )
        )
    return found
