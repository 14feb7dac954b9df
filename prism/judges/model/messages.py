"""How a probe becomes the messages of a request: long shared text first, the question last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pydantic import JsonValue

from prism.judges.controls import is_control
from prism.judges.local.form import Form
from prism.llm.fence import Fence
from prism.llm.records import Message, Mode
from prism.prompts import Prompt, Prompts
from prism.records.probe import Probe
from prism.settings import Edges

__all__ = ["Writer", "batch_prompt", "group_calls", "prompts_read"]

BATCH = 20
JUDGE = "judge"  # the prompt whose system part goes with all that have none of their own
# Which prompt puts many edges at once in place of the one that puts a single edge.
BATCHED: Mapping[str, str] = {
    "edge_directed": "edge_batch",
    "edge_published": "edge_batch_published",
}


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes messages from prompts; all untrusted text in them is fenced.

    The long texts of one response come first and carry one mark for the life of the writer, so
    that all its prompts begin byte-identically, whatever they ask; each question is fenced anew.

    Parameters
    ----------
    prompts
        The pack of prompts.
    examples
        Whether worked examples are part of a prompt.
    fence
        The fence around the long texts.
    """

    prompts: Prompts
    examples: bool
    fence: Fence

    def write(self, probes: Sequence[Probe], batch: str | None, mode: Mode) -> tuple[Message, ...]:
        """Return the messages of one call: one probe, or several edges by the prompt ``batch``."""
        fence, first = Fence(), probes[0]
        if batch is None:
            fields = _fenced(first.question.fields(), fence)
            return self._messages(first.prompt, "answer", first, mode, fields)
        pairs = "\n\n".join(_pair(number, p, fence) for number, p in enumerate(probes, 1))
        return self._messages(batch, "answer_batch", first, mode, {"pairs": pairs})

    def reads(self, probe: Probe, batch: str | None, mode: Mode) -> tuple[str, ...]:
        """Return what :meth:`write` reads, ``NAME@DIGEST`` each: of the parts that are put."""
        name, answer = (probe.prompt, "answer") if batch is None else (batch, "answer_batch")
        prompt, wanted = self._read(name, answer, Form.of(name, probe.menu), mode)
        put = prompt if self.examples else replace(prompt, examples="")
        rules = [] if prompt.system else [self.prompts.get(JUDGE)]
        every = [put, wanted, *(Prompt(JUDGE, system=rule.system) for rule in rules)]
        return tuple(sorted(f"{each.name}@{each.digest[:12]}" for each in every))

    def _read(self, name: str, answer: str, form: Form, mode: Mode) -> tuple[Prompt, Prompt]:
        """Return the prompt that puts the question, and the one that says how to answer."""
        kind = "letter" if form.letter else "text" if mode == "text" else "json"
        return self.prompts.get(name), self.prompts.get(f"{answer}_{kind}")

    def _messages(
        self, name: str, answer: str, probe: Probe, mode: Mode, fields: Mapping[str, str]
    ) -> tuple[Message, ...]:
        form = Form.of(name, probe.menu)
        prompt, wanted = self._read(name, answer, form, mode)
        texts = {role: self.fence.around(text, role) for role, text in probe.texts.items()}
        answers = {"keys": form.keys(mode), "menu": ", ".join(form.menu), "first": form.menu[0]}
        user = [
            prompt.fill("shared", {**_absent(texts), **texts}),
            prompt.task,
            prompt.examples if self.examples else "",
            wanted.fill("task", answers),
            prompt.fill("question", fields),
        ]
        return (
            {
                "role": "system",
                "content": _joined([prompt.system or self.prompts.get(JUDGE).system]),
            },
            {"role": "user", "content": _joined(user)},
        )


def prompts_read(prompt: str, *, batched: bool) -> list[str]:
    """Return the names of all prompts that may be read in order to put ``prompt``.

    >>> prompts_read("criterion", batched=False)
    ['criterion', 'judge', 'answer_json', 'answer_text', 'answer_letter']
    """
    if batched:
        return [BATCHED[prompt], JUDGE, "answer_batch_json", "answer_batch_text"]
    return [prompt, JUDGE, "answer_json", "answer_text", "answer_letter"]


def batch_prompt(probe: Probe, edges: Edges) -> str | None:
    """Return the prompt that puts ``probe`` together with others, None where it is asked alone."""
    return BATCHED.get(probe.prompt) if edges == "batch" else None


def group_calls(probes: Sequence[Probe], edges: Edges) -> list[list[int]]:
    """Return the places of the probes that share a call, call by call.

    With ``batch`` up to 20 edges of one response and one prompt share one; all else is asked alone.
    Controls share calls among themselves: asking for them leaves the calls of the score as they
    are.
    """
    together = [i for i, probe in enumerate(probes) if batch_prompt(probe, edges)]
    alone = sorted(set(range(len(probes))) - set(together))

    def shared(place: int) -> tuple[bool, str, list[tuple[str, str]]]:
        probe = probes[place]
        return is_control(probe), probe.prompt, sorted(probe.texts.items())

    calls = []
    for _, group in groupby(sorted(together, key=shared), key=shared):
        places = list(group)
        calls += [places[i : i + BATCH] for i in range(0, len(places), BATCH)]
    return calls + [[place] for place in alone]


def _absent(texts: Mapping[str, str]) -> dict[str, str]:
    return {"question": "(none was given)"} if "question" not in texts else {}


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


def _pair(number: int, probe: Probe, fence: Fence) -> str:
    fields = _fenced(probe.question.fields(), fence)
    label, source, target = (fields[name] for name in ("relation", "source", "target"))
    return f"{number}. label given by the parser: {label}\nA:\n{source}\nB:\n{target}"


def _fenced(question: Mapping[str, JsonValue], fence: Fence) -> dict[str, str]:
    return {name: _field(name, value, fence) for name, value in question.items()}


def _field(name: str, value: JsonValue, fence: Fence) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        plain = name == "relation" and value.isalpha() and value.isascii() and len(value) <= 20
        return value if plain else fence.around(value, name)
    if isinstance(value, list):
        return fence.around("\n".join(f"- {entry}" for entry in value), name)
    if isinstance(value, dict):
        return fence.around("\n".join(f"{key}: {entry}" for key, entry in value.items()), name)
    return str(value)
