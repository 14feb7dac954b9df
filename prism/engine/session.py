"""From what a user set to judges and parsers that are ready to work: one client, one store."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from prism.errors import UnknownFormat
from prism.files.document import Document, parse_document
from prism.files.source import read_source
from prism.graph import CausalGraph
from prism.judges.base import Judge, StreamingJudge
from prism.judges.registry import make_judge
from prism.llm.capabilities import Capabilities
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.llm.limiter import Limiter
from prism.parsers.base import Parser, RequestedParser
from prism.parsers.registry import make_parser
from prism.records.verdict import Verdict
from prism.settings import Settings
from prism.store.cached import StoredJudge, StoredParser, recorded
from prism.store.sqlite import is_sqlite
from prism.store.verdicts import Store
from prism.suites.reading import format_of
from prism.suites.recorded import Recorded
from prism.suites.registry import recorded_in

__all__ = ["Session"]


class Session:
    """Makes judges and parsers by name; use as ``async with Session(settings) as session``.

    The client opens, and the store with it, when the first name that needs it is made.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._client: Client | None = None
        self.store: Store | None = None
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
        """Return the judge called ``spec`` (see :mod:`prism.judges.registry`).

        Raises
        ------
        UsageError
            No judge has that name.
        """
        return await make_judge(spec, self)

    async def parser(self, spec: str) -> Parser:
        """Return the parser called ``spec`` (see :mod:`prism.parsers.registry`).

        Raises
        ------
        UsageError
            No parser has that name.
        """
        return await make_parser(spec, self)

    def kept(self, judge: StreamingJudge) -> Judge:
        """Return ``judge``, its verdicts kept where there is a store."""
        return StoredJudge(judge, self.store) if self.store else judge

    def kept_graphs(self, parser: RequestedParser) -> Parser:
        """Return ``parser``, its graphs kept where there is a store."""
        return StoredParser(parser, self.store) if self.store else parser

    def graphs(self, file: str) -> dict[str, CausalGraph]:
        """Return the graphs of a file of earlier verdicts, such as a metrics file, by text."""
        recorded, document = _recorded(file)
        return dict(recorded.graphs(document))

    def verdicts(self, file: str) -> dict[str, Verdict]:
        """Return the verdicts of a store, or of a metrics file (of the published protocol)."""
        if is_sqlite(Path(file)):
            with Store(Path(file), create=False, tell=self.settings.tell) as store:
                return recorded(store)
        told, document = _recorded(file)
        return dict(told.verdicts(document, self.settings.prompts))

    @property
    def connected(self) -> bool:
        """Whether anything asked for the client."""
        return self._client is not None

    async def client(self) -> Client:
        """Return the open client, which judges, parsers and answering models share."""
        if self._client is None:
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
            self._client = await self._open.enter_async_context(client)
        return self._client


def _recorded(file: str) -> tuple[Recorded, Document]:
    """Return what a suite makes of a file that holds what was judged before, and the file.

    Raises
    ------
    UnknownFormat
        It is no such file.
    """
    document = parse_document(read_source(file))
    form = format_of(document) if document is not None else None
    recorded = recorded_in(form) if form is not None else None
    if document is None or recorded is None:
        raise UnknownFormat("neither a store nor a metrics file", where=file)
    return recorded, document
