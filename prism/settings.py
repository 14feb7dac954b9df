"""What can be set for the way out to language models, and for parsers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from prism.llm.budget import Budget
from prism.llm.client import Retry
from prism.llm.records import Decoding
from prism.prompts import Prompts
from prism.records.score import Protocol

__all__ = [
    "DEFAULT_JUDGE",
    "DEFAULT_PARSER",
    "Asking",
    "Edges",
    "Granularity",
    "Limits",
    "OnFailure",
    "Rules",
    "Settings",
]

Edges = Literal["each", "batch"]
Granularity = Literal["clause", "claim"]
OnFailure = Literal["embedded", "sentences", "stop"]
DEFAULT_JUDGE: Final = "local"
DEFAULT_PARSER: Final = "embedded"


@dataclass(frozen=True)
class Rules:
    """By which conventions is counted, in the library as in ``score`` and ``run``.

    ``protocol`` says which questions are put and which convention is the headline; with ``strict``
    an edit must revise consequences; ``all_edges`` asks also what no headline counts, ``controls``
    edges with known answers; ``seed`` is that of whatever is drawn.
    """

    protocol: Protocol = "directed"
    strict: bool = False
    all_edges: bool = False
    controls: bool = False
    seed: int | None = None


@dataclass(frozen=True)
class Limits:
    """What may be used: none of it bears on a number.

    ``calls`` is the most calls at once (``calls_start`` at first, ``calls_floor`` at least),
    ``timeout`` the seconds one try may take, ``retry`` how often a call is tried, ``budget`` what
    may be spent. ``tell`` is called with one line when a call must be tried again, a row of the
    store cannot be read, or the store fails: nothing is printed otherwise.
    """

    calls: int = 64
    calls_start: int = 16
    calls_floor: int = 1
    timeout: float = 120.0
    retry: Retry = field(default_factory=Retry)
    budget: Budget | None = None
    tell: Callable[[str], None] | None = None


@dataclass(frozen=True)
class Asking:
    """How texts are parsed, and models are asked: what numbers rest on besides their conventions.

    ``replicates`` is how often every probe is judged, ``spacy`` the spaCy model of the embedded
    parser (None: the best one installed).
    """

    base_url: str | None = None
    edges: Edges = "each"
    examples: bool = True
    replicates: int = 1
    on_parse_failure: OnFailure = "embedded"
    granularity: Granularity = "clause"
    spacy: str | None = None


@dataclass(frozen=True)
class Settings(Asking, Limits):
    """What can be set for parsers and for the way out to language models, with prompts and store.

    Nothing is written unless a ``store`` is named.
    """

    prompts: Prompts = field(default_factory=Prompts)
    decoding: Decoding = field(default_factory=Decoding)
    store: Path | None = None
