"""Options that several commands share, spelled once."""

import click

__all__ = [
    "all_edges_option",
    "controls_option",
    "granularity_option",
    "json_option",
    "protocol_option",
    "seed_option",
    "spacy_option",
    "strict_option",
]

json_option = click.option(
    "--json", "json_file", metavar="FILE|-", help="Write it as JSON; - for standard output."
)
controls_option = click.option(
    "--controls", is_flag=True, help="Judge edges with known answers alongside, never counted."
)
seed_option = click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of what is drawn: items, controls, intervals, and what the judge's model draws "
    "(unless --decoding sets that).",
)
spacy_option = click.option("--spacy", metavar="NAME", help="spaCy model of the embedded parser.")
protocol_option = click.option(
    "--protocol",
    type=click.Choice(["directed", "published"]),
    default="directed",
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
    default="clause",
    show_default=True,
    help="How fine units are cut: clauses as in RST, or claims as language models cut.",
)
