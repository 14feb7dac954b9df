"""``prism prompts``: the request that a benchmark puts to a model, for whoever generates."""

from pathlib import Path

import click

from prism.cli.emit import write_text
from prism.errors import BadInput, UsageError
from prism.files.source import read_source
from prism.prompts import Prompts
from prism.report.protocol import protocol_table
from prism.suites.reading import find_item, read_items
from prism.suites.registry import suite_for

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism prompts cobe.json --item 317v3                 all phrasings of tier 1
  prism prompts cobe.json --item 317v3 --tier 3        the rule: keep, change, rewrite only
  prism prompts cobe.json --item 317v3 --tier 1 --phrasing B
  prism prompts --protocol published                   what each paper sends, and where ours departs
"""


@click.command("prompts", epilog=EXAMPLES)
@click.argument("items", metavar="[FILE]", required=False)
@click.option("--item", metavar="ID", help="Which item; the only one if left out.")
@click.option(
    "--tier", type=click.IntRange(1, 4), default=1, show_default=True, help="CoBe's tier."
)
@click.option("--phrasing", metavar="A|B|C|…", help="Only this phrasing of the tier.")
@click.option(
    "--protocol",
    type=click.Choice(["published"]),
    help="Show the slots of every paper's requests, and every deviation of ours.",
)
@click.option("--prompts", metavar="DIR", type=click.Path(path_type=Path), help="Your own prompts.")
def command(
    items: str | None,
    item: str | None,
    tier: int,
    phrasing: str | None,
    protocol: str | None,
    prompts: Path | None,
) -> int:
    """Print the request of an edit item at one of CoBe's tiers, in our own wording.

    1: as conversational as the file has it; 2: stronger cues; 3: the rule; 4: the causal recipe.
    """
    if (items is None) == (protocol is None):
        mend = "give FILE for its requests, or --protocol published for the table of slots"
        raise UsageError("one of FILE and --protocol is needed", mend=mend)
    if items is None:
        write_text(protocol_table(Prompts(prompts)), "-")
        return 0
    found = read_items(read_source(items))
    chosen = find_item(found, item, items) if item is not None else found[0]
    asked, strategy, pack = suite_for(chosen.kind), f"tier{tier}", Prompts(prompts)
    if strategy not in asked.strategies:
        raise BadInput("this is no file of edits", where=items, mend="give CoBe or edit items")
    if item is None and len(found) > 1:
        raise BadInput(f"the file holds {len(found)} items", where=items, mend="add --item ID")
    variants = asked.variants(chosen, strategy)
    known = [variant["phrasing"] for variant in variants]
    if phrasing is not None and phrasing not in known:
        raise BadInput(f"tier {tier} has no phrasing {phrasing!r}", mend=f"give {', '.join(known)}")
    parts = []
    for variant in variants:
        if phrasing in (None, variant["phrasing"]):
            told = asked.messages(chosen, variant, strategy, pack)
            body = "\n\n".join(f"[{m['role']}]\n{m['content']}" for m in told)
            parts.append(f"# {chosen.id} {variant['phrasing']}\n{body}\n")
    write_text("\n".join(parts), "-")
    return 0
