"""``prism replay``: recompute a metrics file."""

from pathlib import PurePath

import click

from prism.cli.emit import console, write_text
from prism.cli.options import json_option
from prism.errors import UnknownFormat
from prism.files.document import parse_document
from prism.files.source import read_source
from prism.suites.whatif.files.whatif import is_metrics, read_metrics
from prism.suites.whatif.replay import replay
from prism.suites.whatif.replayed import replay_table

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism replay metrics_glm-5.1.json
  prism replay metrics_glm-5.1.json --json -    the reports behind the numbers, one a line

\b
Exit codes: 0 all reproduced, 1 a stored score differs, 2 usage, 3 bad input.
"""


@click.command("replay", epilog=EXAMPLES)
@click.argument("metrics", metavar="METRICS.json")
@json_option
def command(metrics: str, json_file: str | None) -> int:
    """Recompute every PM, RM and Final of a WhatIfBench metrics file from its stored verdicts.

    Prints stored, recomputed and directed scores side by side and exits with 1 where stored and
    recomputed differ by more than 1e-9.
    """
    document = parse_document(read_source(metrics))
    if document is None or not is_metrics(document):
        raise UnknownFormat(
            "this is not a metrics file",
            where=metrics,
            mend=f"'prism validate {metrics}' says what it is",
        )
    name = PurePath(metrics).name
    replayed = [replay(record, name) for record in read_metrics(document)]
    if json_file is not None:
        write_text("".join(entry.report.to_line() for entry in replayed), json_file)
    if json_file != "-":
        screen = console()
        screen.print(replay_table(replayed, screen.width))
    return 0 if all(entry.agrees for entry in replayed) else 1
