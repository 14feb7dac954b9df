"""The options of every command that may ask a language model, spelled once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from prism.cli.emit import notice
from prism.errors import UsageError
from prism.llm.budget import Budget, read_prices
from prism.llm.client import Retry
from prism.llm.estimate import Estimate, Foretold, Range
from prism.llm.records import Decoding
from prism.prompts import Prompts
from prism.settings import Settings
from prism.store.verdicts import default_path

__all__ = ["judging_options", "print_foretold", "read_settings"]

F = TypeVar("F", bound=Callable[..., Any])
POSITIVE = click.IntRange(min=1)
OPTIONS = (
    click.option("--base-url", metavar="URL", help="OpenAI-compatible endpoint of the models."),
    click.option("--decoding", metavar="NAME=VALUE,…", default="", help="Such as temperature=0.2."),
    click.option(
        "--edges",
        type=click.Choice(["each", "batch"]),
        default="each",
        show_default=True,
        help="One call an edge, or all edges of a response in few calls.",
    ),
    click.option("--no-examples", is_flag=True, help="Leave out the prompts' worked examples."),
    click.option(
        "--replicates", type=POSITIVE, default=1, show_default=True, help="Judge all N times."
    ),
    click.option(
        "--on-parse-failure",
        type=click.Choice(["embedded", "sentences", "stop"]),
        default="embedded",
        show_default=True,
        help="What stands in where a language model gives no graph.",
    ),
    click.option(
        "--calls", type=POSITIVE, default=64, show_default=True, help="Most calls at once."
    ),
    click.option(
        "--calls-start",
        type=POSITIVE,
        default=16,
        show_default=True,
        help="Calls at first.",
    ),
    click.option(
        "--calls-floor", type=POSITIVE, default=1, show_default=True, help="Fewest calls at once."
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=120.0,
        show_default=True,
        help="Seconds one try may take.",
    ),
    click.option(
        "--tries", type=POSITIVE, default=6, show_default=True, help="Tries of a call that fails."
    ),
    click.option("--max-tokens", type=POSITIVE, help="Most tokens this run may use."),
    click.option("--max-cost", type=click.FloatRange(min=0), help="Most this run may cost."),
    click.option(
        "--prices", metavar="FILE", type=click.Path(path_type=Path), help="Price list, as JSON."
    ),
    click.option(
        "--store", metavar="FILE", type=click.Path(path_type=Path), help="Where verdicts are kept."
    ),
    click.option("--no-store", is_flag=True, help="Keep nothing."),
)


def judging_options(command: F) -> F:
    """Add the options to a command; :func:`read_settings` reads them."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def read_settings(given: dict[str, Any], prompts: Path | None, *, remote: bool) -> Settings:
    """Return what was set; takes the options of :func:`judging_options` out of ``given``.

    Parameters
    ----------
    remote
        Whether a language model is asked at all; nothing is kept where none is.

    Raises
    ------
    UsageError
        Options that exclude each other, or a limit without a price list.
    """
    store, keeps = given.pop("store"), not given.pop("no_store")
    if store is not None and not keeps:
        raise UsageError("--store and --no-store exclude each other")
    prices = given.pop("prices")
    budget = Budget(
        given.pop("max_tokens"), given.pop("max_cost"), read_prices(prices) if prices else None
    )
    names = (
        *("base_url", "edges", "replicates", "on_parse_failure"),
        *("calls", "calls_start", "calls_floor", "timeout"),
    )
    return Settings(
        **{name: given.pop(name) for name in names},
        prompts=Prompts(prompts),
        decoding=Decoding.read(given.pop("decoding")),
        examples=not given.pop("no_examples"),
        retry=Retry(tries=given.pop("tries")),
        budget=budget,
        store=(store or default_path()) if keeps and remote else store,
        tell=notice,
    )


def print_foretold(told: Foretold) -> None:
    """Print what a run would ask, and beside it what asking all edges would take."""
    _print_estimate(told.asked)
    if told.all_edges is None:
        return
    every = told.all_edges
    said = f"calls {_range(every.all_calls)}, prompt tokens {_range(every.prompt_tokens)}"
    if every.cost is not None:
        said += f", price {_price(every.cost)}"
    click.echo(f"{'with --all-edges':<26}{said}")


def _print_estimate(told: Estimate) -> None:
    """Print calls by kind, prompt characters, estimated tokens and price."""
    for kind, count in told.calls.items():
        click.echo(f"{kind + ' calls':<26}{_range(count)}")
    if not told.calls:
        click.echo("no call to a language model")
    exact = "" if told.exact else " (an interval: the graph does not exist yet)"
    click.echo(f"{'prompt characters':<26}{_range(told.characters)}{exact}")
    click.echo(f"{'prompt tokens, estimate':<26}{_range(told.prompt_tokens)}")
    click.echo(f"{'reply tokens, estimate':<26}{_range(told.reply_tokens)}")
    if told.cost is not None:
        click.echo(f"{'price, estimate':<26}{_price(told.cost)}")


def _price(cost: Range) -> str:
    low, high = cost
    return f"{low:.4f}" if low == high else f"{low:.4f} to {high:.4f}"


def _range(values: Range) -> str:
    low, high = (round(value) for value in values)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
