"""Ground truth: a reply, or an edit, held against what a structural causal model says."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from prism import __version__
from prism.envelope import Report, TruthLine, TruthReport
from prism.errors import BadRecord
from prism.formats.scm import parse_scm
from prism.items import Claims, Item, Probe, Reason, Score, Signature, digest
from prism.llm.records import Message
from prism.prompts import Prompts
from prism.scm.answer import Answer
from prism.scm.ask import ask
from prism.scm.claims import changes, claims
from prism.scm.model import Model
from prism.scm.truth import (
    EditTruth,
    Reply,
    Truth,
    agrees,
    read_reply,
    right_interval,
    right_reply,
)
from prism.suites.base import Answers, Graphs, Setup, Suite, Variant, chat

__all__ = ["SUITE", "edit_claims", "probes", "report", "truth_report"]

_Form = TypeVar("_Form", bound=BaseModel)


def probes(item: Item, graphs: Graphs, setup: Setup) -> list[Probe]:
    """Return no probe: the answer is computed, and the reply is read by rule."""
    return []


def report(
    item: Item, graphs: Graphs, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    """Return the truth report; neither parser nor judge has a part in it, and none is signed."""
    metrics = f"truth:{_read(item, Truth).coupling or 'bounds'}"
    return truth_report(item, str(Signature(prism=__version__, parser="-", metrics=metrics)))


def truth_report(item: Item, signature: str) -> TruthReport:
    """Return the report of an item that carries a model and a query under ``truth``.

    Needs no judge: the answer is computed, the reply (role ``response``) is read by rule. A reply
    that is empty, or that holds no answer of the kind asked for, is unscored with its reason; so
    is a question that the model leaves open (``not_applicable``).

    Parameters
    ----------
    signature
        How the numbers came about, in one line.

    Raises
    ------
    BadRecord
        The item has no ``truth``, or one that is not of the form of
        :class:`prism.scm.truth.Truth`.
    BadInput, UsageError
        The model has a fault, or the query is none or does not fit the model.

    >>> scm = {"mechanisms": {"X": {"table": [0.5, 0.5]}, "Y": {"expression": "not X"}}}
    >>> truth = {"scm": scm, "query": "P(Y=1 | do(X=1))", "threshold": 0.5}
    >>> item = Item(id="q1", kind="truth", texts={"response": "Answer: no"}, truth=truth)
    >>> truth_report(item, "prism=0.1.0").truth.agrees
    True
    """
    truth = _read(item, Truth)
    answer = ask(parse_scm(truth.scm, where=item.id).content, truth.query, truth.coupling)
    text = item.texts.get("response", "")
    reply = read_reply(text, truth.expects)
    verdict = None if reply is None else agrees(truth, answer, reply)
    return TruthReport(
        item=item.id,
        signature=signature,
        parser=None,
        final=Score.mean([_mark(text, reply, verdict)]),
        truth=TruthLine(
            query=answer.query,
            answer=answer.value,
            bounds=answer.bounds,
            sharp=answer.sharp,
            assumption=answer.assumption,
            expected=_expected(truth, answer),
            model_answer=list(reply) if isinstance(reply, tuple) else reply,
            agrees=verdict,
            tolerance=truth.tolerance if truth.expects == "number" else None,
            steps=answer.steps,
        ),
    )


def edit_claims(item: Item, texts: Mapping[str, str] | None = None) -> Claims:
    """Return what an edit must preserve (E1) and revise (E2), by the counterfactual of its model.

    Parameters
    ----------
    item
        With an :class:`prism.scm.truth.EditTruth` under ``truth``.
    texts
        The words of the story nodes by unit id; the labels of the variables where not given.

    Raises
    ------
    BadRecord
        The item has no such ``truth``, or what it holds is no model.
    BadInput
        The story is impossible in the model, or a node it is anchored to has no text.

    >>> rain = {"label": "it rained", "unit": "u1"}
    >>> flood = {"label": "the road flooded", "unit": "u2"}
    >>> scm = {
    ...     "variables": {"R": rain, "F": flood},
    ...     "mechanisms": {"R": {"table": [0.5, 0.5]}, "F": {"expression": "R"}},
    ... }
    >>> truth = {"scm": scm, "do": {"R": "0"}, "story": {"R": "1", "F": "1"}}
    >>> edit_claims(Item(id="e1", kind="edit", truth=truth)).revise
    ('the road flooded',)
    """
    truth = _read(item, EditTruth)
    model = parse_scm(truth.scm, where=item.id).content
    if not isinstance(model, Model):
        raise BadRecord("an edit needs a whole model, not a graph", where=item.id)
    if texts is None:
        texts = {v.unit: v.label for v in model.variables if v.unit and v.label}
    return claims(changes(model, truth.do, truth.story, truth.coupling), texts)


def _messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    del variant
    fields = {name: item.texts.get(name, "") for name in ("context", "question")}
    return chat(prompts.get(f"truth_{strategy}"), fields)


def _cluster(item: Item) -> str:
    """Return the model that the question is about; others about it are not independent."""
    return digest((item.truth or {}).get("scm"))


def _slices(item: Item) -> Mapping[str, str]:
    query = str((item.truth or {}).get("query", ""))
    found = {"graph": item.domain, "query": query.partition("(")[0].strip()}
    return {name: str(value) for name, value in found.items() if value}


SUITE = Suite(
    name="truth",
    kinds=("truth",),
    roles=(),
    probes=probes,
    report=report,
    messages=_messages,
    strategies=("plain", "reasoned"),
    cluster=_cluster,
    slices=_slices,
)


def _read(item: Item, form: type[_Form]) -> _Form:
    if item.truth is None:
        raise BadRecord("the item carries no ground truth", where=item.id, mend="add 'truth'")
    try:
        return form.model_validate(item.truth)
    except ValidationError as exc:
        first = exc.errors()[0]
        place = ".".join(("truth", *map(str, first["loc"])))
        raise BadRecord(str(first["msg"]), where=f"{item.id}: {place}") from exc


def _mark(text: str, reply: Reply | None, verdict: bool | None) -> float | Reason:
    if not text.strip():
        return "empty"
    if reply is None:
        return "parse_failure"
    return "not_applicable" if verdict is None else float(verdict)


def _expected(truth: Truth, answer: Answer) -> JsonValue:
    if truth.expects == "yes_no":
        right = right_reply(truth, answer)
        return None if right is None else "yes" if right else "no"
    if truth.end is not None:
        return right_interval(truth, answer)[0]
    return answer.value
