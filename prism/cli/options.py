"""Options that several commands share, spelled once."""

import click

__all__ = ["granularity_option", "json_option", "spacy_option", "strict_option"]

json_option = click.option(
    "--json", "json_file", metavar="FILE|-", help="Write it as JSON; - for standard output."
)
spacy_option = click.option("--spacy", metavar="NAME", help="spaCy model of the embedded parser.")
strict_option = click.option(
    "--strict", is_flag=True, help="An edit must revise consequences, not leave them out (E2)."
)
granularity_option = click.option(
    "--granularity",
    type=click.Choice(["clause", "claim"]),
    default="clause",
    show_default=True,
    help="How fine units are cut: clauses as in RST, or claims as language models cut.",
)
