"""WhatIfBench's files: benchmark, answers and metrics, read as they are published.

Facts of the format: arXiv 2608.27953 and its repository. Unknown keys of items are kept out of the
way (published files carry many); unknown keys of a rubric are faults, for a misspelt band would
silently change a score.
"""

from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from prism.files.document import Document, record_path
from prism.files.formats import Found, items_or_faults
from prism.records.item import Criterion, Item, Rubric
from prism.validation import Fault, faults_of, json_path, refuse, repeated

__all__ = [
    "BANDS",
    "MetricsItem",
    "Stored",
    "is_answers",
    "is_benchmark",
    "is_metrics",
    "is_rubric",
    "read_benchmark",
    "read_metrics",
    "read_rubric",
    "read_scored",
    "records",
]

BANDS = ("1-2", "3-4", "5-6", "7-8", "9-10")
_MARKS = frozenset({"rubrics", "canonical_id", "model_answer", "parsed_dag"})
# Keys that say something of an item in other formats: here they would be dropped unsaid.
_ELSEWHERE = MappingProxyType(
    {
        "criteria": 'criteria stand under \'rubrics\'; or give "format": "prism-rubric"',
        "rubric": "the key is 'rubrics'",
        "response": "the key is 'model_answer'",
        "context": "put it into the question",
        "story": "an edit item has 'story' and 'request'",
        "request": "an edit item has 'story' and 'request'",
        "choices": "multiple-choice questions are read in METER's shape",
        "options": "multiple-choice questions are read in METER's shape",
    }
)
Text = Annotated[str, Field(min_length=1)]
Native = TypeVar("Native", bound="NativeItem")


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class NativeCriterion(BaseModel):
    """One criterion as the benchmark file spells it, a key a band."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: Text
    criteria_description: str = ""
    band_1: Text = Field(alias="1-2")
    band_2: Text = Field(alias="3-4")
    band_3: Text = Field(alias="5-6")
    band_4: Text = Field(alias="7-8")
    band_5: Text = Field(alias="9-10")

    def criterion(self) -> Criterion:
        """Return prism's record."""
        bands = (self.band_1, self.band_2, self.band_3, self.band_4, self.band_5)
        return Criterion(
            name=self.name,
            description=self.criteria_description,
            bands=dict(zip(BANDS, bands, strict=True)),
        )


class NativeRubric(BaseModel):
    """A question's frozen rubric."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    rubric_title: str = ""
    question_focus: str = ""
    task_type: str = ""
    evaluation_mode: str = ""
    criteria: Annotated[tuple[NativeCriterion, ...], Field(min_length=1)]
    aggregation: Literal["mean_over_criteria_then_divide_by_10"] = (
        "mean_over_criteria_then_divide_by_10"
    )

    def rubric(self) -> Rubric:
        """Return prism's record."""
        return Rubric(
            title=self.rubric_title,
            focus=self.question_focus,
            criteria=tuple(entry.criterion() for entry in self.criteria),
        )


