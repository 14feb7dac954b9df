"""What can be set for the way out to language models, and for parsers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from prism.llm.budget import Budget
from prism.llm.client import Retry
from prism.llm.records import Decoding
from prism.prompts import Prompts

__all__ = ["Edges", "Granularity", "OnFailure", "Settings"]

Edges = Literal["each", "batch"]
Granularity = Literal["clause", "claim"]
OnFailure = Literal["embedded", "sentences", "stop"]


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
    granularity: Granularity = "clause"
    spacy: str | None = None
    calls: int = 64
    calls_start: int = 16
    calls_floor: int = 1
    timeout: float = 120.0
    retry: Retry = field(default_factory=Retry)
    budget: Budget | None = None
    store: Path | None = None
    tell: Callable[[str], None] | None = None
