"""Ground truth: a reply, or an edit, held against what a structural causal model says."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from prism import __version__
from prism.errors import BadInput, BadRecord, UsageError
from prism.graph import CausalGraph
from prism.llm.records import Message
from prism.prompts import Prompts
from prism.records.digest import digest
from prism.records.item import Claims, Item
from prism.records.probe import Probe
from prism.records.report import Notice, Report
from prism.records.score import Score
from prism.records.signature import Signature
from prism.records.verdict import Reason
from prism.scm.answer import Answer
from prism.scm.claims import changes, claims
from prism.scm.members import Form, form_of
from prism.scm.model import Model
from prism.scm.query import LISTS
from prism.scm.reply import Reply, read_reply
from prism.scm.truth import EditTruth, Truth, agrees, answer_truth, right_interval, right_reply
from prism.suites.base import Answers, Graphs, Setup, Suite, Variant, chat, injection_notices
from prism.suites.truth import explain, terminal
from prism.suites.truth.files.scm import ScmDocument, parse_scm
from prism.suites.truth.files.truth import TruthItem
from prism.suites.truth.formats import FORMATS
from prism.suites.truth.report import TruthLine, TruthReport

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
    is a question that the model leaves open, or whose answer cannot be computed
    (``not_applicable``; for the latter a warning says why).

    Parameters
    ----------
    signature
        How the numbers came about, in one line.

    Raises
    ------
    BadRecord
        The item has no ``truth``, one that is not of the form of
        :class:`prism.scm.truth.Truth`, or one whose model has a fault.

    >>> scm = {"mechanisms": {"X": {"table": [0.5, 0.5]}, "Y": {"expression": "not X"}}}
    >>> truth = {"scm": scm, "query": "P(Y=1 | do(X=1))", "threshold": 0.5}
    >>> item = Item(id="q1", kind="truth", texts={"response": "Answer: no"}, truth=truth)
    >>> truth_report(item, "prism=0.1.0").truth.agrees
    True
    """
    truth = _read(item, Truth)
    source = parse_scm(truth.scm, where=item.id).content
    text = item.texts.get("response", "")
    reply = read_reply(text, truth.expects, _form(truth), tuple(truth.options))
    warnings = []
    verdict = expected = None
    try:
        answer = answer_truth(source, truth)
    except (BadInput, UsageError) as exc:
        answer = Answer(truth.query, None)
        message = f"the answer cannot be computed: {exc}"
        warnings = [Notice(code="no_truth", message=message)]
    else:
        verdict = None if reply is None else agrees(truth, answer, reply, source)
        expected = _expected(truth, answer)
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
            expected=expected,
            model_answer=_written(reply),
            agrees=verdict,
            tolerance=truth.tolerance if truth.expects == "number" else None,
            steps=answer.steps,
        ),
        warnings=(*warnings, *injection_notices(item)),
    )


def edit_claims(item: Item, story: CausalGraph | None = None) -> Claims:
    """Return what an edit must preserve (E1) and revise (E2), by the counterfactual of its model.

    Parameters
    ----------
    item
        With an :class:`prism.scm.truth.EditTruth` under ``truth``.
    story
        The graph of the story: its units give the words of variables that have no label.

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
    texts = {} if story is None else {unit.id: unit.text for unit in story.units}
    texts |= {v.unit: v.label for v in model.variables if v.unit and v.label}
    return claims(changes(model, truth.do, truth.story, truth.coupling), texts)


def _messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    del variant
    fields = {name: item.texts.get(name, "") for name in ("context", "question")}
    return chat(prompts.get(f"truth_{strategy}"), fields)


def _cluster(item: Item) -> str:
    """Return the model that the question is about; others about it are not independent."""
    return digest((item.truth or {}).get("scm"))


def _slices(item: Item) -> Mapping[str, JsonValue]:
    query = str((item.truth or {}).get("query", ""))
    return {"graph": item.domain, "query": query.partition("(")[0].strip()}


SUITE = Suite(
    name="truth",
    kinds=("truth",),
    formats=FORMATS,
    schemas={"scm": ScmDocument, "truth": TruthItem, "truth-report": TruthReport},
    roles=(),
    probes=probes,
    report=report,
    messages=_messages,
    strategies=("plain", "reasoned"),
    cluster=_cluster,
    slices=_slices,
    answer_words=(20, 300),
    models={"truth": TruthReport},
    render_one=terminal.render_one,
    render_many=terminal.render_many,
    entries=explain.entries,
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


def _form(truth: Truth) -> Form:
    """Return what the members of the list look like that the truth asks for, if it does."""
    kind = truth.query.partition("(")[0].strip()
    return form_of(kind) if truth.expects in ("one", "all") and kind in LISTS else "set"


def _written(reply: Reply | None) -> JsonValue:
    if not isinstance(reply, tuple):
        return reply
    return [m if isinstance(m, str) else [*sorted(m)] for m in reply]


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
    listed = isinstance(answer.value, list) and truth.expects == "number"
    if truth.end is not None or listed:
        return right_interval(truth, answer)[0]
    return answer.value
