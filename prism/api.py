"""The public functions: parse, score, ascore, score_many."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, Unpack, get_args

from prism.engine.score import run_sync, score_all
from prism.engine.session import Session
from prism.errors import UsageError
from prism.files.source import clean, read_source
from prism.graph import CausalGraph
from prism.judges.base import Answering, Judge
from prism.judges.callable import Reply, as_judge
from prism.llm.reasoning import split_reasoning
from prism.parsers.base import Parser, Parsing
from prism.parsers.own import as_parser
from prism.records.item import Item, Rubric
from prism.records.report import Report
from prism.records.score import Protocol
from prism.settings import DEFAULT_JUDGE, DEFAULT_PARSER, Rules, Settings
from prism.suites.base import Setup, without_reasoning
from prism.suites.protocol import check_edges
from prism.suites.reading import find_item, read_items
from prism.suites.registry import ALONE, suite_for

__all__ = [
    "JudgeLike",
    "Options",
    "RubricLike",
    "ascore",
    "make_item",
    "parse",
    "score",
    "score_many",
]

RubricLike = Rubric | Item | str | Path | None
JudgeLike = Answering | Reply | str
ParserLike = Parsing | str


class Options(TypedDict, total=False):
    """How to score; every key has a default.

    Attributes
    ----------
    judge
        ``"local"`` (an estimate, no network), ``"openai:MODEL"``, ``"panel:A,B"``,
        ``"replay:FILE"``, a judge, or any callable ``probe -> answer``.
    name
        What the signature calls a callable; if not given, its qualified name, and the line of a
        lambda or partial as well.
    parser
        ``"embedded"`` (no model, no network), ``"openai:MODEL"``, or a parser of your own.
    protocol
        Which questions are put to the judge, and by which convention ``report.final.value``
        counts: ``"directed"``, or the paper's ``"published"``. Both conventions stay beside it.
    strict
        Whether an edit must revise the consequences of the change: leaving them out is a fault.
    seed
        Seed of controls and intervals, and of what models draw unless ``settings`` sets theirs.
    controls
        Whether edges with known answers are judged alongside; they are never counted.
    all_edges
        Whether also that is asked which no headline counts, such as links that are not causal.
    settings
        Everything else: granularity, prompts, endpoint, decoding, limits, store. Nothing is
        written unless a store is named there.
    """

    judge: JudgeLike
    name: str | None
    parser: ParserLike
    protocol: Protocol
    strict: bool
    seed: int | None
    controls: bool
    all_edges: bool
    settings: Settings


def parse(
    text: str, *, parser: ParserLike = DEFAULT_PARSER, settings: Settings | None = None
) -> CausalGraph:
    """Return the typed causal graph of ``text``; for the options see :class:`Options`.

    What a model thought before it answered (``<think>…</think>`` and the like) is left out.

    >>> graph = parse("The pump failed because the valve was stuck.")
    >>> [(graph.by_id[e.source].text, graph.by_id[e.target].text) for e in graph.edges if e.causal]
    [('because the valve was stuck.', 'The pump failed')]
    """

    async def run() -> CausalGraph:
        async with Session(settings or Settings()) as session:
            answer, _ = split_reasoning(clean(text))
            return await (await _parser(session, parser)).parse(answer)

    _expect("text", text, str)
    return run_sync(run)


def score(
    response: str,
    rubric: RubricLike = None,
    *,
    question: str | None = None,
    graph: CausalGraph | None = None,
    item: str | None = None,
    **options: Unpack[Options],
) -> Report:
    """Score one response and return its report; prints nothing and writes nothing.

    Works inside a running event loop, such as a notebook's, too.

    Parameters
    ----------
    response
        The text to score.
    rubric
        A :class:`~prism.records.item.Rubric` or :class:`~prism.records.item.Item`, or the path of a
        file that holds one. Without it the report has structure and the process metric only.
    question
        The question the response answers, where the rubric does not say.
    graph
        A graph to use instead of parsing the text it stands for: the response, or the context of
        a multiple-choice question.
    item
        Which item of a file with several.
    options
        See :class:`Options`.

    Raises
    ------
    PrismError
        Something the caller can mend; the message is one line.
    """
    return run_sync(
        lambda: ascore(response, rubric, question=question, graph=graph, item=item, **options)
    )


async def ascore(
    response: str,
    rubric: RubricLike = None,
    *,
    question: str | None = None,
    graph: CausalGraph | None = None,
    item: str | None = None,
    **options: Unpack[Options],
) -> Report:
    """Score one response as :func:`score` does, for asynchronous callers."""
    _check(options)
    _expect("graph", graph, CausalGraph, None)
    target = make_item(response, rubric, question=question, item=item)
    roles = suite_for(target.kind).roles
    if graph is not None and not roles:
        raise UsageError("no text of this item becomes a graph", mend="leave graph= out")
    [report] = await _score([target], options, None if graph is None else {roles[0]: graph})
    return report


def score_many(
    responses: Iterable[str],
    rubric: RubricLike = None,
    *,
    question: str | None = None,
    item: str | None = None,
    **options: Unpack[Options],
) -> list[Report]:
    """Score several responses to one item, in order."""
    _check(options)
    if isinstance(responses, str):
        raise UsageError("one text, not several", where="responses", mend="pass a list of texts")
    _expect("responses", responses, Iterable)
    targets = [make_item(text, rubric, question=question, item=item) for text in responses]
    return run_sync(lambda: _score(targets, options))


def make_item(
    response: str, rubric: RubricLike, *, question: str | None = None, item: str | None = None
) -> Item:
    """Return the item that ``response`` answers, with the response in its place.

    Raises
    ------
    UsageError
        Something is not of its type.
    """
    _expect("response", response, str)
    _expect("rubric", rubric, Rubric, Item, str, Path, None)
    _expect("question", question, str, None)
    _expect("item", item, str, None)
    target = _target(rubric, item)
    if question is not None:
        target = target.with_text("question", question)
    return without_reasoning(target.with_text("response", clean(response)))


def _target(rubric: RubricLike, wanted: str | None) -> Item:
    if rubric is None:
        return Item(id="response", kind=ALONE)
    if isinstance(rubric, Item):
        return rubric
    if isinstance(rubric, Rubric):
        texts = {"question": rubric.focus} if rubric.focus else {}
        return Item(id=rubric.title or "rubric", kind=ALONE, texts=texts, rubric=rubric)
    items = read_items(read_source(str(rubric)))
    if wanted is not None:
        return find_item(items, wanted, str(rubric))
    if len(items) > 1:
        raise UsageError(
            f"the file holds {len(items)} items", where=str(rubric), mend="name one with item="
        )
    return items[0]


def _expect(name: str, value: object, *types: type | None) -> None:
    """Refuse a ``value`` that is of none of ``types``; types do not bind who calls."""
    known = tuple(type(None) if each is None else each for each in types)
    if not isinstance(value, known):
        wanted = " or ".join("None" if each is None else each.__name__ for each in types)
        raise UsageError(f"{type(value).__name__} given, {wanted} expected", where=name)


def _check(options: Options) -> None:
    """Refuse options that there are not, or that are not of their type."""
    for name in options:
        if name not in Options.__annotations__:
            known = ", ".join(Options.__annotations__)
            raise UsageError(f"there is no option {name!r}", mend=f"known: {known}")
    _expect("settings", options.get("settings", Settings()), Settings)
    _expect("name", options.get("name"), str, None)
    _expect("strict", options.get("strict", Rules.strict), bool)
    _expect("seed", options.get("seed"), int, None)
    _expect("controls", options.get("controls", Rules.controls), bool)
    _expect("all_edges", options.get("all_edges", Rules.all_edges), bool)
    protocol = options.get("protocol", Rules.protocol)
    if protocol not in get_args(Protocol):
        known = " or ".join(get_args(Protocol))
        raise UsageError(f"no protocol {protocol!r}", where="protocol", mend=f"give {known}")
    check_edges(protocol, options.get("settings", Settings()).edges)


async def _score(
    items: Sequence[Item], options: Options, graphs: Mapping[str, CausalGraph] | None = None
) -> list[Report]:
    settings, seed = options.get("settings", Settings()), options.get("seed")
    settings = replace(settings, decoding=settings.decoding.seeded(seed))
    async with Session(settings) as session:
        parser = await _parser(session, options.get("parser", DEFAULT_PARSER))
        judge = await _judge(session, options.get("judge", DEFAULT_JUDGE), options.get("name"))
        setup = Setup(
            parser=parser,
            judge=judge,
            protocol=options.get("protocol", Rules.protocol),
            strict=options.get("strict", Rules.strict),
            all_edges=options.get("all_edges", Rules.all_edges),
            prompts=settings.prompts,
            decoding=judge.decoding,
            seed=seed,
        )
        return await score_all(
            items, setup, graphs, controls=options.get("controls", Rules.controls)
        )


async def _parser(session: Session, parser: ParserLike) -> Parser:
    return await session.parser(parser) if isinstance(parser, str) else as_parser(parser)


async def _judge(session: Session, judge: JudgeLike, name: str | None) -> Judge:
    if not isinstance(judge, str):
        return as_judge(judge, name)
    if name is not None:
        raise UsageError("only a callable is given a name", where="name", mend="leave it out")
    return await session.judge(judge)
