"""How a probe becomes the messages of a request: long shared text first, the question last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from prism.items import Probe
from prism.judges.form import Form
from prism.llm.fence import Fence
from prism.llm.records import Message, Mode
from prism.prompts import Prompt, Prompts

__all__ = ["Writer"]


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes messages from prompts; all untrusted text in them is fenced.

    The long texts of one response carry one mark for the life of the writer, so that the first
    part of all its prompts is byte-identical; each question is fenced anew.

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

    def single(self, probe: Probe, mode: Mode) -> tuple[Message, ...]:
        """Return the messages that put one probe."""
        form = Form.of(probe.prompt, probe.menu)
        prompt = self.prompts.get(probe.prompt)
        fields = _fenced(probe.question, Fence())
        return self._messages(prompt, "answer", form, probe, mode, fields)

    def batch(self, name: str, probes: Sequence[Probe], mode: Mode) -> tuple[Message, ...]:
        """Return the messages that put several edges of one response at once."""
        fence, first = Fence(), probes[0]
        prompt = self.prompts.get(name)
        pairs = "\n\n".join(_pair(number, p, fence) for number, p in enumerate(probes, 1))
        form = Form.of(name, first.menu)
        return self._messages(prompt, "answer_batch", form, first, mode, {"pairs": pairs})

    def digests(self, names: Sequence[str]) -> str:
        """Return short digests of the prompts named, as they stand in a signature."""
        return ",".join(f"{name}:{self.prompts.get(name).digest[:8]}" for name in names)

    def _messages(
        self,
        prompt: Prompt,
        answer: str,
        form: Form,
        probe: Probe,
        mode: Mode,
        fields: Mapping[str, str],
    ) -> tuple[Message, ...]:
        texts = {role: self.fence.around(text, role) for role, text in probe.texts.items()}
        wanted = self.prompts.get(f"{answer}_{'text' if mode == 'text' else 'json'}")
        answers = {"keys": form.keys(mode), "menu": ", ".join(form.menu), "first": form.menu[0]}
        system = [
            prompt.system,
            prompt.examples if self.examples else "",
            wanted.fill("system", answers),
        ]
        user = [
            prompt.fill("shared", {**_absent(texts), **texts}),
            prompt.fill("question", fields),
        ]
        return (
            {"role": "system", "content": _joined(system)},
            {"role": "user", "content": _joined(user)},
        )


def _absent(texts: Mapping[str, str]) -> dict[str, str]:
    return {"question": "(none was given)"} if "question" not in texts else {}


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


def _pair(number: int, probe: Probe, fence: Fence) -> str:
    fields = _fenced(probe.question, fence)
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
