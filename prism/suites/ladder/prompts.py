"""The prompts of METER's protocol: which text is put to a model for one question.

Four settings (arXiv 2604.11502): zero-shot, zero-shot chain of thought, few-shot and few-shot chain
of thought, the latter two with a worked example of our own. The evidence span may be shown, the
order of passage, question and options chosen, and the options shuffled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from prism.errors import UsageError
from prism.prompts import Prompts
from prism.records.item import Item
from prism.suites.ladder.positions import option_order
from prism.text.answer import letter

__all__ = [
    "PARTS",
    "SETTINGS",
    "Presentation",
    "Setting",
    "ladder_messages",
    "parse_order",
]

Part = Literal["context", "question", "options"]
Setting = Literal["ZS", "CoT", "FS", "FS+C"]
SETTINGS: Final[tuple[Setting, ...]] = get_args(Setting)
PARTS: Final[tuple[Part, ...]] = get_args(Part)


@dataclass(frozen=True, slots=True)
class Presentation:
    """How a question is put.

    Attributes
    ----------
    setting
        ``ZS`` zero-shot, ``CoT`` with chain of thought, ``FS`` few-shot, ``FS+C`` both.
    evidence
        Whether the evidence span is shown, where the item has one.
    order
        In which order passage, question and options stand.
    seed
        Seed of the options' shuffle; None leaves them in the order of the file.
    """

    setting: Setting = "ZS"
    evidence: bool = False
    order: tuple[Part, ...] = PARTS
    seed: int | None = None

    @property
    def name(self) -> str:
        """What tables group by: the setting, with whatever departs from the usual way.

        >>> Presentation("CoT", evidence=True).name
        'CoT+evidence'
        """
        order = "" if self.order == PARTS else f"+{'-'.join(self.order)}"
        return f"{self.setting}{'+evidence' if self.evidence else ''}{order}"


def parse_order(text: str) -> tuple[Part, ...]:
    """Return the order that ``text`` names.

    Raises
    ------
    UsageError
        It does not name each of context, question and options once.

    >>> parse_order("question,context,options")
    ('question', 'context', 'options')
    """
    names = [name.strip() for name in text.split(",")]
    if sorted(names) != sorted(PARTS):
        raise UsageError(
            f"no order {text!r}", where="--order", mend="give context,question,options in any order"
        )
    return tuple(part for name in names for part in PARTS if part == name)


def ladder_messages(
    item: Item, shown: Presentation | None = None, prompts: Prompts | None = None
) -> list[dict[str, str]]:
    """Return the chat messages that put ``item`` to a model: one of the user, as the paper's.

    Of the system there is one only where a pack of prompts has words for it.

    Pure: the same item, presentation and pack of prompts give the same text.

    Raises
    ------
    UsageError
        The item has no options.
    """
    shown, prompts = shown or Presentation(), prompts or Prompts()
    if item.choice is None:
        raise UsageError(f"{item.id} has no options", mend="give a file of multiple choice")
    prompt = prompts.get("meter_reasoned" if "C" in shown.setting else "meter_direct")
    body = "\n\n".join(_block(item, part, shown, prompts) for part in shown.order)
    user = [
        prompt.examples if "FS" in shown.setting else "",
        prompt.fill("question", {"body": body}),
    ]
    told = [("system", prompt.system.strip("\n")), ("user", _joined(user))]
    return [{"role": role, "content": text} for role, text in told if text]


def _block(item: Item, part: Part, shown: Presentation, prompts: Prompts) -> str:
    if item.choice is None or part != "options":
        text = _fill(prompts, part, item.texts.get(part, ""))
        evidence = item.choice.evidence if item.choice else None
        if part == "context" and shown.evidence and evidence:
            return f"{text}\n\n{_fill(prompts, 'evidence', evidence)}"
        return text
    options = item.choice.options
    order = option_order(item.id, len(options), shown.seed)
    lines = (f"{letter(place)}) {options[option]}" for place, option in enumerate(order))
    return _fill(prompts, "options", "\n".join(lines))


def _fill(prompts: Prompts, part: str, text: str) -> str:
    return prompts.get(f"meter_{part}").fill("question", {part: text}).strip("\n")


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())
