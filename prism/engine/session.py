"""From what a user set to judges and parsers that are ready to work: one client, one store."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from prism.errors import UnknownFormat, UsageError
from prism.files.document import parse_document
from prism.files.source import read_source
from prism.judges.base import Judge
from prism.judges.model.judge import OpenAIJudge
from prism.judges.model.messages import Edges
from prism.judges.panel import Panel
from prism.judges.registry import make_judge
from prism.judges.replay import ReplayJudge
from prism.llm.budget import Budget
from prism.llm.capabilities import Capabilities
from prism.llm.client import Client, Retry
from prism.llm.endpoint import Endpoint
from prism.llm.limiter import Limiter
from prism.llm.records import Decoding
from prism.parsers.base import Parser
from prism.parsers.given import RecordedParser
from prism.parsers.openai import OnFailure, OpenAIParser
from prism.parsers.registry import make_parser
from prism.prompts import Prompts
from prism.records.verdict import Verdict
from prism.store.cached import StoredJudge, StoredParser, recorded
from prism.store.sqlite import is_sqlite
from prism.store.verdicts import Store
from prism.suites.whatif.files.whatif import MetricsItem, is_metrics, read_metrics
from prism.suites.whatif.replay import stored_graph, stored_verdicts

__all__ = ["Session", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set for the way out to language models; every field has a default.

    ``calls`` is the most calls at once (``calls_start`` at first, ``calls_floor`` at least),
    ``retry`` how often one is tried, ``timeout`` the seconds one try may take, ``replicates`` how
    often every probe is judged. ``tell`` is called with one line when a call must be tried again, a
    row of the store cannot be read, or the store fails: nothing is printed otherwise.
    """

    base_url: str | None = None
    prompts: Prompts = field(default_factory=Prompts)
    decoding: Decoding = field(default_factory=Decoding)
    edges: Edges = "each"
    examples: bool = True
    replicates: int = 1
    on_parse_failure: OnFailure = "embedded"
    granularity: Literal["clause", "claim"] = "clause"
    spacy: str | None = None
    calls: int = 64
    calls_start: int = 16
    calls_floor: int = 1
    timeout: float = 120.0
    retry: Retry = field(default_factory=Retry)
    budget: Budget | None = None
    store: Path | None = None
    tell: Callable[[str], None] | None = None


class Session:
    """Makes judges and parsers by name; use as ``async with Session(settings) as session``.

    The client opens, and the store with it, when the first name that needs it is made.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.client: Client | None = None
        self.store: Store | None = None
        self._models: list[OpenAIJudge] = []
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        if self.settings.store is not None:
            self.store = self._open.enter_context(
                Store(self.settings.store, tell=self.settings.tell)
            )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._open.aclose()

    async def judge(self, spec: str) -> Judge:
        """Return the judge called ``spec``.

        ``local``, ``openai:MODEL``, ``panel:A,B``, or ``replay:FILE`` with a store or a WhatIfBench
        metrics file (whose verdicts answer the published protocol).

        Raises
        ------
        UsageError
            No judge has that name.
        """
        kind, _, rest = spec.partition(":")
        if kind == "openai" and rest:
            return await self._openai(rest)
        if kind == "panel" and rest:
            return Panel([await self.judge(name.strip()) for name in rest.split(",")])
        if kind == "replay" and rest:
            return ReplayJudge(f"replay:{Path(rest).name}", self._verdicts(rest))
        return make_judge(spec)

    async def parser(self, spec: str) -> Parser:
        """Return the parser called ``spec``.

        ``embedded``, ``openai:MODEL``, or ``replay:FILE`` with a WhatIfBench metrics file.

        Raises
        ------
        UsageError
            No parser has that name.
        """
        settings = self.settings
        kind, _, model = spec.partition(":")
        if kind == "replay" and model:
            graphs = {r.item().texts["response"]: stored_graph(r) for r in metrics_of(model)}
            return RecordedParser(f"replay:{Path(model).name}", graphs)
        if kind != "openai" or not model:
            return make_parser(spec, granularity=settings.granularity, model=settings.spacy)
        parser = OpenAIParser(
            model,
            await self._client(),
            prompts=settings.prompts,
            decoding=settings.decoding,
            on_failure=settings.on_parse_failure,
            spacy=settings.spacy,
        )
        return StoredParser(parser, self.store) if self.store else parser

    @property
    def decoding(self) -> str | None:
        """The decoding that is asked of the judges made so far; None without a model."""
        lines = dict.fromkeys(judge.decoding_line for judge in self._models)
        if not lines:
            return None
        times = self.settings.replicates
        repeated = [f"replicates={times}"] if times > 1 else []
        return ";".join([*lines, *repeated])

    def _verdicts(self, file: str) -> dict[str, Verdict]:
        if is_sqlite(Path(file)):
            with Store(Path(file), create=False, tell=self.settings.tell) as store:
                return recorded(store)
        verdicts: dict[str, Verdict] = {}
        for record in metrics_of(file):
            verdicts |= stored_verdicts(record, self.settings.prompts)
        return verdicts

    async def _openai(self, model: str) -> Judge:
        settings, client = self.settings, await self._client()
        if settings.replicates < 1:
            raise UsageError("at least one replicate is needed", where="--replicates")
        models = [
            OpenAIJudge(
                model,
                client,
                prompts=settings.prompts,
                decoding=settings.decoding,
                edges=settings.edges,
                examples=settings.examples,
                replicate=number,
            )
            for number in range(settings.replicates)
        ]
        self._models.append(models[0])
        store = self.store
        judges: list[Judge] = [StoredJudge(j, store) if store else j for j in models]
        return judges[0] if len(judges) == 1 else Panel(judges, name=f"openai:{model}")

    async def connect(self) -> Client:
        """Return the client that judges and parsers share, for calls of another kind."""
        return await self._client()

    async def _client(self) -> Client:
        if self.client is None:
            settings, endpoint = self.settings, Endpoint.find(self.settings.base_url)

            def remember(known: Mapping[str, Capabilities]) -> None:
                if self.store is not None:
                    self.store.remember(endpoint.shown, known)

            client = Client(
                endpoint,
                limiter=Limiter(
                    start=min(settings.calls_start, settings.calls),
                    floor=settings.calls_floor,
                    cap=settings.calls,
                ),
                budget=settings.budget,
                retry=settings.retry,
                timeout=settings.timeout,
                known=self.store.capabilities(endpoint.shown) if self.store else None,
                learnt=remember,
                tell=settings.tell,
            )
            self.client = await self._open.enter_async_context(client)
        return self.client


def metrics_of(file: str) -> list[MetricsItem]:
    """Return the answered items of a WhatIfBench metrics file.

    Raises
    ------
    UnknownFormat
        It is not one.
    """
    document = parse_document(read_source(file))
    if document is None or not is_metrics(document):
        raise UnknownFormat("neither a store nor a metrics file", where=file)
    return [record for record in read_metrics(document) if record.item().texts.get("response")]
