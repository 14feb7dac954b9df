"""The options of every command that may ask a language model, spelled once."""

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from prism.cli.emit import notice
from prism.cli.options import read_limits
from prism.errors import UsageError
from prism.llm.estimate import Estimate, Foretold, Range
from prism.llm.records import Decoding
from prism.prompts import Prompts
from prism.settings import Asking, Limits, Settings
from prism.store.verdicts import default_path

__all__ = ["print_foretold", "read_settings", "store_options"]

store_options = (
    click.option(
        "--store", metavar="FILE", type=click.Path(path_type=Path), help="Where verdicts are kept."
    ),
    click.option("--no-store", is_flag=True, help="Keep nothing."),
)


def read_settings(given: Mapping[str, Any], *, remote: bool) -> Settings:
    """Return what was set by the options of :mod:`prism.cli.options` and of the store.

    Parameters
    ----------
    remote
        Whether a language model is asked at all; nothing is kept where none is.

    Raises
    ------
    UsageError
        Options that exclude each other, or a limit without a price list.
    """
    store, keeps = given["store"], not given["no_store"]
    if store is not None and not keeps:
        raise UsageError("--store and --no-store exclude each other")
    limits = replace(read_limits(given), tell=notice)
    asking = {field.name: given[field.name] for field in fields(Asking)}
    return Settings(
        **{field.name: getattr(limits, field.name) for field in fields(Limits)} | asking,
        prompts=Prompts(given["prompts"]),
        decoding=Decoding.read(given["decoding"]).seeded(given["seed"]),
        store=(store or default_path()) if keeps and remote else store,
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
