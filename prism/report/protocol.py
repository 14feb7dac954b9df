"""The published protocols as a table: slots of every call, and where ours departs."""

from collections.abc import Iterator

from prism.prompts import Prompts
from prism.suites.protocol import WORDING, deviations, slots
from prism.suites.registry import SUITES, find_suite

__all__ = ["protocol_table"]


def protocol_table(prompts: Prompts) -> str:
    """Return the table as plain text, suite by suite; that our wording is our own is said once."""
    head = f"In all of them: {WORDING.words} ({WORDING.code}).\n"
    return "\n".join([head, *("\n".join(_suite(name, prompts)) for name in SUITES)])


def _suite(name: str, prompts: Prompts) -> Iterator[str]:
    suite = find_suite(name)
    yield name
    if not suite.protocol:
        yield "  no paper's protocol\n"
        return
    for call in suite.protocol:
        yield f"  {call.who}: {call.what}"
        yield f"    sends    {', '.join(slots(call, prompts))}"
        paper = "no such call" if call.paper is None else ", ".join(call.paper)
        yield f"    paper    {paper}"
        for found in deviations(call, prompts):
            if found is not WORDING:
                yield f"    departs  {found.code}: {found.words}"
    yield ""
