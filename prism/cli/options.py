"""Options that several commands share, spelled once: conventions, limits, plan.

``score`` and ``run`` take all three groups. A default stands in :mod:`prism.settings` alone.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from prism.llm.budget import Budget, read_prices
from prism.llm.client import Retry
from prism.settings import Asking, Limits, Rules

__all__ = [
    "all_edges_option",
    "conventions_options",
    "granularity_option",
    "json_option",
    "limits_options",
    "plan_options",
    "protocol_option",
    "read_limits",
    "spacy_option",
    "strict_option",
]

F = TypeVar("F", bound=Callable[..., Any])
POSITIVE = click.IntRange(min=1)

json_option = click.option(
    "--json", "json_file", metavar="FILE|-", help="Write it as JSON; - for standard output."
)
spacy_option = click.option("--spacy", metavar="NAME", help="spaCy model of the embedded parser.")
protocol_option = click.option(
    "--protocol",
    type=click.Choice(["directed", "published"]),
    default=Rules.protocol,
    show_default=True,
    help="Which questions are put to the judge, and which convention is the headline.",
)
all_edges_option = click.option(
    "--all-edges",
    is_flag=True,
    help="Also ask what no headline counts: links that are not causal, facts beside criteria.",
)
strict_option = click.option(
    "--strict", is_flag=True, help="An edit must revise consequences, not leave them out (E2)."
)
granularity_option = click.option(
    "--granularity",
    type=click.Choice(["clause", "claim"]),
    default=Asking.granularity,
    show_default=True,
    help="How fine units are cut: clauses as in RST, or claims as language models cut.",
)
_CONVENTIONS = (
    protocol_option,
    all_edges_option,
    strict_option,
    click.option(
        "--controls", is_flag=True, help="Judge edges with known answers alongside, never counted."
    ),
    click.option(
        "--seed",
        type=int,
        metavar="N",
        help="Seed of what is drawn: items, controls, intervals, and what the judge's model draws "
        "(unless --decoding sets that).",
    ),
)
_LIMITS = (
    click.option(
        "--calls",
        type=POSITIVE,
        default=Limits.calls,
        show_default=True,
        help="Most calls at once.",
    ),
    click.option(
        "--calls-start",
        type=POSITIVE,
        default=Limits.calls_start,
        show_default=True,
        help="Calls at first.",
    ),
    click.option(
        "--calls-floor",
        type=POSITIVE,
        default=Limits.calls_floor,
        show_default=True,
        help="Fewest calls at once.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=Limits.timeout,
        show_default=True,
        help="Seconds one try may take.",
    ),
    click.option(
        "--tries",
        type=POSITIVE,
        default=Retry().tries,
        show_default=True,
        help="Tries of a call that fails.",
    ),
    click.option("--max-tokens", type=POSITIVE, help="Most tokens to use this time."),
    click.option(
        "--max-cost", type=click.FloatRange(min=0), help="Most to spend this time; needs --prices."
    ),
    click.option(
        "--prices", metavar="FILE", type=click.Path(path_type=Path), help="Price list, as JSON."
    ),
)
_PLAN = (
    granularity_option,
    spacy_option,
    click.option(
        "--on-parse-failure",
        type=click.Choice(["embedded", "sentences", "stop"]),
        default=Asking.on_parse_failure,
        show_default=True,
        help="What stands in where a language model gives no graph.",
    ),
    click.option(
        "--prompts", metavar="DIR", type=click.Path(path_type=Path), help="Your own prompts."
    ),
    click.option("--base-url", metavar="URL", help="OpenAI-compatible endpoint of the models."),
    click.option(
        "--decoding", metavar="NAME=VALUE,…", default="", help="Of the judge: temperature=0.2 …"
    ),
    click.option(
        "--edges",
        type=click.Choice(["each", "batch"]),
        default=Asking.edges,
        show_default=True,
        help="One call an edge, or all edges of a response in few calls.",
    ),
    click.option(
        "--examples/--no-examples", default=Asking.examples, help="Worked examples in prompts."
    ),
    click.option(
        "--replicates",
        type=POSITIVE,
        default=Asking.replicates,
        show_default=True,
        help="Judge all N times.",
    ),
)


def conventions_options(command: F) -> F:
    """Add what :class:`~prism.settings.Rules` holds."""
    return _added(command, _CONVENTIONS)


def limits_options(command: F) -> F:
    """Add what :class:`~prism.settings.Limits` holds; :func:`read_limits` reads it."""
    return _added(command, _LIMITS)


def plan_options(command: F) -> F:
    """Add what :class:`~prism.settings.Asking` holds, prompts and decoding."""
    return _added(command, _PLAN)


def read_limits(given: Mapping[str, Any]) -> Limits:
    """Return the limits that were set.

    Raises
    ------
    PrismError
        A limit of costs without a price list, or a list that cannot be read.
    """
    prices = read_prices(given["prices"]) if given["prices"] else None
    return Limits(
        calls=given["calls"],
        calls_start=given["calls_start"],
        calls_floor=given["calls_floor"],
        timeout=given["timeout"],
        retry=Retry(tries=given["tries"]),
        budget=Budget(given["max_tokens"], given["max_cost"], prices),
    )


def _added(command: F, options: Sequence[Callable[[F], F]]) -> F:
    for option in reversed(options):
        command = option(command)
    return command
