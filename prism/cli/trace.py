"""``prism trace``: how information flows from evidence to options inside an open model."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from prism.cli.emit import console, write_text
from prism.files.source import read_source
from prism.mech.model import load_decoder
from prism.mech.table import plot, render_trace
from prism.mech.trace import layer_range, trace
from prism.suites.reading import find_item, read_items
from prism.text.parse import parse

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism trace ./my-model --items meter.jsonl --limit 50
  prism trace ./my-model --items meter.jsonl --mask shallow --plot flows.svg --json trace.json

\b
Needs torch and transformers: pip install 'prism-causal[mech]'. A name that is no folder is
looked up on the hub by transformers, which then uses the network.
"""


@dataclass(frozen=True, slots=True)
class _Options:
    model: str
    items: str
    item: str | None
    limit: int | None
    mask: str | None
    device: str
    plot: Path | None
    json_file: str | None


@click.command("trace", epilog=EXAMPLES)
@click.argument("model", metavar="MODEL")
@click.option("--items", required=True, metavar="FILE", help="Multiple-choice questions.")
@click.option("--item", metavar="ID", help="Only this one, such as 12/2.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N.")
@click.option(
    "--mask",
    metavar="LAYERS",
    help="Mask evidence → options there: shallow, deep, all, or numbers such as 0-3,7.",
)
@click.option("--device", default="cpu", show_default=True, help="Where the model runs.")
@click.option("--plot", metavar="FILE", type=click.Path(path_type=Path), help="Write an SVG plot.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the trace as JSON.")
def command(**values: Any) -> int:
    """Trace MODEL: saliency of attention between evidence, question, options and the last token.

    Saliency is attention times its gradient with respect to the loss of the right option's
    letter, summed over heads; means by layer, correct and wrong answers apart.
    """
    options = _Options(**values)
    items = read_items(read_source(options.items))
    if options.item is not None:
        items = [find_item(items, options.item, options.items)]
    items = items[: options.limit]
    decoder = load_decoder(options.model, device=options.device)
    masked = layer_range(options.mask, len(decoder.attention)) if options.mask else ()
    graphs = {text: parse(text) for text in {item.texts["context"] for item in items}}
    found = trace(decoder, items, graphs, masked)
    if options.plot is not None:
        write_text(plot(found), str(options.plot))
    if options.json_file is not None:
        write_text(found.model_dump_json(indent=2) + "\n", options.json_file)
    if options.json_file != "-":
        screen = console()
        for part in render_trace(found):
            screen.print(part)
    return 0
