"""What a report tells of how its graph was made."""

from collections.abc import Mapping

from prism.graph import CausalGraph
from prism.graph.structure import soundness
from prism.records.report import Notice, ParserLine
from prism.text.limits import LONGEST_RUN, LONGEST_SENTENCE

__all__ = ["parser_line", "parser_notices"]

_STAND_INS: Mapping[str, str] = {
    "embedded": "the embedded parser stood in for it",
    "sentences": "whole sentences stand in, of which no cause or effect is known",
}


def parser_line(graph: CausalGraph) -> ParserLine:
    """Return what a report says of the parser and of how sound its graph is."""
    sound, origin = soundness(graph), graph.origin
    return ParserLine(
        name=origin.parser,
        fallback=origin.fallback,
        granularity=origin.granularity,
        grounded=sound.grounded,
        known_labels=sound.known_labels,
        acyclic=sound.acyclic,
        connected=sound.connected,
        self_loops=sound.self_loops,
        turned=origin.turned,
        kept=origin.kept,
        cue=origin.cue,
        merged=origin.merged,
    )


def parser_notices(graph: CausalGraph) -> tuple[Notice, ...]:
    """Return what a reader of the report should know of how the graph was made."""
    notices = []
    origin = graph.origin
    if origin.fallback:
        message = f"the parser {origin.parser} gave no graph; {_STAND_INS[origin.fallback]}"
        notices.append(Notice(code="parser_fallback", message=message))
    if origin.foreign:
        message = (
            f"{origin.foreign:.0%} of the words stand in sentences that are not English, the only "
            "language of the embedded parser and the local judge; "
            "'prism score --parser openai:MODEL --judge openai:MODEL' reads others"
        )
        notices.append(Notice(code="not_english", message=message))
    if origin.cut:
        message = (
            f"places cut for the parser: {origin.cut} (sentences of over {LONGEST_SENTENCE} words, "
            f"or over {LONGEST_RUN} characters without a blank)"
        )
        notices.append(Notice(code="text_cut", message=message))
    unknown = graph.unknown_labels()
    if unknown:
        names = ", ".join(sorted(set(unknown)))
        message = f"edges with unknown labels: {len(unknown)} ({names})"
        notices.append(Notice(code="unknown_labels", message=message))
    return tuple(notices)
