"""Options that several commands share, spelled once."""

import click

__all__ = ["granularity_option", "json_option"]

json_option = click.option(
    "--json", "json_file", metavar="FILE|-", help="Write the report as JSON; - for standard output."
)
granularity_option = click.option(
    "--granularity",
    type=click.Choice(["clause", "claim"]),
    default="clause",
    show_default=True,
    help="How fine units are cut: clauses as in RST, or claims as language models cut.",
)