class NativeItem(_Lenient):
    """One question with its rubric and, in answers and metrics files, a model's answer."""

    id: int | str
    canonical_id: str | None = None
    question: Text
    domain: str | None = None
    is_hybrid: bool = False
    subcategory: str | None = None
    answer_type: Literal["open", "closed"] = "open"
    human_answers: tuple[str, ...] = ()
    rubrics: NativeRubric | None = None
    model_answer: str | None = None
    answer: str | None = None
    model_name: str | None = None
    model_answer_error: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _absent_answers(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("human_answers", ()) is None:
            return {**data, "human_answers": ()}
        return data

    @property
    def name(self) -> str:
        """What the item is called."""
        return self.canonical_id or str(self.id)

    def item(self) -> Item:
        """Return prism's record; a hybrid item's domain is ``Hybrid`` whichever way it is told."""
        texts = {"question": self.question}
        response = self.model_answer if self.model_answer is not None else self.answer
        if response is not None:
            texts["response"] = response
        meta: dict[str, JsonValue] = {
            "id": self.id,
            "subcategory": self.subcategory,
            "model": self.model_name,
            "answer_error": self.model_answer_error,
        }
        return Item(
            id=self.name,
            kind="whatif",
            texts=texts,
            rubric=self.rubrics.rubric() if self.rubrics else None,
            gold=self.human_answers if self.answer_type == "closed" else (),
            domain="Hybrid" if self.is_hybrid else self.domain,
            meta={key: value for key, value in meta.items() if value is not None},
        )


class _Node(_Lenient):
    id: str
    text: str


class _NativeEdge(_Lenient):
    source: str
    target: str
    relation_type: str


class _Dag(_Lenient):
    nodes: tuple[_Node, ...] = ()
    edges: tuple[_NativeEdge, ...] = ()


class _EdgeScore(_Lenient):
    score: float | None
    rationale: str = ""
    raw: JsonValue = None


class _Pm(_Lenient):
    score: float | None = None
    edges: tuple[_EdgeScore, ...] = ()
    graph: _Dag | None = None


class _CriterionEvaluation(_Lenient):
    index: int | None = None
    name: str = ""
    score: float | None
    reason: str = ""
    raw: JsonValue = None


class _Rm(_Lenient):
    score: float | None = None
    criterion_evaluations: tuple[_CriterionEvaluation, ...] = ()


class _Om(_Lenient):
    score: float | None = None


class Stored(_Lenient):
    """The verdicts a metrics file stores for one item."""

    pm: _Pm = Field(default_factory=_Pm)
    rm: _Rm = Field(default_factory=_Rm)
    om: _Om | None = None


class MetricsItem(NativeItem):
    """One scored item of a metrics file: stored scores, graph, raw parser reply and verdicts."""

    pm_score: float | None = None
    rm_score: float | None = None
    om_score: float | None = None
    total_score: float | None = None
    parsed_rst_raw: str | None = None
    parsed_rst_source: str | None = None
    parsed_dag: _Dag = Field(default_factory=_Dag)
    metrics: Stored = Field(default_factory=Stored)

    @model_validator(mode="after")
    def _verdicts_fit(self) -> "MetricsItem":
        edges, verdicts = len(self.parsed_dag.edges), len(self.metrics.pm.edges)
        if edges != verdicts:
            raise ValueError(f"{edges} edges and {verdicts} edge verdicts do not fit together")
        return self


def is_rubric(document: Document) -> bool:
    """Whether the document looks like a bare rubric."""
    value = document.value
    return isinstance(value, dict) and "criteria" in value and "rubrics" not in value


def is_metrics(document: Document) -> bool:
    """Whether every record of the document carries a parsed graph."""
    rows = [record for _, record in records(document)]
    return bool(rows) and all(isinstance(row, dict) and "parsed_dag" in row for row in rows)


def is_answers(document: Document) -> bool:
    """Whether any item of the document carries a model's answer."""
    rows = [record for _, record in records(document) if _is_item(record)]
    return any(isinstance(row, dict) and row.keys() & {"model_answer", "answer"} for row in rows)


def is_benchmark(document: Document) -> bool:
    """Whether the document is a list of items, wrapped or not, or a single item."""
    rows = [record for _, record in records(document)]
    empty = isinstance(document.value, dict) and not rows
    return empty or any(_is_item(r) or (isinstance(r, dict) and "rubrics" in r) for r in rows)


def records(document: Document) -> list[tuple[tuple[str | int, ...], JsonValue]]:
    """Return the raw items of a benchmark, answers or metrics file with their places."""
    value = document.value
    if isinstance(value, dict) and isinstance(value.get("items"), list):
        return [(("items", i), entry) for i, entry in enumerate(value["items"])]  # type: ignore[arg-type]
    if isinstance(value, list):
        return [((i,), entry) for i, entry in enumerate(value)]
    return [((), value)]


def _read(document: Document, model: type[Native]) -> tuple[list[Native], list[Fault]]:
    """Return the records of a benchmark, answers or metrics file that are sound, and all faults."""
    found: list[Fault] = []
    names: list[tuple[str, str]] = []
    sound: list[Native] = []
    for place, record in records(document):
        path = _path(document, place)
        found += _strange(path, record)
        try:
            read = model.model_validate(record)
        except ValidationError as error:
            found += faults_of(error, path)
        else:
            names.append((f"{path}.id", read.name))
            sound.append(read)
    if not records(document):
        found.append(Fault("$.items", "there are no items"))
    return sound, found + repeated(names)


def read_benchmark(document: Document, shape: type[NativeItem] = NativeItem) -> Found:
    """Return the items of a benchmark, answers or metrics file, or its faults.

    An answer that does not say which model gave it is that of the file's ``meta.model``.
    """
    sound, found = _read(document, shape)
    model = _file_model(document)
    items = (_answered_by(model, read.item()) for read in sound)
    return items_or_faults(found, lambda: items)


def read_scored(document: Document) -> Found:
    """Return the items of a metrics file, or its faults."""
    return read_benchmark(document, MetricsItem)


def read_metrics(document: Document) -> list[MetricsItem]:
    """Return the scored items of a metrics file.

    Raises
    ------
    BadRecord
        The file has a fault; the message names the first one's JSON path.
    """
    sound, found = _read(document, MetricsItem)
    if found:
        raise refuse(document.name, found)
    return sound


def read_rubric(document: Document) -> Found:
    """Return the one item that a bare rubric makes, or its faults; it asks the rubric's focus."""
    try:
        native = NativeRubric.model_validate(document.value)
    except ValidationError as error:
        return Found(faults=tuple(faults_of(error)))
    names = ((f"$.criteria[{i}].name", c.name) for i, c in enumerate(native.criteria))
    rubric = native.rubric()
    texts = {"question": rubric.focus} if rubric.focus else {}
    item = Item(id=rubric.title or "rubric", kind="whatif", texts=texts, rubric=rubric)
    return items_or_faults(repeated(names), lambda: [item])


def _path(document: Document, place: tuple[str | int, ...]) -> str:
    """Return where a raw item stands: by its line where the file holds one a line."""
    match place:
        case (int(number),):
            return record_path(document, number)
        case _:
            return json_path(place)


def _file_model(document: Document) -> str | None:
    """Return the model that a file of answers names for all of them."""
    meta = document.value.get("meta") if isinstance(document.value, dict) else None
    model = meta.get("model") if isinstance(meta, dict) else None
    return model if isinstance(model, str) and model else None


def _answered_by(model: str | None, item: Item) -> Item:
    if model is None or "response" not in item.texts:
        return item
    return item.model_copy(update={"meta": {"model": model, **item.meta}})


def _is_item(value: JsonValue) -> bool:
    """Whether a record is one of the benchmark's: an unmarked one has no keys but its own."""
    if not isinstance(value, dict) or "question" not in value:
        return False
    return "rubrics" in value or ("id" in value and (_is_marked(value) or not _unknown(value)))


def _is_marked(value: JsonValue) -> bool:
    """Whether a record has a key that no other format has."""
    return isinstance(value, dict) and not _MARKS.isdisjoint(value)


def _unknown(record: dict[str, JsonValue]) -> list[str]:
    return [key for key in record if key not in MetricsItem.model_fields]


def _strange(path: str, record: JsonValue) -> list[Fault]:
    """Return a fault for every key whose loss could change a score; published ones have many."""
    if not isinstance(record, dict):
        return []
    mend = f"an item's keys are {', '.join(list(NativeItem.model_fields)[:9])}"
    return [
        Fault(f"{path}.{key}", "unknown key", _ELSEWHERE.get(key, mend))
        for key in _unknown(record)
        if key in _ELSEWHERE or not _is_marked(record)
    ]
