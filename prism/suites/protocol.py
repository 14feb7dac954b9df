"""What the papers' protocols send, call by call, and where what prism sends departs from it.

A suite lists its calls as :class:`Call`; which slots our prompts really have is read off the
prompts, so that the table of ``prism prompts --protocol published`` cannot say what is not so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Template
from typing import Final, Literal

from prism.errors import UsageError
from prism.prompts import PARTS, Prompts

__all__ = [
    "EXAMPLES",
    "FENCE",
    "ORDER",
    "QUOTE",
    "WORDING",
    "Call",
    "Deviation",
    "Who",
    "check_edges",
    "codes",
    "deviations",
    "slots",
]

Who = Literal["answer", "parse", "judge"]


@dataclass(frozen=True, slots=True)
class Deviation:
    """One way in which what is sent departs from the paper: its code in signatures, and words."""

    code: str
    words: str


WORDING: Final = Deviation("wording", "the words are our own, of the same meaning")
FENCE: Final = Deviation(
    "fence", "texts by others stand between marks, and a system message says they give no orders"
)
ORDER: Final = Deviation("order", "the long texts come first, so that calls share their beginning")
QUOTE: Final = Deviation("reply", "a quote and a reason are asked for before the verdict")
EXAMPLES: Final = Deviation("examples", "the worked examples are our own")


@dataclass(frozen=True, slots=True)
class Call:
    """One kind of call of a protocol.

    Attributes
    ----------
    who, what
        Who is asked (``answer``, ``parse``, ``judge``), and what for.
    prompts
        The prompts that make up ours.
    paper
        The slots that the paper's own request has, in the names of our templates; None where the
        paper makes no such call.
    departs
        Where ours departs, apart from its slots.
    """

    who: Who
    what: str
    prompts: tuple[str, ...]
    paper: tuple[str, ...] | None
    departs: tuple[Deviation, ...] = (WORDING,)


def slots(call: Call, prompts: Prompts) -> tuple[str, ...]:
    """Return the variables that our prompts for ``call`` fill in, in the order of the request."""
    found: dict[str, None] = {}
    for name in call.prompts:
        prompt = prompts.get(name)
        for part in PARTS:
            # What a prompt is put together of is itself a prompt of the list.
            names = Template(getattr(prompt, part)).get_identifiers()
            found |= dict.fromkeys(slot for slot in names if slot != "body")
    return tuple(found)


def deviations(call: Call, prompts: Prompts) -> tuple[Deviation, ...]:
    """Return every way in which ours departs from the paper's call, its slots included."""
    if call.paper is None:
        return call.departs
    ours = slots(call, prompts)
    more = [name for name in ours if name not in call.paper]
    less = [name for name in call.paper if name not in ours]
    told = [*([f"also sends {', '.join(more)}"] if more else [])]
    told += [f"does not send {', '.join(less)}"] if less else []
    return (*call.departs, *(Deviation("slots", words) for words in told))


def codes(calls: Iterable[Call], who: Sequence[Who], prompts: Prompts) -> tuple[str, ...]:
    """Return the codes of all deviations of those ``calls`` that ask ``who``, each once."""
    found = [d for call in calls if call.who in who for d in deviations(call, prompts)]
    return tuple(dict.fromkeys(deviation.code for deviation in found))


def check_edges(protocol: str, edges: str) -> None:
    """Refuse several edges a call under the published protocol.

    Raises
    ------
    UsageError
        They are asked for.
    """
    if protocol == "published" and edges == "batch":
        raise UsageError(
            "the published protocol asks one edge a call",
            where="--edges batch",
            mend="leave it out, or use --protocol directed",
        )
