"""Ground truth: a reply held against the answer that a structural causal model gives."""

from pydantic import JsonValue, ValidationError

from prism.envelope import TruthLine, TruthReport
from prism.errors import BadRecord
from prism.formats.scm import parse_scm
from prism.items import Item, Reason, Score
from prism.scm.answer import Answer
from prism.scm.ask import ask
from prism.scm.truth import Reply, Truth, agrees, read_reply, right_reply

__all__ = ["truth_report"]


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
    truth = _truth(item)
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


def _truth(item: Item) -> Truth:
    if item.truth is None:
        raise BadRecord("the item carries no ground truth", where=item.id, mend="add 'truth'")
    try:
        return Truth.model_validate(item.truth)
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
    return answer.value
